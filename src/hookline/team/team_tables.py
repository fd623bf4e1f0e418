"""The tables of the team server's database. What changes them is a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

TABLES = MetaData()

#: `change` grows with every change that machines have to hear of: it is the ETag of `/head`.
teams = Table(
    "teams", TABLES,
    Column("id", Integer, primary_key=True),
    Column("name", String(64), nullable=False, unique=True),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Column("change", Integer, nullable=False),
    Column("online_key", LargeBinary, nullable=False),
)  # fmt: skip

#: A release never changes. Its hooks are a JSON list; scripts are kept once, by digest.
releases = Table(
    "releases", TABLES,
    Column("team_id", ForeignKey("teams.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("author", String(200), nullable=False),
    Column("note", Text, nullable=False),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Column("hooks", JSON, nullable=False),
)  # fmt: skip

scripts = Table(
    "scripts", TABLES,
    Column("digest", String(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)  # fmt: skip

#: The signed files of each team's repository, and the archives they name.
signed_files = Table(
    "signed_files", TABLES,
    Column("team_id", ForeignKey("teams.id"), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)  # fmt: skip

archives = Table(
    "archives", TABLES,
    Column("team_id", ForeignKey("teams.id"), primary_key=True),
    Column("name", String(160), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)  # fmt: skip

#: Of tokens and secrets only digests are kept.
enrolment_tokens = Table(
    "enrolment_tokens", TABLES,
    Column("digest", String(64), primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("uses_left", Integer, nullable=False),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Column("ends_at", DateTime(timezone=True), nullable=False),
)  # fmt: skip

machines = Table(
    "machines", TABLES,
    Column("id", String(32), primary_key=True),
    Column("team_id", ForeignKey("teams.id"), nullable=False, index=True),
    Column("name", String(200), nullable=False),
    Column("system", String(16), nullable=False),
    Column("secret_digest", String(64), nullable=False),
    Column("enrolled_at", DateTime(timezone=True), nullable=False),
    Column("seen_at", DateTime(timezone=True), nullable=True),
    Column("revoked_at", DateTime(timezone=True), nullable=True),
    Column("report", JSON, nullable=True),
)  # fmt: skip
