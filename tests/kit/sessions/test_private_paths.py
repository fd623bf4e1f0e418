"""kit.private_paths: which files are private by name."""

from __future__ import annotations

import os

import pytest

from hookline.kit.sessions.private_paths import PrivatePaths

PRIVATE = """
.env .ENV .env.local apps/web/.env.production .envrc id_rsa keys/id_ed25519 server.key prod.pem ~/.ssh/config ~/.aws/credentials
/home/ada/.bash_history /root/.netrc /Users/ada/.zshrc ~/.config/gh/hosts.yml ~/.kube/config infra/prod.tfvars terraform.tfstate
config/master.key config/credentials.yml.enc secrets.yaml service-account-prod.json ~/.npmrc /etc/shadow ~/.docker/config.json
""".split()
HARMLESS = """
.env.example .env.sample .env.local.example .env.template README.md src/environment.ts src/credentials_test.go id_rsa.pub ~/.gitconfig
~/.ssh/known_hosts certs/cacert.pem tests/fixtures/server.key testdata/id_rsa .npmrc .nvmrc package.json /home/ada/work/a.py
keyboard.py docs/secrets.md src/token.ts fullchain.pem
""".split()


@pytest.mark.parametrize("path", PRIVATE)
def test_it_is_private(path: str) -> None:
    assert PrivatePaths().has(path)


@pytest.mark.parametrize("path", [*HARMLESS, "", "/", "a\0b", "x" * 100_000])
def test_it_is_not(path: str) -> None:
    assert not PrivatePaths().has(path)


def test_the_home_folder_is_known_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/data/people/ada")
    assert os.path.expanduser("~") == "/data/people/ada"
    assert PrivatePaths().has("/data/people/ada/.zshrc")
    assert not PrivatePaths().has("/data/people/ada/src/a.py")


@pytest.mark.parametrize(
    ("also", "path", "answer"),
    [
        ("customers*.csv", "data/customers-2026.csv", True),
        ("customers*.csv", "data/orders.csv", False),
        ("data/", "x/data/y/z.json", True),
        ("data/", "x/database.json", False),
        ("a/b.json", "/w/a/b.json", True),
        ("*.example", ".env.example", True),
    ],
)
def test_a_persons_own_patterns_come_first(also: str, path: str, answer: bool) -> None:
    assert PrivatePaths([also]).has(path) is answer
