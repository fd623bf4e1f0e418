"""kit.mcp_kinds: what a tool is, by the words of its name and by a person's patterns."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.kit.sessions.mcp_kinds import ToolKinds


@pytest.mark.parametrize(
    ("tool", "kinds"),
    [
        ("github/get_issue", "untrusted"),
        ("github/list_pull_requests", "untrusted"),
        ("github/get_file_contents", "private"),
        ("github/create_pull_request", "public"),
        ("github/add_issue_comment", "public"),
        ("github/search_code", ""),
        ("gmail/search_emails", "private untrusted"),
        ("gmail/send_email", "public"),
        ("slack/slack_get_channel_history", "untrusted"),
        ("slack/slack_post_message", "public"),
        ("whatsapp/list_messages", "private untrusted"),
        ("fetch/fetch", "untrusted"),
        ("brave-search/brave_web_search", "untrusted"),
        ("playwright/browser_navigate", "untrusted"),
        ("postgres/query", "private"),
        ("supabase/execute_sql", "private"),
        ("filesystem/read_file", ""),
        ("filesystem/write_file", ""),
        ("drive/upload_file", "public"),
        ("linear/updateIssue", "public"),
        ("time/get_current_time", ""),
        ("sequential-thinking/sequentialthinking", ""),
        ("twitter/tweet", "public"),
    ],
)
def test_by_name(tool: str, kinds: str) -> None:
    server, _, name = tool.partition("/")
    assert " ".join(sorted(ToolKinds({}).of(server, name, {}).kinds)) == kinds


@pytest.mark.parametrize(
    ("marked", "harmless", "arguments", "kinds"),
    [
        ({"private": ["crm/get_*"]}, [], {}, "private"),
        ({"untrusted": ["CRM"], "public": ["crm/get_row"]}, [], {}, "public untrusted"),
        ({"public": ["crm"]}, [], {"query": "select * from a"}, ""),
        ({"public": ["crm"]}, [], {"query": "insert into a values (1)"}, "public"),
        ({"private": ["crm"]}, [], {"sql": "select count(*) from a"}, ""),
        ({"private": ["crm"]}, [], {"sql": "select name from a"}, "private"),
        ({}, ["crm"], {}, ""),
    ],
)
def test_by_pattern(marked: dict[str, list[str]], harmless: list[str], arguments: dict[str, Any], kinds: str) -> None:
    assert " ".join(sorted(ToolKinds(marked, harmless).of("crm", "get_row", arguments).kinds)) == kinds


def test_a_file_of_a_repository_is_shown_to_others() -> None:
    place = {"owner": "acme", "repo": "shop"}
    assert ToolKinds({}).of("github", "create_or_update_file", place).kinds == {"public"}


def test_the_repository_and_the_addresses_of_a_call() -> None:
    tool = ToolKinds({}).of("github", "get_issue", {"owner": "Acme", "repo": "shop", "url": "https://x.example/"})
    assert (tool.name, tool.place, tool.addresses) == ("github/get_issue", "acme/shop", ("https://x.example/",))
