"""`hookline completion SHELL`: what a shell reads to complete commands, events and agents."""

from __future__ import annotations

import click

from hookline.cli.faults import FINE, Refused
from hookline.cli.manual import read
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.terminal import Screen

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=GroupedCommand,
    name="completion",
    epilog="\b\nExamples:\n"
    '  hookline completion bash    write into ~/.bashrc: eval "$(hookline completion bash)"\n'
    '  hookline completion zsh     write into ~/.zshrc: eval "$(hookline completion zsh)"\n'
    "  hookline completion fish > ~/.config/fish/completions/hookline.fish",
)
@click.argument("shell", type=click.Choice(SHELLS), metavar="[" + "|".join(SHELLS) + "]")
@output_options
def command(shell: str, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Print the script by which a shell completes hookline's commands, events and agents."""
    script = read("completions", f"hookline.{shell}")
    if script is None:
        raise Refused(
            f"The completion for {shell} is missing from this installation.",
            "Install hookline again.",
        )
    if as_json:
        screen.json({"shell": shell, "script": script})
    else:
        screen.write(script)
    return FINE
