"""Tools that run rules out of files, where those were made on the way."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("make test", "no", id="make: rules that were there"),
        param("make SHELL=x", "unknown", id="make: another shell"),
        param("make --eval='x: ; git push'", "unknown", id="make: rules in an option"),
        param("make 'X=$(shell git push)'", "yes", id="make: a setting that runs"),
        param("printf 'a:\\n\\tgit push\\n' > Makefile; make", "yes", id="make: a rule made here"),
        param("printf 'a: ; @git push\\n' | make -f -", "yes", id="make: a rule that comes in"),
        param("printf 'V=push\\na:\\n\\tgit $(V)\\n' > m; make -f m", "yes", id="make: a rule with a setting"),
        param("printf 'a:\\n\\tgit $(V)\\n' > m; make --file=m", "unknown", id="make: a rule with what is set elsewhere"),
        param("printf 'a:\\n\\techo $$(git push) $@\\n' > m; make -fm", "yes", id="make: a rule with a substitution"),
        param("printf 'a:\\n\\tcc -c $<\\n' > Makefile; make", "no", id="make: a harmless rule"),
        param("printf 'include x\\n' > Makefile; make", "unknown", id="make: rules from elsewhere"),
        param("pick > Makefile; make", "unknown", id="make: computed rules"),
        param("printf 'a: ; git push\\n' > \"$x\"; make", "yes", id="make: rules made nobody knows where"),
        param("make -f m", "no", id="make: another file that was there"),
        param("npm test", "no", id="npm: scripts that were there"),
        param("""echo '{"scripts": {"test": "git push"}}' > package.json; npm test""", "yes", id="npm: a script made here"),
        param("""echo '{"scripts": {"test": "jest"}}' > package.json; npm test""", "no", id="npm: a harmless script"),
        param("""echo '{"name": "x"}' > package.json; npm i""", "no", id="npm: no scripts"),
        param("""echo '{"scripts": 1}' > package.json; npm i""", "unknown", id="npm: scripts that are none"),
        param("pick > package.json; npm test", "unknown", id="npm: computed scripts"),
        param("cp x package.json; npm test", "no", id="npm: a copy of what was there"),
        param("npm pkg set scripts.x='git push'", "yes", id="npm: a script in an option"),
        param("npm exec -- git push", "yes", id="npm: a program"),
        param("bun -e 'Bun.spawn([\"git\"])'", "unknown", id="bun: code"),
        param("docker run --entrypoint git x push", "yes", id="docker: another program"),
        param("docker run --entrypoint=git x push", "yes", id="docker: another program, behind an equals sign"),
        param("printf 'FROM x\\nRUN git push\\n' > Dockerfile; docker build .", "yes", id="docker: a line made here"),
        param("printf 'FROM x\\nRUN make\\n' > Dockerfile; docker build .", "no", id="docker: a harmless line"),
        param("pick > Dockerfile; docker build .", "unknown", id="docker: computed lines"),
        param("docker build .", "no", id="docker: lines that were there"),
        param("echo 'import subprocess' > test_x.py; pytest", "unknown", id="pytest: a test made here"),
        param("echo 'import os' > test_x.py; pytest", "no", id="pytest: a harmless test"),
        param("cargo test; go build ./...", "no", id="builds of what was there"),
    ],
)
def test_building(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
