"""A view's dict → the HTML of its page, by the template of its name. Everything is escaped; nothing
else is given to it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hookline.web import charts, marks
from hookline.web import wording as words

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Pages:
    """The templates, compiled once."""

    def __init__(self, csrf: str) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(os.path.join(FOLDER, "templates")),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=words.visible,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters.update(
            duration=words.duration, share=words.share, moment=words.moment, ago=words.ago, in_path=words.in_path,
            machine_time=words.machine_time, visible=words.visible,
        )  # fmt: skip
        self._environment.filters.update(marks.FILTERS)
        self._environment.globals.update(charts=charts, csrf=csrf)

    def html(self, template: str, view: Mapping[str, Any]) -> str:
        """The page."""
        return self._environment.get_template(template).render(view=view)
