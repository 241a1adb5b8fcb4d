"""The command line: the way for people to start and read
runs, and what it prints. It decides nothing itself.
"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("minecrew")
except PackageNotFoundError:
    __version__ = "0+unknown"

__all__ = ["__version__"]
