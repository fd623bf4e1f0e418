"""A Python script → how its paths end: in silence, with an allow, or with another verdict. Pure: the
syntax tree is followed, nothing is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from hookline.config.always_answers import (
    ALLOW,
    MAX_CALLS,
    NOWHERE,
    SILENT,
    START,
    VERDICT,
    Kinds,
    Steps,
    Unclear,
    after,
    kind_of,
)

_Function = ast.FunctionDef | ast.AsyncFunctionDef
Names = Mapping[str, ast.expr]
_PRINTS = ("print", "sys.stdout.write")
_EXITS = ("sys.exit", "exit", "quit", "os._exit")
#: Another program takes over, and may answer.
_TAKES_OVER = ("os.exec", "runpy.", "exec", "eval")
#: What hands on the text of its first argument.
_WRAPS = ("json.dumps", "str", "dumps", "asyncio.run")
_VERDICTS = {"allow": ALLOW, "deny": VERDICT, "ask": VERDICT, True: ALLOW, False: VERDICT}
_KEYS = ("permission", "permissionDecision", "continue")
_FAILS = 2


def ends_of_python(text: str) -> Kinds:
    """How the paths through a script end; of an SDK hook, how its functions do."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError):
        raise Unclear from None
    script = _Script(tree)
    hooks = [function for function in script.functions.values() if _is_sdk_hook(function)]
    if hooks:
        return frozenset(kind for function in hooks for kind in script.answers(function))
    left = script.block(tree.body, START, {}, 0)
    return script.ended | left


def _is_sdk_hook(function: _Function) -> bool:
    return any(ast.unparse(one).startswith("hook.") for one in function.decorator_list)


