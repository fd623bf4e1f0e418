"""Programs and builtins that run what they are given."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("eval 'git push'", "yes", id="eval: a text"),
        param("eval git push", "yes", id="eval: words"),
        param('eval "$(ssh-agent -s)"', "no", id="eval: what only sets variables"),
        param('eval "$(pick)"', "unknown", id="eval: what another command prints"),
        param("eval 'source /dev/stdin' <<< 'git push'", "yes", id="eval: with something to read"),
        param(". <(echo git push)", "yes", id="source: a process"),
        param(". /dev/stdin <<< 'git push'", "yes", id="source: what comes in"),
        param("source venv/bin/activate", "no", id="source: a file that was there"),
        param("source", "no", id="source: nothing"),
        param("trap 'git push' EXIT", "yes", id="trap: a text"),
        param("trap - EXIT; trap", "no", id="trap: taken back"),
        param("fc -s git", "unknown", id="fc: what was typed before"),
        param("fc -l", "no", id="fc: only shown"),
        param("cmd.exe /c git push", "yes", id="cmd: words"),
        param("cmd //d //c 'git push & dir'", "yes", id="cmd: a text, from Git Bash"),
        param("cmd /cgit push", "yes", id="cmd: attached"),
        param("CMD.EXE /C 'gi^t push'", "yes", id="cmd: with an escape"),
        param("cmd /c 'C:\\Git\\git.exe push'", "yes", id="cmd: a program by its path"),
        param("cmd.exe /c '%X% push'", "unknown", id="cmd: a variable"),
        param('cmd.exe /c "$(pick)"', "unknown", id="cmd: a computed text"),
        param("echo git push | cmd", "yes", id="cmd: what comes in"),
        param("cmd.exe /c echo git push", "no", id="cmd: what only prints"),
        param("cmd", "no", id="cmd: nothing"),
        param("command git push", "yes", id="command: a program"),
        param("$(command -v git) push", "yes", id="command: where a program is"),
        param("su -c 'git push'", "yes", id="su: a text"),
        param("echo 'git push' | su bob", "yes", id="su: what comes in"),
        param("env -i A=b git push", "yes", id="env: a program"),
        param("env -S 'git -C .' push", "yes", id="env: a text and words"),
        param("env --split-string='git push'", "yes", id="env: a text behind an equals sign"),
        param('env -S "$(pick)"', "unknown", id="env: a computed text"),
        param("env -u X A=1 -S 'git push'", "yes", id="env: a text behind assignments"),
        param("env ls -S 'git push'", "no", id="env: an option of the program"),
        param("echo push | xargs git", "yes", id="xargs: words that come in"),
        param("echo \"'push'\" | xargs git", "yes", id="xargs: words in quotes"),
        param('echo "it\'s" | xargs git', "unknown", id="xargs: quotes that do not end"),
        param("printf 'git push' | xargs -0 sh -c", "yes", id="xargs: one word with blanks"),
        param("echo push,x | xargs -d, git", "unknown", id="xargs: words split otherwise"),
        param("ls | xargs git", "unknown", id="xargs: words nobody knows"),
        param("ls | xargs", "no", id="xargs: nothing to run"),
        param("xargs git push", "yes", id="xargs: a program"),
        param("echo push > f; xargs -a f git", "yes", id="xargs: words from a file"),
        param("echo push | xargs -I% git %", "yes", id="xargs: a mark"),
        param("echo push | xargs -I{} git {}", "yes", id="xargs: the usual mark"),
        param("echo push | xargs -i git {}", "yes", id="xargs: a mark nobody names"),
        param("echo push | xargs --replace=@ git @", "yes", id="xargs: a mark in a long option"),
        param("cat f | xargs -I{} git {}", "unknown", id="xargs: a mark for what nobody knows"),
        param("cat f | xargs -I{} git log {}", "no", id="xargs: a mark in a harmless place"),
        param("parallel git ::: push", "yes", id="parallel: words"),
        param("parallel 'git {}' ::: push", "yes", id="parallel: a mark"),
        param("parallel ::: 'git push'", "yes", id="parallel: lines"),
        param("echo 'git push' | parallel", "yes", id="parallel: lines that come in"),
        param("cat f | parallel git", "unknown", id="parallel: words nobody knows"),
        param("cat f | parallel gzip", "no", id="parallel: something else"),
        param("find . -exec git push \\;", "yes", id="find: a program"),
        param("find . -execdir git push {} +", "yes", id="find: a program in its folder"),
        param("find . -exec git push", "yes", id="find: a program without end"),
        param("find . -exec ls {} \\;", "no", id="find: something else"),
        param("fd -x git push", "yes", id="fd: a program"),
        param("fd x", "no", id="fd: only shown"),
        param("ssh -p 22 h git push", "yes", id="ssh: words"),
        param("ssh h 'cd x; git push'", "yes", id="ssh: a text"),
        param("ssh h <<< 'git push'", "yes", id="ssh: what comes in"),
        param("ssh h", "no", id="ssh: nothing"),
        param("watch -n 1 git push", "yes", id="watch: words"),
        param("watch", "no", id="watch: nothing"),
        param("hyperfine -r 1 'git push' ls", "yes", id="hyperfine: each word"),
        param("at now <<< 'git push'", "yes", id="at: what comes in"),
        param("echo 'git push' > f; at -f f now", "yes", id="at: a file"),
        param("echo 'x' > f; crontab f", "unknown", id="crontab: a table made here"),
        param("crontab f", "no", id="crontab: a table that was there"),
        param("crontab -l", "no", id="crontab: only shown"),
        param("less '+!git push' f", "yes", id="less: a command"),
        param("less f", "no", id="less: only shown"),
    ],
)
def test_running(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("find . -delete", "yes", id="find: deletes"),
        param("find . -exec rm {} +", "yes", id="find: has all it finds deleted"),
        param("find . -name x | xargs rm -f", "unknown", id="xargs: deletes what nobody knows"),
        param("find . -name '*.py'", "no", id="find: only shown"),
    ],
)
def test_deleting(command: str, answer: str) -> None:
    assert str(read(command).runs("rm -rf")) == answer
