"""What tests of every part use: programs that `scripts/packages` installs."""

import os
import shutil
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def program() -> Callable[[str], str]:
    """The path of a program. One that is missing fails the test on a build machine (CI=true), and skips it loudly elsewhere."""

    def find(name: str) -> str:
        found = shutil.which(name)
        if found is None:
            say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            say(f"{name} IS MISSING, this was not tried: run scripts/packages as root")
        return str(found)

    return find
