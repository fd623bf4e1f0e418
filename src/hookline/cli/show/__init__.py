"""What commands print: decisions, logs, problems and figures, arranged for a terminal. Decides nothing."""