class _Script:
    """One script being followed. `ended` are the states in which the process can end."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, _Function)}
        self.assigned: dict[str, list[ast.expr]] = {}
        for node in ast.walk(tree):
            for name, value in _assignments(node):
                self.assigned.setdefault(name, []).append(value)
        self.ended: Kinds = NOWHERE
        self._returned: Kinds = NOWHERE
        self._steps = Steps()
        self._calls_in: dict[ast.AST, list[tuple[str, ast.Call]]] = {}
        self._returned_by: dict[_Function, list[ast.expr | None]] = {}

    def answers(self, function: _Function) -> Kinds:
        """What the function of an SDK hook returns."""
        kinds = {self._kind_returned(value) for value in _returns(function)}
        if self._falls_through(function.body):
            kinds.add(SILENT)
        return frozenset(kinds)

    def _kind_returned(self, value: ast.expr | None) -> str:
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return SILENT
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            return {"allow": ALLOW, "deny": VERDICT, "ask": VERDICT}.get(value.func.attr, SILENT)
        raise Unclear

    def _falls_through(self, body: Sequence[ast.stmt]) -> bool:
        outer = self._returned
        falls = bool(self.block(body, START, {}, MAX_CALLS))
        self._returned = outer
        return falls

    def block(
        self, statements: Sequence[ast.stmt], states: Kinds, names: Names, depth: int
    ) -> Kinds:
        """The states after these statements."""
        for statement in statements:
            if not states:
                return states
            self._steps.take()
            states = self._after(statement, states, names, depth)
        return states

    def _after(self, node: ast.stmt, states: Kinds, names: Names, depth: int) -> Kinds:
        if isinstance(node, ast.If):
            states = self._calls(node.test, states, names, depth)
            body = self.block(node.body, states, names, depth)
            if "__main__" in ast.unparse(node.test):
                return body
            return body | self.block(node.orelse, states, names, depth)
        if isinstance(node, ast.For | ast.While | ast.AsyncFor):
            once = self.block(node.body, states, names, depth)
            return states | once | self.block(node.orelse, states | once, names, depth)
        if isinstance(node, ast.With | ast.AsyncWith):
            return self.block(node.body, states, names, depth)
        if isinstance(node, ast.Try):
            return self._after_try(node, states, names, depth)
        if isinstance(node, ast.Match):
            cases = [self.block(case.body, states, names, depth) for case in node.cases]
            return states.union(*cases)
        if isinstance(node, _Function | ast.ClassDef):
            return states
        states = self._calls(node, states, names, depth)
        if isinstance(node, ast.Return):
            self._returned |= states
        return NOWHERE if isinstance(node, ast.Return | ast.Raise) else states

    def _after_try(self, node: ast.Try, states: Kinds, names: Names, depth: int) -> Kinds:
        body = self.block(node.body, states, names, depth)
        handled = [
            self.block(handler.body, states | body, names, depth) for handler in node.handlers
        ]
        done = self.block(node.orelse, body, names, depth).union(*handled)
        return self.block(node.finalbody, done, names, depth)

    def _calls(self, node: ast.AST, states: Kinds, names: Names, depth: int) -> Kinds:
        """The states after the calls in a statement, the inner ones first."""
        if node not in self._calls_in:
            calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
            self._calls_in[node] = [(ast.unparse(call.func), call) for call in reversed(calls)]
        for name, call in self._calls_in[node]:
            self._steps.take()
            states = self._called(name, call, states, names, depth)
        return states

    def _called(self, name: str, call: ast.Call, states: Kinds, names: Names, depth: int) -> Kinds:
        if name.startswith(_TAKES_OVER):
            raise Unclear
        if name in _PRINTS:
            return self._printed(call, states, names)
        if name == "json.dump" and len(call.args) > 1 and "stdout" in ast.unparse(call.args[1]):
            return after(states, self._kinds(call.args[0], names, 0))
        if name in _EXITS:
            self.ended |= _at_exit(call, states)
            return NOWHERE
        function = self.functions.get(name)
        if function is None:
            return states
        return self._through(function, call, states, names, depth)

    def _printed(self, call: ast.Call, states: Kinds, names: Names) -> Kinds:
        if any(keyword.arg == "file" for keyword in call.keywords) or not call.args:
            return states
        return after(states, self._kinds(call.args[0], names, 0))

    def _through(
        self, function: _Function, call: ast.Call, states: Kinds, names: Names, depth: int
    ) -> Kinds:
        """The states after a function of the script, with its arguments in the place of its
        parameters.
        """
        if depth >= MAX_CALLS:
            raise Unclear
        outer, self._returned = self._returned, NOWHERE
        left = self.block(function.body, states, _bound(function, call, names), depth + 1)
        left, self._returned = left | self._returned, outer
        return left

    def _kinds(self, value: ast.expr, names: Names, depth: int) -> set[str]:
        """What a value says when it is printed; several where it can be one of several."""
        if depth > MAX_CALLS:
            raise Unclear
        if isinstance(value, ast.Constant):
            return {kind_of(str(value.value))}
        if isinstance(value, ast.Dict):
            return self._kinds_of_dict(value, names, depth)
        candidates = list(self._candidates(value, names))
        if not candidates:
            raise Unclear
        return {kind for each in candidates for kind in self._kinds(each, names, depth + 1)}

    def _candidates(self, value: ast.expr, names: Names) -> Iterator[ast.expr]:
        """What a value can be, one step nearer to a literal."""
        self._steps.take()
        if isinstance(value, ast.IfExp):
            yield from (value.body, value.orelse)
        elif isinstance(value, ast.Name):
            yield from [names[value.id]] if value.id in names else self.assigned.get(value.id, ())
        elif isinstance(value, ast.Call) and value.args and ast.unparse(value.func) in _WRAPS:
            yield value.args[0]
        elif isinstance(value, ast.Call) and ast.unparse(value.func) in self.functions:
            function = self.functions[ast.unparse(value.func)]
            if self._falls_through(function.body):
                raise Unclear
            if function not in self._returned_by:
                self._returned_by[function] = list(_returns(function))
            yield from (each for each in self._returned_by[function] if each is not None)

    def _kinds_of_dict(self, value: ast.Dict, names: Names, depth: int) -> set[str]:
        kinds = {SILENT}
        for key, item in zip(value.keys, value.values, strict=True):
            word = key.value if isinstance(key, ast.Constant) else None
            if word is None:
                raise Unclear  # a computed key, or another dict unpacked
            if word in _KEYS:
                kinds = self._verdicts(item, names, depth)
                if VERDICT in kinds:
                    return kinds
            elif word == "hookSpecificOutput":
                kinds = self._kinds(item, names, depth + 1)
        return kinds

    def _verdicts(self, value: ast.expr, names: Names, depth: int) -> set[str]:
        if depth > MAX_CALLS:
            raise Unclear
        if isinstance(value, ast.Constant):
            if value.value not in _VERDICTS:
                raise Unclear
            return {_VERDICTS[value.value]}
        candidates = list(self._candidates(value, names))
        if not candidates:
            raise Unclear
        return {kind for each in candidates for kind in self._verdicts(each, names, depth + 1)}


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    targets: Sequence[ast.expr] = ()
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        targets, value = (node.target,), node.value
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, value


def _returns(function: _Function) -> Iterator[ast.expr | None]:
    return (node.value for node in ast.walk(function) if isinstance(node, ast.Return))


def _bound(function: _Function, call: ast.Call, names: Names) -> dict[str, ast.expr]:
    """Parameter → argument, and what is known of names already."""
    parameters = [argument.arg for argument in function.args.args]
    defaults = dict(zip(reversed(parameters), reversed(function.args.defaults), strict=False))
    given = {**defaults, **dict(zip(parameters, call.args, strict=False))}
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    return {
        **names,
        **{
            name: names.get(value.id, value) if isinstance(value, ast.Name) else value
            for name, value in given.items()
        },
    }


def _at_exit(call: ast.Call, states: Kinds) -> Kinds:
    """How the paths end that leave here: exit code 2 denies, any other but 0 is a failure."""
    code = call.args[0] if call.args else ast.Constant(0)
    if not isinstance(code, ast.Constant) or code.value in (0, None):
        return states
    return frozenset((VERDICT,)) if code.value == _FAILS else NOWHERE
