"""What programs do to the files they are given, for `protect`. Data only; a program in no table is
asked about.
"""

from __future__ import annotations

#: Only read.
READS = frozenset(
    "cat bat batcat tac nl rev head tail less more most grep egrep fgrep zgrep rg ag ack ls ll la "
    "dir exa eza tree stat file wc diff colordiff cmp comm md5sum sha1sum sha224sum sha256sum "
    "sha384sum sha512sum shasum b2sum cksum sum strings xxd od hexdump base64 base32 jq yq gron "
    "cut paste column sort uniq awk gawk mawk nawk sed gsed tr fold fmt pr join expand unexpand "
    "echo printf test [ [[ true false : pwd cd pushd popd chdir which whereis type realpath "
    "readlink dirname basename du df mkdir find gfind fd fdfind locate yamllint actionlint "
    "check-jsonschema ajv jsonlint shellcheck hadolint gh glab sleep date env printenv export set "
    "unset return exit local declare read "
    "wait kill ps id whoami uname seq cursor code open xdg-open tig lazygit act hexyl delta".split()
)
#: Run the words they are given, which are looked at by themselves.
EVALUATES = frozenset(
    "sh bash dash zsh ksh ash fish eval source . exec command builtin trap".split()
)
#: The first word is a script that they read.
INTERPRETERS = frozenset(
    "python python2 python3 pypy pypy3 node nodejs bun deno ruby perl php lua tsx ts-node Rscript "
    "osascript pwsh uv".split()
)
#: Write to what they are given, or change who may.
WRITES = frozenset(
    "tee sponge touch truncate chmod chown chgrp chattr chflags setfacl setfattr xattr ed ex vi "
    "vim nvim nano pico emacs micro dd fallocate dos2unix unix2dos shred csplit split mkfifo mknod "
    "gzip gunzip bzip2 xz zstd ln gln link "
    "symlink mv gmv rename prename exch".split()
)
#: Remove or move what they are given, with all that is in it.
REMOVES = frozenset(
    "rm grm unlink rmdir srm wipe trash trash-put gio rimraf del shred mv gmv rename prename ln "
    "gln exch".split()
)
#: Write to the last word.
COPIES = frozenset("cp gcp install ginstall rsync scp ditto".split())
#: Change the files that what they read names.
PATCHES = frozenset(("patch", "gpatch"))
#: Read, unless they get one of these options.
WRITES_WITH = {
    "sed": ("-i", "--in-place"),
    "gsed": ("-i", "--in-place"),
    "perl": ("-i", "-pi", "-ni"),
    "ruby": ("-i", "-pi", "-ni"),
    "awk": ("-i", "--include"),
    "gawk": ("-i", "--include"),
    "yq": ("-i", "--inplace"),
    "sort": ("-o", "--output"),
    "curl": ("-o", "--output", "-O", "--remote-name", "--output-dir", "-T"),
    "wget": ("-O", "--output-document", "-P", "--directory-prefix"),
    "xxd": ("-r",),
}
#: Options of git itself that take the next word.
GIT_VALUES = (
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--exec-path",
    "--config-env",
    "--source",
    "-s",
)
#: Commands of git that write the files they name.
GIT_WRITES = frozenset(
    "checkout restore reset rm mv clean stash update-index read-tree checkout-index".split()
)
GIT_PATCHES = frozenset(("apply", "am"))
