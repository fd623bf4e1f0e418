"""Names of programs, options, variables and files that mean something to the reader, as tables of
words.
"""

from __future__ import annotations

import re

SHELLS = frozenset(
    "sh bash dash zsh ksh ksh93 mksh ash rbash fish yash posh csh tcsh osh nu xonsh elvish".split()
)
SHELL_VALUES = frozenset("-o +o -O +O --rcfile --init-file --init-command -C".split())

#: Programs that never run their arguments: they print, list, search, compute, install or ask.
INERT = frozenset(
    ": [ [[ } done fi esac ack actionlint ag alias apk apropos apt apt-cache apt-get aptitude ar "
    "arch arp autopep8 aws az b2sum bandit banner base32 base64 basename bat bc bg biome black "
    "blkid break brew bzip2 cal cat cd chgrp chmod choco choose chown cksum clear clip cloc cmp "
    "code codespell column comm continue convert cosign cowsay cp crane csplit csvcut csvgrep "
    "csvkit csvsql curl cut cvs cygpath date declare delta df diff difft dig dir dirname dirs dive "
    "dmesg dnf doctl dpkg du duf dust echo egrep eslint exa exiftool exit expand export expr eza "
    "factor false fd ffmpeg ffprobe fg fgrep figlet file findmnt flake8 flatpak flit fmt fold "
    "fortune free getopts gh glab gofmt goimports golangci-lint gpg grep gron groups grype gsutil "
    "guix gunzip gzip hadolint head helm help hexdump hexyl hg host hostname hostnamectl htop http "
    "https id identify ifconfig info install iostat ip iptables isort jobs join journalctl jq "
    "jshint kill killall kustomize ld ldd less linode-cli ln local localectl locate logger loginctl "
    "lolcat ls lsblk lscpu lsd lsmem lsof lspci lsusb magick mail man mapfile markdownlint md5 "
    "md5sum mkdir mkfifo mknod mlr more mount mtr mv mypy nano neofetch netstat nft nix-env nl nm "
    "notify notify-send nproc nslookup numfmt nvidia-smi objdump od open openssl oxlint pacman "
    "pandoc paste pathchk pbcopy pbpaste pgrep pidof ping pip pip3 pkill popd port pr prettier "
    "printenv printf procs ps pushd pwd pyflakes pylint pyright pytest qemu-img read readarray "
    "readelf readlink readonly realpath renice reset return rg rm rmdir route rpm rubocop ruff "
    "rustfmt sar say scc scoop sd seq service set sha1sum sha224sum sha256sum sha384sum sha512sum "
    "shasum shellcheck shfmt shift shopt shuf size skopeo sleep snap sort sox split ss ssh-add "
    "ssh-keygen ssh-keyscan standard stat strip stylelint subl sum supabase svn syft sync sysctl "
    "systemctl tac tail terraform test timedatectl tldr tofu tokei top touch tput tr traceroute "
    "tree trivy true tsc tsort twine typeset ufw ugrep umount unalias uname unexpand uniq unset "
    "unzip uptime users virtualenv vmstat vulture w wait wall wc wget whence whereis which who "
    "whoami whois winget wl-copy wrangler write wslpath xclip xdg-open xmllint xsel xsv xxd xz "
    "yamllint yes yq yum zcat zgrep zypper".split()
)
#: Programs that only read the files they are given.
READS_FILES = INERT | frozenset(
    "git diff sed awk gawk mawk find xargs tee tar zip rsync scp docker kubectl".split()
)
#: Programs that find and run code by themselves: tests, builds.
DISCOVERS = frozenset(
    "pytest tox nox npm npx pnpm yarn bun jest vitest mocha ava cargo go make gmake cmake ninja "
    "rake rspec gradle gradlew mvn mvnw bazel ant sbt dotnet mix just task invoke hatch pdm uv "
    "poetry pre-commit".split()
)

