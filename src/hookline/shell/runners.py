"""Programs that run the program named in their arguments, one row each: which options take a value,
which a command line.

A program that is in no row is not trusted to do nothing: see `match.mentions`.
"""

from __future__ import annotations


class Runner:
    """How a program's own words end and those of the program it runs begin."""

    __slots__ = ("assigns", "joins", "permutes", "positionals", "scripts", "values")

    def __init__(
        self,
        values: str = "",
        *,
        scripts: str = "",
        positionals: int = 0,
        assigns: bool = False,
        permutes: bool = False,
        joins: bool = False,
    ) -> None:
        self.values = frozenset(values.split())  # options that take the next word
        self.scripts = frozenset(scripts.split())  # options that take a command line
        self.positionals = positionals  # words before the program
        self.assigns = assigns  # NAME=value before the program
        self.permutes = permutes  # the command line's option may stand behind other words
        self.joins = joins  # all the words behind the option are the command line


_SUDO = "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type --close-from"
RUNNERS = {
    **dict.fromkeys(
        "{ ! do then else elif if while until".split(), Runner(assigns=True)
    ),  # behind `time`, the grammar misses keywords
    "aws-vault": Runner("-d --duration"),
    "builtin": Runner(),
    "busybox": Runner(),
    "bwrap": Runner("--chdir --uid --gid --hostname --unsetenv --tmpfs --dev --proc --dir"),
    "caffeinate": Runner("-t -w"),
    "catchsegv": Runner(),
    "chpst": Runner("-u -U -b -/ -e -n -l -L -m -d -o -p -f -c -r -t"),
    "choom": Runner("-n -p --adjust --pid"),
    "chroot": Runner(positionals=1),
    "chrt": Runner("-T -P -D -p --sched-runtime --sched-period --sched-deadline", positionals=1),
    "command": Runner(),
    "chronic": Runner(),
    "coproc": Runner(assigns=True),
    "corepack": Runner(),
    "cpulimit": Runner("-l -p -e -c --limit --pid --exe --cpu"),
    "dbus-launch": Runner(),
    "dbus-run-session": Runner("--config-file --dbus-daemon"),
    "dotenv": Runner("-f -e --file"),
    "doas": Runner("-u -C -a"),
    "eatmydata": Runner(),
    "entr": Runner(),
    "env": Runner("-u --unset -C --chdir -a --argv0", assigns=True),
    "envdir": Runner(positionals=1),
    "exec": Runner("-a"),
    "fakeroot": Runner("-l -s -i -b --lib --faked"),
    "firejail": Runner(),
    "flock": Runner(
        "-w -E --timeout --conflict-exit-code", scripts="-c --command", positionals=1, permutes=True
    ),
    "gtimeout": Runner("-k -s --kill-after --signal", positionals=1),
    "gosu": Runner(positionals=1),
    "ifne": Runner(),
    "ionice": Runner("-c -n -p -P -u --class --classdata"),
    "linux32": Runner(),
    "linux64": Runner(),
    "ltrace": Runner("-e -o -p -s -u -n -l -a -A -F -x"),
    "nice": Runner("-n --adjustment"),
    "nocache": Runner(),
    "noglob": Runner(),
    "nohup": Runner(),
    "nsenter": Runner("-t -S -G --target --setuid --setgid"),
    "numactl": Runner("-i -m -N -C -p -P"),
    "parallel": Runner("-j -a -I -N -L -S --jobs --colsep --delay --joblog --results --tmpdir"),
    "perf": Runner("-e -o -p -C -F --event --output", positionals=1),
    "pkexec": Runner("--user"),
    "prlimit": Runner("-p -o --pid --output"),
    "proxychains": Runner("-f"),
    "proxychains4": Runner("-f"),
    "proot": Runner("-r -b -w -q -k -0 -R -S"),
    "rlwrap": Runner("-a -b -C -D -f -g -H -l -m -O -p -P -q -s -t -w -z"),
    "runuser": Runner(
        "-u -g -G -s --user --group --shell",
        scripts="-c --command --session-command",
        permutes=True,
    ),
    "script": Runner(
        "-a -t -o -I -O -B -T -m -E --log-in --log-out --log-io --log-timing",
        scripts="-c --command",
        permutes=True,
    ),
    "setarch": Runner(positionals=1),
    "setlock": Runner(positionals=1),
    "setpriv": Runner(
        "--reuid --regid --groups --securebits --pdeathsig --inh-caps --ambient-caps --bounding-set"
    ),
    "setsid": Runner(),
    "sg": Runner(scripts="-c", positionals=1, permutes=True),
    "softlimit": Runner("-a -c -d -f -l -m -o -p -r -s -t"),
    "ssh-agent": Runner("-a -t -E -O"),
    "start-stop-daemon": Runner(
        "-x -a -n -u -c -p -d -g -N --exec --startas --name --user --chuid --pidfile --chdir --group"
    ),
    "stdbuf": Runner("-i -o -e --input --output --error"),
    "strace": Runner("-e -o -p -s -u -a -b -E -I -O -P -S -X"),
    "su": Runner(
        "-g -G -s -w --group --shell", scripts="-c --command --session-command", permutes=True
    ),
    "sudo": Runner(_SUDO, assigns=True),
    "systemd-cat": Runner("-t -p --identifier --priority"),
    "systemd-inhibit": Runner("--what --who --why --mode"),
    "systemd-run": Runner(
        "-u -p -M -H -E -G --unit --property --setenv --slice --uid --gid --on-active --working-directory"
    ),
    "taskset": Runner("-p", positionals=1),
    "time": Runner("-f -o --format --output"),
    "timeout": Runner("-k -s --kill-after --signal", positionals=1),
    "torsocks": Runner(),
    "torify": Runner(),
    "tsocks": Runner(),
    "toybox": Runner(),
    "trickle": Runner("-u -d -w -t -l -n"),
    "unbuffer": Runner(),
    "unshare": Runner(
        "-S -G -R -w --setuid --setgid --root --wd --map-user --map-group --kill-child --propagation"
    ),
    "uxterm": Runner(scripts="-e", joins=True),
    "valgrind": Runner(),
    "watch": Runner("-n -q --interval --equexit"),
    "xargs": Runner(
        "-a -d -E -I -J -L -n -P -R -s -S --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace",
    ),
    "xterm": Runner(scripts="-e", joins=True),
    "xvfb-run": Runner(
        "-e -f -n -p -s -w --error-file --auth-file --server-num --server-args --wait"
    ),
}

