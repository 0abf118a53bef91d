#!/usr/bin/env python3
"""Runs every notebook beside this file from its first cell to its last; nothing is written."""

import importlib.util
import sys
from pathlib import Path

MISSING = [name for name in ("nbclient", "ipykernel", "matplotlib") if not importlib.util.find_spec(name)]


def main():
    notebooks = sorted(Path(__file__).parent.glob("*.ipynb"))
    if MISSING:
        print(f"skipped, as {', '.join(MISSING)} is not installed: {', '.join(it.name for it in notebooks)}")
        return
    import nbclient
    import nbformat

    failed = []
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        try:
            nbclient.NotebookClient(notebook, timeout=1800, kernel_name="python3").execute()
        except nbclient.exceptions.CellExecutionError as error:
            failed.append(path.name)
            print(error, file=sys.stderr)
        print(f"{'FAILED' if path.name in failed else 'ok':<8} {path.name}", flush=True)
    print(f"{len(notebooks) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
