import os


def read_flag(name, default=False):
    value = os.environ.get(name)
    return default if value is None else value == "1"


def read_twice(name: str, *, default: str = "none") -> str:
    return read_flag(name) and os.environ.get("RP_HELPER_" + name, default)


class Option:
    def __init__(self, flag, env="RP_OPTION_DEFAULT"):
        self.env = env

    def get(self):
        return os.environ.get(self.env)


class env_action:
    def __init__(self, dest, default=None, **kwargs):
        self.value = os.environ.get(f"RP_ARG_{dest.upper()}", default)


def Config(default=None, env_name_force=None, env_name_default=None):
    return default