#: Programs that run the words after these sub-commands: `docker exec -it web git push`. A text: go
#: on as with that program.
SUBCOMMAND_RUNNERS: dict[str, dict[str, Runner | str]] = {
    "bundle": {"exec": Runner()},
    "conda": {"run": Runner("-n -p --name --prefix --cwd")},
    "direnv": {"exec": Runner(positionals=1)},
    "docker": {
        "compose": "docker-compose",
        "container": "docker",
        "envdir": Runner(positionals=1),
        "exec": Runner("-u -w -e --user --workdir --env --env-file --detach-keys", positionals=1),
        "run": Runner(
            "-u -w -e -v -p -l -h -m --user --workdir --env --env-file --volume --publish --name --network --entrypoint "
            "--mount --label --hostname --memory --cpus --platform --add-host --pull --gpus --ulimit --cap-add --cap-drop "
            "--device",
            positionals=1,
        ),
    },
    "docker-compose": {
        "exec": Runner("-u -w -e --user --workdir --env --index", positionals=1),
        "run": Runner(
            "-u -w -e -v -p --user --workdir --env --volume --publish --name --entrypoint",
            positionals=1,
        ),
    },
    "hatch": {"run": Runner()},
    "just": {"--command": Runner()},
    "kubectl": {
        "debug": Runner("-c -n --container --namespace --image --target", positionals=1),
        "exec": Runner("-c -n -f --container --namespace --filename", positionals=1),
        "run": Runner("-n --namespace --image --overrides --restart --env", positionals=1),
    },
    "lxc": {"exec": Runner("--cwd --env --user", positionals=1)},
    "mise": {"exec": Runner(), "x": Runner()},
    "nix": {
        "develop": Runner(scripts="-c --command", joins=True, permutes=True),
        "run": Runner(positionals=1),
        "shell": Runner(scripts="-c --command", joins=True, permutes=True),
    },
    "npm": {
        "envdir": Runner(positionals=1),
        "exec": Runner("-p -w --package --workspace", scripts="-c --call"),
        "x": Runner("-p --package", scripts="-c --call"),
    },
    "op": {"run": Runner("--env-file")},
    "oc": {
        "exec": Runner("-c -n --container --namespace", positionals=1),
        "rsh": Runner("-c -n --container --namespace --shell --timeout", positionals=1),
    },
    "pdm": {"run": Runner()},
    "pipenv": {"run": Runner()},
    "pnpm": {"exec": Runner(), "dlx": Runner("--package")},
    "podman": {
        "exec": Runner("-u -w -e", positionals=1),
        "run": Runner("-u -w -e -v -p --name", positionals=1),
    },
    "vagrant": {"ssh": Runner(scripts="-c --command", permutes=True)},
    "poetry": {"run": Runner("-C -P --directory --project")},
    "rye": {"run": Runner()},
    "uv": {
        "run": Runner(
            "-p --python --with --extra --group --project --directory --env-file --index-url --package"
        )
    },
    "yarn": {"exec": Runner(), "run": Runner()},
}

