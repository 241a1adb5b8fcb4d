"""The version of minecrew."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("minecrew")
except PackageNotFoundError:
    __version__ = "0+unknown"
