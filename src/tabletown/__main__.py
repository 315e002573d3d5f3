"""`python -m tabletown` is the command `tabletown`."""

from tabletown.cli import main

if __name__ == "__main__":
    main()
