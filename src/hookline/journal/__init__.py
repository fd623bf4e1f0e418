"""Records kept and asked.

    record ──rows (mask, cut)──▶ cells ──store──▶ journal.db ──journal_reader──▶ entries, summaries

`store.SqliteJournal` keeps, `journal_reader.Reader` asks; everything else serves one of them. On the
way in: `rows` makes cells of a record, `hookline.detect` takes the secrets out, `cut` shortens what is
too large, `backlog` holds what cannot be written yet. Around the file: `private_files` the place,
`tables` the schema, `retain` age and size, `sqlite_errors` the words for what went wrong. On the way
out: `search` makes a condition of what is wanted, `entries` and `summaries` the answers of rows,
`recorded` the events that can be fired again.
"""
