from functools import partial

from torch import helpers
from torch.helpers import Config, Option, env_action, read_flag as flag
from torch.helpers import read_twice

SWITCH = flag("RP_FLAG", default=True)
later = partial(flag, "RP_PARTIAL")
both = read_twice("TWICE", default="some")
module = helpers.read_flag("RP_THROUGH_MODULE")
option = Option("--x", env="RP_OPTION")
plain = Option("--y")
cache: bool = Config(
    default=True,
    env_name_force=["RP_FORCE", "RP_FORCE_OLD"],
    env_name_default="RP_DEFAULT",
)


def read_flag(name):
    return name


not_the_helper = read_flag("RP_NOT_THE_HELPER")


def parser(it):
    it.add_argument("--max-restarts", "--max_restarts", action=env_action, default=0)
    it.add_argument("positional", action=env_action)
    it.add_argument("--other", action="store_true")
