"""Values as the text of a TOML file."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any


def toml_key(key: str) -> str:
    """Return a key as TOML writes it: bare, or in quotes.

    >>> toml_key("decks"), toml_key("push 22")
    ('decks', '"push 22"')
    """
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def toml_value(value: Any) -> str:
    """Return a value as TOML writes it, on one line.

    >>> toml_value({"splits": 2, "law": "13:69F"})
    '{ splits = 2, law = "13:69F" }'
    """
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml_key(key)} = {toml_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Decimal | date):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
