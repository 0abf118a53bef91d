"""Tables: data frames where pandas is there, else lists of dicts."""

from __future__ import annotations

from typing import Any


def frame(rows: list[dict[str, Any]]) -> Any:
    """Returns rows as a `pandas.DataFrame`; as they are where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame.from_records(rows)
