from typing import Any

# Any: what cffi makes of the header has no types.
ffi: Any
lib: Any
