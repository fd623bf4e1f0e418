"""The guard is tried on a real server: the page, with the fixtures of `tests/web/conftest.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType


def _fixtures_of_the_page() -> ModuleType:
    path = Path(__file__).parent.with_name("web") / "conftest.py"
    spec = importlib.util.spec_from_file_location("fixtures_of_the_page", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_PAGE = _fixtures_of_the_page()
make_page, serve, shop, nobody = _PAGE.make_page, _PAGE.serve, _PAGE.shop, _PAGE.nobody
