"""A view's dict → the HTML of its page, by the template of its name. Everything is escaped; nothing
else is given to it.

Templates, style sheets and scripts that all servers share are in this package: `frame.html` is the
frame of every page, `parts.html` has its small parts.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hookline.http import marks, wording

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Pages:
    """The templates of a server, in `folder`, and the shared ones; compiled once. `known`: what
    templates may use besides the view.
    """

    def __init__(self, csrf: str, folder: str, **known: Any) -> None:
        self._environment = Environment(
            loader=FileSystemLoader([os.path.join(each, "templates") for each in (folder, FOLDER)]),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=wording.visible,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters.update(wording.FILTERS)
        self._environment.filters.update(marks.FILTERS)
        self._environment.globals.update(known, csrf=csrf)

    def html(self, template: str, view: Mapping[str, Any]) -> str:
        """The page."""
        return self._environment.get_template(template).render(view=view)
