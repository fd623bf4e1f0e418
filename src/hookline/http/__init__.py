"""What every server of ours shares: OpenAPI, the guard of a server, checks of shapes."""
