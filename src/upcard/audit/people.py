"""Compare a list of people with the journal, which is the source of roles."""

from collections.abc import Iterator, Mapping

Roles = Mapping[str, str]  # of each account, in alphabetical order with a space between; of a closed one: empty


def role_differences(listed: Roles, journaled: Roles) -> Iterator[tuple[str, str]]:
    """Yield each account whose roles differ, and how; a closed account that is not listed is no difference."""
    for name in sorted({*listed, *journaled}):
        has, should = listed.get(name), journaled.get(name)
        if has == should or not (has or should):
            continue
        if should is None:
            yield name, f"{name} is in the list of people ({has}), but the journal does not know this account"
        elif has is None:
            yield name, f"{name} is not in the list of people, but is in the journal ({should})"
        else:
            now, then = (f"the roles {roles}" if roles else "no roles: it is closed" for roles in (has, should))
            yield name, f"{name} has {now} in the list of people, but {then} in the journal"
