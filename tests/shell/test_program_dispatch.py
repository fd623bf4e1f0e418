"""A program is run: as what it is named, and by what it was made."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("/usr/bin/git push", "yes", id="by its path"),
        param("GIT push", "unknown", id="in capitals, where the file system does not care"),
        param("Git.EXE push", "yes", id="as Windows has it"),
        param("zsh -c '=git push'", "yes", id="as zsh looks it up"),
        param("nu -c '^git push'", "yes", id="as nu has it"),
        param("nu -c 'run-external git push'", "yes", id="as nu has it at length"),
        param("elvish -c 'e:git push'", "yes", id="as elvish has it"),
        param("e:gitk push", "no", id="another program, as elvish has it"),
        param("alias g=git; g push", "yes", id="by an alias"),
        param("alias g='git push'; g", "yes", id="by an alias with words"),
        param("alias g='x; y'; g", "unknown", id="by an alias that is more than words"),
        param("alias ls='ls -l'; ls", "no", id="an alias of its own name"),
        param("alias a=b b=a; a", "no", id="aliases of each other"),
        param("cp /usr/bin/git /tmp/x; /tmp/x push", "yes", id="by a copy"),
        param("ln -s /usr/bin/git ~/bin/x; x push", "yes", id="by a link, through PATH"),
        param("cat /usr/bin/git > x; ./x push", "unknown", id="by a copy of its bytes"),
        param("hash -p /usr/bin/git ls; ls push", "yes", id="by a name it was given"),
        param("git-push origin", "yes", id="as a program of its own"),
        param("hub push", "yes", id="by another program that takes all git takes"),
        param("$(pick) push", "unknown", id="by a computed name"),
        param("$x", "unknown", id="by a variable that may hold it all"),
        param('"$x" push', "unknown", id="by a quoted variable"),
        param("if a; then s=sudo; fi; $s git push", "yes", id="behind a wrapper that may be there"),
        param("if a; then p=python3; else p=python; fi; $p x.py", "no", id="one of two programs, neither of them it"),
        param('"$x" status', "no", id="by a quoted variable, with other words"),
        param('f() { git "$@"; }; f push', "yes", id="by a function with arguments"),
        param("f() { g; }; g() { f; }; f", "unknown", id="by functions that call each other"),
        param("printf 'git push' > b/ls; PATH=b:$PATH ls", "yes", id="by a script of that name on the PATH"),
        param("/lib64/ld-linux-x86-64.so.2 /usr/bin/git push", "yes", id="by the loader"),
        param("npx -c 'git push'", "yes", id="by a runner of packages"),
        param("echo 'git push' | someprogram", "unknown", id="by a program nobody knows that reads it"),
        param("echo 'git push' | wc -l", "no", id="by a program that only reads"),
        param("printf 'git push' > f; someprogram f", "unknown", id="by a program nobody knows that is given a file"),
        param("printf 'git push' > f; someprogram --file=f", "unknown", id="behind an equals sign"),
        param("printf 'git push' > f; wc f", "no", id="by a program that only reads a file"),
        param("printf 'git push' > f.sh; someprogram f.sh", "yes", id="by a program that is given a script"),
        param("printf 'import os' > f.py; someprogram f.py", "no", id="harmless code in a file"),
        param("printf 'import subprocess' > f.py; someprogram f.py", "unknown", id="code in a file that can start programs"),
        param("", "no", id="nothing"),
        param("> f", "no", id="nothing but a redirection"),
    ],
)
def test_programs_by_any_name(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


def test_a_name_that_is_always_another_is_followed_a_few_times_only() -> None:
    chain = "; ".join(f"alias a{n}=a{n + 1}" for n in range(20))
    assert read(f"{chain}; a0").calls[-1].program == "a8"
