"""Can code start a program?"""

import pytest
from pytest import param

from hookline.shell.spawning_code import can_spawn


@pytest.mark.parametrize(
    ("language", "code"),
    [
        param("python", "import os; os.popen('x')", id="Python: popen"),
        param("python", "getattr(os, 'sys' + 'tem')('x')", id="Python: a name that is put together"),
        param("python", "os.ſystem('x')", id="Python: a name in other letters"),
        param("awk", 'BEGIN { system("x") }', id="awk: system"),
        param("awk", "{ print | c }", id="awk: a pipe into a variable"),
        param("awk", '"x" | getline', id="awk: a pipe from a program"),
        param("awk", '{ f = "system"; @f("x") }', id="awk: a function by its name"),
        param("sed", "1e x", id="sed: the command"),
        param("sed", "s/a/b/e", id="sed: the flag"),
        param("sed", "s,a,b,ge", id="sed: the flag, behind other marks"),
        param("sed", ":a;e x", id="sed: behind a label"),
        param("sed", "/x/,$!{p;e x\n}", id="sed: in a group"),
        param("sed", "\\,a,e x", id="sed: behind an address with another mark"),
        param("sed", "y/ab/ba/;e x", id="sed: behind a translation"),
        param("sed", "s/a/b", id="sed: what cannot be followed"),
        param("sed", "s", id="sed: what ends too early"),
        param("sed", "k", id="sed: a command that is none"),
        param("js", "require('child_process')", id="JavaScript: the module"),
        param("js", "require('child' + '_process')", id="JavaScript: a name that is put together"),
        param("js", "require(x)", id="JavaScript: a computed module"),
        param("ruby", "`x`", id="Ruby: backticks"),
        param("ruby", "require 'open3'", id="Ruby: a library that can"),
        param("perl", "open3(0, 0, 0, 'x')", id="Perl: a pipe"),
        param("vim", "!x", id="vim: a filter"),
        param("tcl", "puts 1", id="a language without a row always can"),
    ],
)
def test_code_that_can(language: str, code: str) -> None:
    assert can_spawn(language, code)


@pytest.mark.parametrize(
    ("language", "code"),
    [
        param("python", "import re; print(re.compile('x'))", id="Python: patterns"),
        param("python", "print('spam')", id="Python: print"),
        param("awk", "/a|b/ { print $1 } x || y", id="awk: patterns and alternatives"),
        param("awk", '{ print "a | b" }', id="awk: a bar in text"),
        param("awk", "{ n++ } END { print n }", id="awk: counting"),
        param("sed", "s/e/e/g;/e/d;$!N;2,5p;10q", id="sed: editing"),
        param("sed", "s|[/,]|x|2;y/abc/xyz/", id="sed: brackets and translations"),
        param("sed", "/x/{a\\\ne text\n}", id="sed: text that is added"),
        param("sed", "s/a/b/w out", id="sed: a file that is written"),
        param("sed", ":a;N;$!ba;s/\\n/ /g", id="sed: a loop"),
        param("sed", "/a/I,/b/Md;l 5;", id="sed: addresses with flags"),
        param("sed", "", id="sed: nothing"),
        param("js", "/v(\\d+)/.exec(process.version); require('fs')", id="JavaScript: patterns and files"),
        param("ruby", "require 'json'; File.open('x')", id="Ruby: files"),
        param("perl", "s/a/b/; print if /executed/", id="Perl: editing"),
        param("vim", "wq!", id="vim: leaving"),
        param("sqlite", "select 1", id="sqlite: a query"),
    ],
)
def test_code_that_cannot(language: str, code: str) -> None:
    assert not can_spawn(language, code)
