__version__ = '9.9.0+cu132'
git_version = '0123456789abcdef0123456789abcdef01234567'
