"""Other languages: which programs speak them, how they are handed code, and what code needs in
order to start a program.
"""

from __future__ import annotations

import re

#: Programs by the language of the code they are handed.
INTERPRETERS: dict[str, str] = {
    program: language
    for language, programs in {
        "awk": "awk gawk mawk nawk",
        "ed": "ed red",
        "elixir": "elixir iex",
        "emacs": "emacs",
        "erl": "erl escript",
        "gdb": "gdb",
        "groovy": "groovy",
        "guile": "guile racket scheme sbcl clojure bb",
        "haskell": "ghc runghc runhaskell",
        "java": "jshell",
        "js": "node nodejs deno bun tsx ts-node qjs",
        "julia": "julia",
        "lldb": "lldb",
        "lua": "lua luajit",
        "m4": "m4",
        "mysql": "mysql mariadb",
        "osascript": "osascript",
        "perl": "perl",
        "php": "php",
        "powershell": "pwsh powershell",
        "psql": "psql",
        "python": "python pypy ipython bpython py",
        "r": "Rscript R",
        "ruby": "ruby irb jruby",
        "scala": "scala",
        "sed": "sed gsed ssed",
        "sqlite": "sqlite3 sqlite",
        "tcl": "tclsh wish expect",
        "vim": "vim vi nvim ex view vimdiff",
    }.items()
    for program in programs.split()
}
_VERSIONED = re.compile(r"(python|pypy|lua|ruby|perl|node|php|tclsh|guile)[\d.-]+\Z")
#: Options after which code follows.
CODE_OPTIONS: dict[str, str] = {
    "elixir": "-e --eval",
    "emacs": "--eval -eval",
    "erl": "-eval",
    "gdb": "-ex -iex -eval-command --eval-command",
    "groovy": "-e",
    "guile": "-c -e --eval -eval",
    "haskell": "-e",
    "js": "-e --eval -p --print eval",
    "julia": "-e -E --eval",
    "lldb": "-o -O",
    "lua": "-e",
    "mysql": "-e --execute",
    "osascript": "-e",
    "perl": "-e -E",
    "php": "-r -B -R -E",
    "powershell": "-c -Command -EncodedCommand -enc",
    "psql": "-c --command",
    "python": "-c",
    "r": "-e",
    "ruby": "-e",
    "scala": "-e",
    "sed": "-e --expression",
    "sqlite": "-cmd",
    "tcl": "-c",
    "vim": "-c --cmd +",
}
#: Options that take the next word, which is no code; and those whose value is a file of code.
LANGUAGE_VALUES: dict[str, str] = {
    "awk": "-v -F --assign --field-separator",
    "js": "-r --require --import --loader --env-file",
    "perl": "-I",
    "psql": "-h -p -U -d -v --host --port --username --dbname --set",
    "python": "-W -X",
    "ruby": "-r -I",
    "sed": "-l --line-length",
    "sqlite": "-separator -newline -nullvalue",
}
CODE_FILES = frozenset("-f --file --from-file -x -S -init".split())
#: Languages whose first plain argument is code when no option gave any.
CODE_FIRST = frozenset({"awk", "sed", "sqlite"})
#: Languages whose programs take files to work on, not to run; code may come in beside them.
TAKES_FILES = frozenset("awk sed sqlite psql mysql vim ed emacs".split())
#: The language of a file, by how its name ends. "sh": a shell reads it.
LANGUAGE_OF_FILE: dict[str, str] = {
    ".awk": "awk",
    ".c": "c",
    ".cc": "c",
    ".cjs": "js",
    ".cpp": "c",
    ".go": "go",
    ".java": "java",
    ".js": "js",
    ".jsx": "js",
    ".kts": "java",
    ".lua": "lua",
    ".mjs": "js",
    ".php": "php",
    ".pl": "perl",
    ".py": "python",
    ".r": "r",
    ".rb": "ruby",
    ".rs": "rust",
    ".sed": "sed",
    ".sh": "sh",
    ".bash": "sh",
    ".ts": "js",
    ".tsx": "js",
}

