"""Text and files that a shell reads as commands."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("sh -c 'git push'", "yes", id="a command line"),
        param("bash -lec 'git push'", "yes", id="among other letters"),
        param("bash --norc -o errexit -c 'git push'", "yes", id="behind other options"),
        param("fish --command 'git push'", "yes", id="by its long name"),
        param('sh -c "$(pick)"', "unknown", id="a computed command line"),
        param("sh -c 'git $1' x push", "yes", id="with arguments"),
        param("sh -c '$0 push' git", "yes", id="with a name"),
        param("sh -c", "no", id="without any"),
        param("sh -c 'echo git push'", "no", id="that only talks"),
        param("sh -- script", "no", id="a script that was there"),
        param("sh script", "no", id="a script, plainly"),
        param("ksh 'git push'", "yes", id="a script with a blank in its name, which some shells run"),
        param('sh "$script"', "no", id="a script a variable names"),
        param("sh $(pick)", "unknown", id="a computed script"),
        param("sh $args", "unknown", id="words nobody knows"),
        param("echo 'git $1' > f; sh f push", "yes", id="a script made here, with arguments"),
        param("echo git push | sh", "yes", id="what comes in"),
        param("echo git push | sh -", "yes", id="what comes in, by a dash"),
        param("echo 'git $1' | sh -s push", "yes", id="what comes in, with arguments"),
        param("cat f | sh", "no", id="a file that was there, through a pipe"),
        param("grep x f | sh", "unknown", id="what another command prints"),
        param("bash -c 'source /dev/stdin' <<< 'git push'", "yes", id="what comes in, one shell further"),
        param("echo 'git push' > rc; bash --rcfile rc -i", "yes", id="a file to start with"),
        param(
            "printf '#!/usr/bin/env python3\\nimport os\\nos.system(\"x\")\\n' > f; ./f",
            "unknown",
            id="a script of another language",
        ),
        param("printf '#!/usr/bin/env python3\\nprint(1)\\n' > f; ./f", "no", id="a harmless one"),
        param("printf '#!/bin/sh\\ngit push\\n' > f; ./f", "yes", id="a script of a shell"),
        param("python3 -c \"open('s.sh', 'w').write(x)\"; sh s.sh", "unknown", id="a script that code may have written"),
        param("sed -i 's/x/git push/' s.sh; sh s.sh", "unknown", id="a script that was edited so"),
        param("sed -i 's/x/y/' s.sh; sh s.sh", "no", id="a script that was edited otherwise"),
        param("echo 'git push' > f; mv f g; sh g", "yes", id="a script that was moved"),
        param('f=$(mktemp); echo \'git push\' > "$f"; sh "$f"', "unknown", id="a script nobody knows the name of"),
    ],
)
def test_scripts(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
