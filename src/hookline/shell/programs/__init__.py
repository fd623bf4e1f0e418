"""Programs with ways of their own: what each runs, writes, sets or prints. One function for each,
one row to find it by.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hookline.shell.programs import building, git, launching, printing, variables, writing
from hookline.shell.word import Word

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

#: The reader, the words of the call, what comes in → what the program prints.
Program = Callable[["Assignments", list[Word], "Word | None"], Word]
_ROWS: tuple[tuple[str, Program], ...] = (
    (". source", launching.source),
    ("[ let test", variables.evaluates),
    ("alias", variables.alias),
    ("at batch crontab", launching.reads_script),
    ("cat", printing.cat),
    ("cmd", launching.cmd),
    ("command", launching.command),
    ("concurrently hyperfine", launching.script_words),
    ("cp gcp ginstall gln gmv install ln mv", writing.copies),
    ("curl wget", writing.downloads),
    ("dd", writing.dd),
    ("declare export local readonly typeset", variables.declare),
    ("docker podman", building.docker),
    ("echo", printing.echo),
    ("enable", variables.enable),
    ("env genv", launching.env),
    ("eval", launching.evaluate),
    ("fc", launching.history),
    ("fd fdfind", launching.fd),
    ("find gfind", launching.find),
    ("getopts mapfile read readarray", variables.read),
    ("git", git.git),
    ("gmake make", building.make),
    ("hash", writing.hashed),
    ("less more", launching.less),
    ("npm pnpm yarn bun", building.npm),
    ("parallel", launching.parallel),
    ("printf", printing.printf),
    ("pytest go cargo tox nox jest vitest mocha rake rspec mvn", building.discovers),
    ("gradle gradlew just invoke", building.discovers),
    ("set", variables.set_arguments),
    ("shift", variables.shift),
    ("sponge tee", writing.tee),
    ("ssh", launching.ssh),
    ("su", launching.su),
    ("touch mkdir", writing.names),
    ("trap", launching.trap),
    ("type whence which", printing.which),
    ("unset", variables.unset),
    ("watch", launching.as_one_script),
    ("gxargs xargs", launching.xargs),
    ("basename date dirname du hostname id ls mktemp nproc pgrep pidof pwd", printing.names),
    ("readlink realpath seq stat uname wc whoami", printing.names),
)
PROGRAMS: dict[str, Program] = {
    name: function for names, function in _ROWS for name in names.split()
}
