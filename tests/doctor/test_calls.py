"""doctor.calls: the programs a shell script plainly calls."""

import pytest
from pytest import param

from hookline.doctor.calls import programs_called


@pytest.mark.parametrize(
    ("script", "names"),
    [
        param("jq -r .command", ["jq"], id="the first word of a line"),
        param("cmd=$(jq -r .command)", ["jq"], id="inside a substitution"),
        param('cmd="$(cat | jq -r .command)"', ["cat", "jq"], id="inside a substitution in quotes"),
        param("cmd=`jq -r .command`", ["jq"], id="inside backticks"),
        param("cat | jq . && rg x; sed s/a/b/ & wc", ["cat", "jq", "rg", "sed", "wc"], id="after every operator"),
        param("if grep -q x; then curl y; else wget z; fi", ["grep", "curl", "wget"], id="after words of the shell"),
        param("FOO=1 BAR=2 jq .", ["jq"], id="after assignments"),
        param("exec env A=1 node x.js", ["node"], id="after what starts another"),
        param("echo hi; cd /; [ -f x ] && test -d y; exit 0", [], id="builtins are not programs"),
        param("# jq is nice\n  # rg too\ntrue", [], id="comments"),
        param("echo 'jq | rg; curl'", [], id="quoted text is text"),
        param("python3 -c '\nimport os\nos.getcwd()\n'\n", ["python3"], id="a quoted program of several lines"),
        param("cat <<END\njq rg curl\nEND\nwc\n", ["cat", "wc"], id="a here-document is text"),
        param("cat <<-'END' | sort\n\tjq\n\tEND\nwc", ["cat", "sort", "wc"], id="an indented, quoted here-document"),
        param("cat <<A <<B\njq\nA\nrg\nB\nwc", ["cat", "wc"], id="two here-documents"),
        param("cat <<END\njq", ["cat"], id="a here-document without an end"),
        param("case $x in\n  git*) rg a ;;\n  curl | wget) jq . ;;\nesac\nwc", ["rg", "jq", "wc"], id="patterns of a case"),
        param("foo() { jq .; }\nfoo\nfunction bar { rg x; }\nbar", ["jq", "rg"], id="functions of the script"),
        param("if command -v jq >/dev/null; then jq .; fi", [], id="what is asked for before"),
        param("type -p rg && rg x\nwhich fd\nhash gh", [], id="asked for in other ways"),
        param("./hooks/x.sh; /usr/bin/jq .; $TOOL x; ~/bin/y", [], id="paths and computed names"),
        param("x=(jq rg)\nx+=(curl)\necho ${x[0]}", [], id="arrays"),
        param("n=$((a + b)); ((n > 2)) && wc", ["wc"], id="arithmetic"),
        param("jq . > rg 2>&1 < curl\nwc &> wget", ["jq", "wc"], id="files that are read and written"),
        param("jq \\\n  --raw-output \\\n  .command", ["jq"], id="a command over several lines"),
        param("jq .; jq .; rg; jq .", ["jq", "rg"], id="each once"),
        param("", [], id="nothing"),
        param("(cd x; jq .)\n{ rg y; }", ["jq", "rg"], id="subshells and groups"),
        param("while read -r line; do jq .; done", ["jq"], id="loops"),
        param("for f in jq rg; do wc $f; done", ["wc"], id="the words of a for are no commands"),
        param("! jq -e .x", ["jq"], id="after a not"),
        param('echo "$(jq "$(rg x)")"', ["jq", "rg"], id="quotes within quotes"),
    ],
)
def test_the_programs_of_a_script(script: str, names: list[str]) -> None:
    assert list(programs_called(script)) == names


def test_a_large_script_is_read_in_reasonable_time() -> None:
    assert programs_called("jq .\n" * 200_000) == ("jq",)
    assert programs_called("'" * 100_001 + "$(" * 10_000) == ()
