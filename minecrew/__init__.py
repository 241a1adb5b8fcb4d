"""How people reach the crew: the command line, and what it prints. Thin: it decides nothing."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("minecrew")
except PackageNotFoundError:
    __version__ = "0+unknown"

__all__ = ["__version__"]
