"""Programs that run the program named in their arguments, one row each: which options take a value,
which a command line.

A program that is in no row is not trusted to do nothing: see `mentioned_commands`.
"""

from __future__ import annotations


class Wrapper:
    """How a program's own words end and those of the program it runs begin.

    `values`: options that take the next word; `scripts`: options that take a command line;
    `positionals`: how many words stand before the program; `assigns`: NAME=value may stand before
    it; `permutes`: the command line's option may stand behind other words; `joins`: all the words
    behind that option are the command line.
    """

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
        self.values = frozenset(values.split())
        self.scripts = frozenset(scripts.split())
        self.positionals = positionals
        self.assigns = assigns
        self.permutes = permutes
        self.joins = joins

    def takes(self, option: str) -> bool:
        """Whether a value stands behind this option."""
        return option in self.values or option in self.scripts


_SUDO = (
    "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role "
    "--type --close-from"
)
WRAPPERS = {
    # behind `time`, the grammar misses keywords
    **dict.fromkeys("{ ! do then else elif if while until".split(), Wrapper(assigns=True)),
    "aws-vault": Wrapper("-d --duration"),
    "builtin": Wrapper(),
    "busybox": Wrapper(),
    "bwrap": Wrapper("--chdir --uid --gid --hostname --unsetenv --tmpfs --dev --proc --dir"),
    "caffeinate": Wrapper("-t -w"),
    "catchsegv": Wrapper(),
    "chpst": Wrapper("-u -U -b -/ -e -n -l -L -m -d -o -p -f -c -r -t"),
    "choom": Wrapper("-n -p --adjust --pid"),
    "chroot": Wrapper(positionals=1),
    "chrt": Wrapper("-T -P -D -p --sched-runtime --sched-period --sched-deadline", positionals=1),
    "command": Wrapper(),
    "chronic": Wrapper(),
    "coproc": Wrapper(assigns=True),
    "corepack": Wrapper(),
    "cpulimit": Wrapper("-l -p -e -c --limit --pid --exe --cpu"),
    "dbus-launch": Wrapper(),
    "dbus-run-session": Wrapper("--config-file --dbus-daemon"),
    "dotenv": Wrapper("-f -e --file"),
    "doas": Wrapper("-u -C -a"),
    "eatmydata": Wrapper(),
    "entr": Wrapper(),
    "env": Wrapper("-u --unset -C --chdir -a --argv0", assigns=True),
    "envdir": Wrapper(positionals=1),
    "exec": Wrapper("-a"),
    "fakeroot": Wrapper("-l -s -i -b --lib --faked"),
    "firejail": Wrapper(),
    "flock": Wrapper(
        "-w -E --timeout --conflict-exit-code", scripts="-c --command", positionals=1, permutes=True
    ),
    "gtimeout": Wrapper("-k -s --kill-after --signal", positionals=1),
    "gosu": Wrapper(positionals=1),
    "ifne": Wrapper(),
    "ionice": Wrapper("-c -n -p -P -u --class --classdata"),
    "linux32": Wrapper(),
    "linux64": Wrapper(),
    "ltrace": Wrapper("-e -o -p -s -u -n -l -a -A -F -x"),
    "nice": Wrapper("-n --adjustment"),
    "nocache": Wrapper(),
    "noglob": Wrapper(),
    "nohup": Wrapper(),
    "nsenter": Wrapper("-t -S -G --target --setuid --setgid"),
    "numactl": Wrapper("-i -m -N -C -p -P"),
    "parallel": Wrapper("-j -a -I -N -L -S --jobs --colsep --delay --joblog --results --tmpdir"),
    "perf": Wrapper("-e -o -p -C -F --event --output", positionals=1),
    "pkexec": Wrapper("--user"),
    "prlimit": Wrapper("-p -o --pid --output"),
    "proxychains": Wrapper("-f"),
    "proxychains4": Wrapper("-f"),
    "proot": Wrapper("-r -b -w -q -k -0 -R -S"),
    "rlwrap": Wrapper("-a -b -C -D -f -g -H -l -m -O -p -P -q -s -t -w -z"),
    "run-external": Wrapper(),
    "runuser": Wrapper(
        "-u -g -G -s --user --group --shell",
        scripts="-c --command --session-command",
        permutes=True,
    ),
    "script": Wrapper(
        "-a -t -o -I -O -B -T -m -E --log-in --log-out --log-io --log-timing",
        scripts="-c --command",
        permutes=True,
    ),
    "setarch": Wrapper(positionals=1),
    "setlock": Wrapper(positionals=1),
    "setpriv": Wrapper(
        "--reuid --regid --groups --securebits --pdeathsig --inh-caps --ambient-caps --bounding-set"
    ),
    "setsid": Wrapper(),
    "sg": Wrapper(scripts="-c", positionals=1, permutes=True),
    "softlimit": Wrapper("-a -c -d -f -l -m -o -p -r -s -t"),
    "ssh-agent": Wrapper("-a -t -E -O"),
    "start-stop-daemon": Wrapper(
        "-x -a -n -u -c -p -d -g -N --exec --startas --name --user --chuid --pidfile --chdir --group"
    ),
    "stdbuf": Wrapper("-i -o -e --input --output --error"),
    "strace": Wrapper("-e -o -p -s -u -a -b -E -I -O -P -S -X"),
    "su": Wrapper(
        "-g -G -s -w --group --shell", scripts="-c --command --session-command", permutes=True
    ),
    "sudo": Wrapper(_SUDO, assigns=True),
    "systemd-cat": Wrapper("-t -p --identifier --priority"),
    "systemd-inhibit": Wrapper("--what --who --why --mode"),
    "systemd-run": Wrapper(
        "-u -p -M -H -E -G --unit --property --setenv --slice --uid --gid --on-active --working-directory"
    ),
    "taskset": Wrapper("-p", positionals=1),
    "time": Wrapper("-f -o --format --output"),
    "timeout": Wrapper("-k -s --kill-after --signal", positionals=1),
    "torsocks": Wrapper(),
    "torify": Wrapper(),
    "tsocks": Wrapper(),
    "toybox": Wrapper(),
    "trickle": Wrapper("-u -d -w -t -l -n"),
    "unbuffer": Wrapper(),
    "unshare": Wrapper(
        "-S -G -R -w --setuid --setgid --root --wd --map-user --map-group --kill-child --propagation"
    ),
    "uxterm": Wrapper(scripts="-e", joins=True),
    "valgrind": Wrapper(),
    "watch": Wrapper("-n -q --interval --equexit"),
    "xargs": Wrapper(
        "-a -d -E -I -J -L -n -P -R -s -S --arg-file --delimiter --max-args --max-procs "
        "--max-lines --max-chars --replace",
    ),
    "xterm": Wrapper(scripts="-e", joins=True),
    "xvfb-run": Wrapper(
        "-e -f -n -p -s -w --error-file --auth-file --server-num --server-args --wait"
    ),
}

