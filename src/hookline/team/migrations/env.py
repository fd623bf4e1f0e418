"""What alembic runs: the migrations, over the connection that `team_store` hands it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