#: git's own sub-commands; any other word is an alias or a program called git-word.
GIT_COMMANDS = frozenset(
    "add am annotate apply archive backfill bisect blame branch bundle cat-file check-attr "
    "check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool "
    "clean clone column commit commit-graph commit-tree config count-objects credential "
    "credential-cache credential-store daemon describe diagnose diff diff-files diff-index "
    "diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg "
    "for-each-ref for-each-repo format-patch fsck gc get-tar-commit-id grep gui hash-object help "
    "hook http-backend imap-send index-pack init init-db instaweb interpret-trailers lfs log "
    "ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file "
    "merge-index merge-octopus merge-one-file merge-tree mergetool mktag mktree multi-pack-index mv "
    "name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push "
    "quiltimport range-diff read-tree rebase reflog refs remote repack replace replay request-pull "
    "rerere reset restore rev-list rev-parse revert rm send-email send-pack shell shortlog show "
    "show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule "
    "subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref "
    "update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version "
    "whatchanged worktree write-tree".split()
)
#: Aliases and add-ons so common that they are taken for what they always are.
GIT_USUAL = frozenset(
    "co ci st br df lg ls di dc sw unstage amend last graph tree flow annex crypt secret absorb "
    "cliff cola fame open".split()
)
#: Other words for the same: what is asked for → what comes to the same.
GIT_SAME = {"push": ("send-pack", "http-push")}

#: Options that take the next word, where sub-commands or meanings stand behind them.
VALUE_OPTIONS: dict[str, frozenset[str]] = {
    program: frozenset(options.split())
    for program, options in {
        "aws": "--profile --region --output --endpoint-url --query",
        "az": "--subscription --output -o --query",
        "cargo": "--config --color -Z",
        "docker": "-H -c -l --host --context --config --log-level",
        "docker-compose": "-f -p --file --project-name --profile --env-file --project-directory",
        "gcloud": "--project --account --configuration --format",
        "gh": "-R --repo --hostname",
        "git": "-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env "
        "--attr-source",
        "helm": "-n --namespace --kube-context --kubeconfig",
        "kubectl": "-n -s -v --namespace --context --cluster --kubeconfig --server --user --token "
        "--as",
        "npm": "--prefix -C -w --workspace",
        "pnpm": "-C --dir -F --filter",
        "podman": "--url --connection --log-level",
        "terraform": "",
        "yarn": "--cwd",
    }.items()
}
#: Short options and their other forms.
LONG_FORMS: dict[str, dict[str, tuple[str, ...]]] = {
    "rm": {"r": ("R", "--recursive"), "f": ("--force",)},
    "git": {"f": ("--force",), "d": (), "x": ()},
    "chmod": {"R": ("--recursive",)},
    "chown": {"R": ("--recursive",)},
    "cp": {"r": ("R", "a", "--recursive"), "f": ("--force",)},
}

#: Variables whose value is a command line that some program will run.
COMMAND_VARIABLES = frozenset(
    "PROMPT_COMMAND GIT_SSH_COMMAND GIT_SSH GIT_PAGER PAGER MANPAGER GIT_EDITOR EDITOR VISUAL "
    "GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND "
    "LESSOPEN LESSCLOSE BROWSER RUSTC_WRAPPER FCEDIT RSYNC_RSH CVS_RSH FZF_DEFAULT_COMMAND "
    "npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL SYSTEMD_PAGER".split()
)
#: Variables that a shell expands like text in double quotes.
PROMPT_VARIABLES = frozenset("PS0 PS1 PS2 PS4 PROMPT RPROMPT".split())
#: Variables that name a file some program will read code from.
STARTUP_VARIABLES = frozenset("BASH_ENV ENV ZDOTDIR PYTHONSTARTUP".split())
#: Variables that change what programs do beyond what can be followed.
OPAQUE_VARIABLES = frozenset(
    "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS "
    "GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_EXEC_PATH GIT_TEMPLATE_DIR PERL5OPT PERL5DB RUBYOPT "
    "MAKEFILES TAR_OPTIONS ZIPOPT VIMINIT EXINIT PYTHONBREAKPOINT JAVA_TOOL_OPTIONS "
    "BASH_LOADABLES_PATH SHELLOPTS".split()
)
#: Files that some program runs by itself: profiles of shells, hooks of git and its helpers.
STARTUP_FILES = re.compile(
    r"(?:^|/)(?:\.bashrc|\.bash_profile|\.bash_login|\.bash_logout|\.bash_aliases|\.profile|\.zshrc"
    r"|\.zshenv|\.zprofile|\.zlogin|\.kshrc|\.xinitrc|\.xprofile|\.envrc|\.ssh/rc|config\.fish)\Z"
    r"|/etc/profile|/etc/bash|/etc/cron|(?:^|/)(?:\.git)?hooks/[\w-]+\Z|\.husky/[\w-]+\Z"
)
#: Programs whose output people have their shell evaluate: it sets variables.
SETS_VARIABLES = frozenset(
    "brew conda dircolors direnv docker-machine fnm gpg-agent lesspipe minikube mise nodenv nvm "
    "opam pyenv rbenv resize ssh-agent starship zoxide".split()
)
