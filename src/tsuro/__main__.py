"""`python -m tsuro` is the same as `tsuro`."""

from __future__ import annotations

from tsuro.cli.main import main

if __name__ == "__main__":
    main()
