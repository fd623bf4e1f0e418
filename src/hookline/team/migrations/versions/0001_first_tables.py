"""The first tables: teams, releases, signed files, machines."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "teams",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", WHEN, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("online_key", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "releases",
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.Column("hooks", sa.JSON, nullable=False),
    )
    op.create_table(
        "scripts",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "signed_files",
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id"), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "archives",
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id"), primary_key=True),
        sa.Column("name", sa.String(160), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "enrolment_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id"), nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
        sa.Column("made_at", WHEN, nullable=False),
        sa.Column("ends_at", WHEN, nullable=False),
    )
    op.create_table(
        "machines",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("team_id", sa.Integer, sa.ForeignKey("teams.id"), nullable=False, index=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("secret_digest", sa.String(64), nullable=False),
        sa.Column("enrolled_at", WHEN, nullable=False),
        sa.Column("seen_at", WHEN, nullable=True),
        sa.Column("revoked_at", WHEN, nullable=True),
        sa.Column("report", sa.JSON, nullable=True),
    )
