"""Sends the agent back to work while the workspace has a file TODO.md with something left in it."""

import os

from hookline.sdk import hook


@hook.stop
def while_there_is_work(event):
    try:
        with open("TODO.md", encoding="utf-8") as file:
            left = [line for line in file if line.startswith("- [ ]")]
    except OSError:
        return None
    return (
        event.follow_up(f"{len(left)} left in {os.path.basename(file.name)}. Go on.")
        if left
        else None
    )
