"""Programs with ways of their own: what each runs, writes, sets or prints. One function for each,
one row to find it by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hookline.shell.programs import building, git, printing, variables
from hookline.shell.programs import launching as running
from hookline.shell.programs import writing as files
from hookline.shell.word import Word

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

Program = Callable[["Assignments", list[Word], "Word | None"], Word]
PROGRAMS: dict[str, Program] = {
    name: function
    for names, function in (
        (". source", running.source),
        ("[ let test", variables.evaluates),
        ("alias", variables.alias),
        ("at batch crontab", running.reads_script),
        ("cat", printing.cat),
        ("command", running.command),
        ("concurrently hyperfine", running.script_words),
        ("cp gcp ginstall gln gmv install ln mv", files.copies),
        ("curl wget", files.downloads),
        ("dd", files.dd),
        ("declare export local readonly typeset", variables.declare),
        ("docker podman", building.docker),
        ("echo", printing.echo),
        ("enable", variables.enable),
        ("env genv", running.env),
        ("eval", running.evaluate),
        ("fc", running.history),
        ("fd fdfind", running.fd),
        ("find gfind", running.find),
        ("getopts mapfile read readarray", variables.read),
        ("git", git.git),
        ("gmake make", building.make),
        ("hash", files.hashed),
        ("less more", running.less),
        ("npm pnpm yarn bun", building.npm),
        ("parallel", running.parallel),
        ("printf", printing.printf),
        ("pytest go cargo tox nox jest vitest mocha rake rspec mvn gradle gradlew just invoke", building.discovers),
        ("set", variables.set_arguments),
        ("shift", variables.shift),
        ("sponge tee", files.tee),
        ("ssh", running.ssh),
        ("su", running.su),
        ("touch mkdir", files.names),
        ("trap", running.trap),
        ("type whence which", printing.which),
        ("unset", variables.unset),
        ("watch", running.as_one_script),
        ("gxargs xargs", running.xargs),
        ("basename date dirname du hostname id ls mktemp nproc pgrep pidof pwd readlink realpath seq stat uname wc whoami",
         printing.names),
    )
    for name in names.split()
}  # fmt: skip
