"""The local page: what is configured, what ran, and why, in a browser.

    World ──views──▶ dict ──▶ JSON at /api/X, and through a template the page at /X

`world` is where to look, `views` are pure functions of it, `actions` are what the page can do.
`routes` is the table of addresses: `app` serves it, `openapi` describes it. `guard` lets nobody in
without the token, `live` streams the journal, `serve` is the socket and the server.
"""
