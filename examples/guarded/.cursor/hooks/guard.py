"""What the agent may not do here: push, read credentials, be told a password."""

from hookline.sdk import hook


@hook.beforeShellExecution
def no_push(event):
    found = event.runs("git push")
    if found.yes:
        return event.deny("Pushing is for people.", agent="Open a pull request instead.")
    if found.unknown:
        return event.ask(f"It cannot be told whether this pushes: {found.reason}.")
    return None


@hook.beforeSubmitPrompt
def no_passwords(event):
    if "password:" in event.prompt.lower():
        return event.deny("Leave the password out and send the prompt again.")
    return None


@hook.beforeReadFile
def no_credentials(event):
    if event.file_path.endswith((".pem", ".env")):
        return event.deny("Credentials stay where they are.")
    return None