#: Programs that run the words after these sub-commands: `docker exec -it web git push`. A text: go
#: on as with that program.
SUBCOMMAND_WRAPPERS: dict[str, dict[str, Wrapper | str]] = {
    "bundle": {"exec": Wrapper()},
    "conda": {"run": Wrapper("-n -p --name --prefix --cwd")},
    "direnv": {"exec": Wrapper(positionals=1)},
    "docker": {
        "compose": "docker-compose",
        "container": "docker",
        "envdir": Wrapper(positionals=1),
        "exec": Wrapper("-u -w -e --user --workdir --env --env-file --detach-keys", positionals=1),
        "run": Wrapper(
            "-u -w -e -v -p -l -h -m --user --workdir --env --env-file --volume --publish --name "
            "--network --entrypoint --mount --label --hostname --memory --cpus --platform "
            "--add-host --pull --gpus --ulimit --cap-add --cap-drop --device",
            positionals=1,
        ),
    },
    "docker-compose": {
        "exec": Wrapper("-u -w -e --user --workdir --env --index", positionals=1),
        "run": Wrapper(
            "-u -w -e -v -p --user --workdir --env --volume --publish --name --entrypoint",
            positionals=1,
        ),
    },
    "hatch": {"run": Wrapper()},
    "just": {"--command": Wrapper()},
    "kubectl": {
        "debug": Wrapper("-c -n --container --namespace --image --target", positionals=1),
        "exec": Wrapper("-c -n -f --container --namespace --filename", positionals=1),
        "run": Wrapper("-n --namespace --image --overrides --restart --env", positionals=1),
    },
    "lxc": {"exec": Wrapper("--cwd --env --user", positionals=1)},
    "mise": {"exec": Wrapper(), "x": Wrapper()},
    "nix": {
        "develop": Wrapper(scripts="-c --command", joins=True, permutes=True),
        "run": Wrapper(positionals=1),
        "shell": Wrapper(scripts="-c --command", joins=True, permutes=True),
    },
    "npm": {
        "envdir": Wrapper(positionals=1),
        "exec": Wrapper("-p -w --package --workspace", scripts="-c --call"),
        "x": Wrapper("-p --package", scripts="-c --call"),
    },
    "op": {"run": Wrapper("--env-file")},
    "oc": {
        "exec": Wrapper("-c -n --container --namespace", positionals=1),
        "rsh": Wrapper("-c -n --container --namespace --shell --timeout", positionals=1),
    },
    "pdm": {"run": Wrapper()},
    "pipenv": {"run": Wrapper()},
    "pnpm": {"exec": Wrapper(), "dlx": Wrapper("--package")},
    "podman": {
        "exec": Wrapper("-u -w -e", positionals=1),
        "run": Wrapper("-u -w -e -v -p --name", positionals=1),
    },
    "vagrant": {"ssh": Wrapper(scripts="-c --command", permutes=True)},
    "poetry": {"run": Wrapper("-C -P --directory --project")},
    "rye": {"run": Wrapper()},
    "uv": {
        "run": Wrapper(
            "-p --python --with --extra --group --project --directory --env-file --index-url --package"
        )
    },
    "yarn": {"exec": Wrapper(), "run": Wrapper()},
}

#: Runners of packages: `npx -c script`, `uvx program`.
PACKAGE_RUNNERS = frozenset("npx bunx pnpx uvx pipx-run".split())
PACKAGE_RUNNER = Wrapper("-p --package --from --with --python", scripts="-c --call")
LOADER = Wrapper("--library-path --preload --audit --argv0 --inhibit-rpath")

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
        "tar": "-I -F --use-compress-program --to-command --checkpoint-action --info-script "
        "--new-volume-script --rsh-command --rmt-command",
        "tcpdump": "-z",
        "tmux": "run-shell run if-shell",
        "wget": "--use-askpass",
        "zip": "-TT --unzip-command",
    }.items()
}
