#!/bin/sh
# Print the first Python that can build the environment, or fail with one line.
# PYTHON, when set, is the only candidate.
if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3.13 python3.12 python3.11 python3 python
fi

# ensurepip is asked for because some distributions package it separately from Python.
for candidate in "$@"; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
        >/dev/null 2>&1; then
        printf '%s\n' "$candidate"
        exit 0
    fi
done

echo "error: no Python 3.11 or newer with venv among: $* (choose one with PYTHON=/path/to/python3)" >&2
exit 1
