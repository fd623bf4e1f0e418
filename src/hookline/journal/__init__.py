"""Records kept and asked.

    record ──rows (mask, cut)──▶ cells ──store──▶ journal.db ──query──▶ entries

`store.SqliteJournal` keeps, `query` asks; everything else serves one of them. On the way in: `rows`
makes cells of a record, `hookline.detect` masks the secrets in it, `cut`
shortens what is too large, `backlog` holds what cannot be written yet. Around the file: `files` the
place, `schema` the tables, `retain` age and size, `trouble` the words for what went wrong. On the
way out: `search` makes a condition of what is wanted, `entries` the answers of rows.
"""
