"""`python -m minecrew`."""

from minecrew.cli import main

if __name__ == "__main__":
    main()