_SAFE_RUBY = (
    "json|yaml|set|date|time|csv|erb|uri|digest|pathname|securerandom|bigdecimal|optparse|pp"
    "|stringio|tempfile|ostruct"
)
#: What code of a language needs in order to start a program, or to hide that it does. A language
#: without a row always can.
SPAWNS: dict[str, str] = {
    "c": r"\bsystem\b|exec|popen|fork|spawn|syscall|dlopen|\basm\b|__asm",
    "ed": r"!",
    "gdb": r"\bshell\b|!|\bpython\b|\bpipe\b|\||\bcall\b|\bprint\b|\bsource\b|\bmake\b|\bguile\b"
    r"|\brun\b|\bstart\b",
    "go": r"os/exec|syscall|unsafe|plugin|reflect",
    "java": r"Runtime|ProcessBuilder|forName|reflect|Method|Loader|ScriptEngine|native",
    "js": r"child_process|\beval\b|Function|constructor|binding|\bimport\s*\(|Deno\.(?:run|Command)"
    r"|Bun\.|Bun\[|\$`|atob|fromCharCode|Buffer\.from|\\[xu]|shelljs|execa|\bzx\b|cross-spawn"
    r"|simple-git|node-pty|worker_threads|cluster|\bvm\b|\bmodule\b"
    r"|require(?!\s*\(\s*(['\"])[\w@./:-]+\1\s*\)|\.main|\.resolve)|\bfrom\s*['\"](?:node:)?child",
    "lua": r"os\s*\.\s*execute|popen|load|dofile|require|\bos\s*\[|\bio\s*\[|_G|_ENV|debug\.",
    "mysql": r"\\!|\bsystem\b|\bsource\b|\\\.",
    "perl": r"\bsystem\b|\bexec(?:[lv][pe]*)?\b|\bqx\b|`|\bopen\d?\b|\beval\b|\bfork\b|\brequire\b"
    r"|\bdo\b\s*[^{\s]|\bpack\b|syscall|IPC|&\s*\{|&\$|CORE::|\bpipe\b|/[a-z]*ee|\bglob\b"
    r"|<[^>\w$]*\|",
    "php": r"exec|system|passthru|popen|proc_open|`|eval|assert|include|require|base64|\$\w+\s*\("
    r"|call_user|array_map|preg_replace_callback|create_function|mail\s*\(",
    "psql": r"\\!|\\o|\\g|\\i|copy\b.*\bprogram\b|plpython|plperl|plsh|lo_export",
    "r": r"\bsystem|shell|processx|\beval\b|\bparse\b|\bsource\b|do\.call|pipe\s*\(|\bget\b|unlink"
    r"|match\.fun",
    "ruby": r"Open3|Process\.(?:spawn|exec|fork|daemon)|PTY|capture|\bsystem\b|\bexec\b|`|%x|spawn"
    r"|popen|eval|\bfork\b|(?<!File\.)\bopen\b|Kernel|\bsend\b|__send__|public_send|\bpack\b|\bIO\."
    r"|method\s*\(|\bload\b|Fiddle|syscall"
    rf"|require(?!\s*\(?\s*['\"](?:{_SAFE_RUBY})['\"])",
    "rust": r"Command|libc|unsafe|exec|asm!",
    "sqlite": r"\.\s*(?:shell|system|import|load|output|once)|load_extension|edit\s*\("
    r"|\bfts3_tokenizer",
    "vim": r"(?<![qwxae])!|system|exec|term|\bso\b|source|python|py3|lua|perl|ruby|luafile|mzs|:so"
    r"|call\b|=",
}
#: Code that deletes trees of files, whatever the language.
DELETES = (
    r"rmtree|remove_tree|rm_rf|rm_r\b|\brmSync|\brm\s*\(|rmdir|unlink|removeSync|rimraf"
    r"|remove_entry|RemoveAll|remove_all|remove_dir|remove_dir_all|Remove-Item|removedirs|FileUtils"
    r"|os\.remove|\bdelete_tree|deltree|Directory\.Delete|\.deleteRecursively"
)


def language_of(program: str) -> str:
    """The language a program speaks, whatever its version; empty when it speaks none that is known."""
    versioned = _VERSIONED.match(program)
    return INTERPRETERS.get(versioned[1] if versioned else program, "")
