import os

from torch import constants
from torch.constants import NAME
from .constants import PREFIX as BEGIN

LIST = ["RP_LIST_A", "RP_LIST_B"]

from_elsewhere = os.environ.get(NAME)
through_module = os.environ.get(constants.NAME)
known_hole = os.environ.get(f"{BEGIN}HOLE")
formatted = os.environ.get("RP_%s" % "PERCENT"), os.environ.get("RP_{}".format("BRACES"))
joined = os.environ.get("RP_" "ADJACENT")
loop = {name: os.environ.get(name) for name in LIST}


def pairs():
    for name, default in (("RP_PAIR_A", 1), ("RP_PAIR_B", 2)):
        yield os.environ.get(name, default)


def half_known(which):
    return os.environ.get(f"RP_HALF_{which}_KNOWN")


def unknown(which):
    for name in which():
        yield os.environ.get(name)


def by_prefix():
    return [name for name in os.environ if name.startswith("RP_PREFIX_")]


def chosen():
    if LIST:
        return "RP_CHOSEN_A"
    return "RP_CHOSEN_B"


picked = os.environ.get(chosen())


def itself(name):
    name = name.upper()
    name = f"RP_{name}"
    return os.environ.get(name)