#: Runners of packages: `npx -c script`, `uvx program`.
PACKAGE_RUNNERS = frozenset("npx bunx pnpx uvx pipx-run".split())
PACKAGE_RUNNER = Runner("-p --package --from --with --python", scripts="-c --call")
LOADER = Runner("--library-path --preload --audit --argv0 --inhibit-rpath")

#: Options whose value is a command line, of programs that do something else. One that ends in "="
#: has it attached.
SCRIPT_OPTIONS: dict[str, tuple[str, ...]] = {
    program: tuple(options.split())
    for program, options in {
        "alacritty": "-e --command",
        "ansible": "-a --args",
        "apt": "APT::Update::Pre-Invoke::= APT::Update::Post-Invoke::= DPkg::Pre-Invoke::=",
        "apt-get": "APT::Update::Pre-Invoke::= APT::Update::Post-Invoke::= DPkg::Pre-Invoke::=",
        "bazel": "--run_under",
        "compgen": "-C",
        "complete": "-C",
        "dpkg": "--pre-invoke --post-invoke",
        "fzf": "--preview",
        "gnome-terminal": "-e --command",
        "go": "-exec -toolexec -vettool",
        "konsole": "-e",
        "man": "-P --pager -H --html",
        "mapfile": "-C",
        "nodemon": "-x --exec",
        "npm": "--script-shell",
        "pnpm": "--script-shell",
        "readarray": "-C",
        "rg": "--pre --hostname-bin",
        "rsync": "-e --rsh --rsync-path",
        "scp": "-S -oProxyCommand= ProxyCommand=",
        "sftp": "-S -oProxyCommand= ProxyCommand=",
        "sort": "--compress-program",
        "split": "--filter",
        "ssh": "-oProxyCommand= -oLocalCommand= ProxyCommand= LocalCommand= KnownHostsCommand=",
        "tar": "-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script "
        "--rsh-command --rmt-command",
        "tcpdump": "-z",
        "tmux": "run-shell run if-shell",
        "wget": "--use-askpass",
        "zip": "-TT --unzip-command",
    }.items()
}
