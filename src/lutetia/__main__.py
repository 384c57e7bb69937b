"""`python -m lutetia` is the `lutetia` command."""

from lutetia.cli import main

if __name__ == "__main__":
    main()
