"""Not read: os.environ["RP_IN_DOCSTRING"], os.getenv("RP_IN_DOCSTRING_TOO")."""

import os
import os as system
from os import environ, getenv
from os import environ as env_of_os

# Not read: os.environ["RP_IN_COMMENT"]
TEXT = 'os.environ.get("RP_IN_STRING")'

plain = os.environ["RP_SUBSCRIPT"]
with_default = os.environ.get("RP_GET", "0") == "1"
many_lines = int(
    os.environ.get(
        "RP_MANY_LINES",
        "7",
    )
)
alias = system.getenv("RP_ALIAS")
imported = environ.get("RP_IMPORTED")
renamed = env_of_os.get("RP_RENAMED")
bare = getenv("RP_BARE", default="no")
inside = "RP_IN" in os.environ
outside = "RP_NOT_IN" not in os.environ
os.environ["RP_ONLY_SET"] = "1"
del os.environ["RP_ONLY_DELETED"]
os.environ.setdefault("RP_SETDEFAULT", "x")
either = os.environ.get("RP_YES" if plain else "RP_NO")
if (found := os.environ.get("RP_WALRUS")) is not None:
    pass
fallback = os.environ.get("RP_FIRST", os.environ.get("RP_SECOND"))


class Settings:
    PREFIX = "RP_CLASS_"
    field = os.environ.get("RP_FIELD")

    def method(self):
        return os.environ.get(self.PREFIX + "SUFFIX")


def copies():
    copy = os.environ.copy()
    copy["RP_SET_IN_COPY"] = "1"
    other = dict(os.environ)
    return copy.get("RP_IN_COPY"), other["RP_IN_DICT"]


def other_mapping(mapping):
    return mapping.get("RP_OTHER_MAPPING"), {}.get("RP_OTHER_DICT")
