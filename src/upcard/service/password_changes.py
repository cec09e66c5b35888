"""Change a password, or set one with a one-time link from an administrator."""

from dataclasses import replace

from itsdangerous import BadData, URLSafeSerializer

from upcard.pit.account_commands import NO_ACCOUNT
from upcard.service.passwords import password_problems
from upcard.service.people import LINK_KEY, People
from upcard.service.people_database import Query
from upcard.service.people_rows import (
    LinkRow,
    SecretsRow,
    add_link,
    read_link,
    read_secrets,
    read_session,
    save_secrets,
    use_links,
)
from upcard.service.person_events import PersonEvent, PersonEventKind
from upcard.service.person_outbox import noted
from upcard.service.person_values import (
    LoggedOn,
    PeopleProblem,
    PeopleResult,
    ProblemKind,
    read_name,
)
from upcard.service.secret_text import Secret, digest, is_token, new_secret
from upcard.service.sessions import (
    LOG_ON_FIRST,
    SessionEnd,
    begin_session,
    check_session,
    ended_all,
    failed,
    stored_password,
)

_LINK_PURPOSE = "upcard one-time link 1"
BAD_LINK = PeopleProblem(
    ProblemKind.NOT_FOUND, "this link is invalid, used or expired: ask an administrator for a new one"
)


def change_password(
    people: People, token: Secret, terminal: Secret, *, old: Secret, new: Secret, address: str = ""
) -> PeopleResult[LoggedOn]:
    """Change the password of a person who is signed in; every session ends, and a new one begins with a new token."""
    checked = check_session(people, token, terminal)
    if checked.value is None:
        return PeopleResult(problems=checked.problems, events=checked.events)
    name = checked.value.person
    stored = stored_password(people, name)
    is_right = people.hashing.verifies(stored or people.nobody, old) and stored is not None
    problems = (*_old_problems(is_right=is_right, is_same=old == new), *password_problems(new, name=name))
    hashed = None if problems else people.hashing.hash(new, people.random)
    with people.database.writing() as query:
        now, row, session = people.now(), read_secrets(query, name), read_session(query, token)
        account = people.account(name)
        if account is None or session is None or session.why is not None or row.password != stored:
            return PeopleResult(problems=(LOG_ON_FIRST,))
        if not is_right:
            row, events = failed(people, row, now=now, address=address)
            save_secrets(query, row)
            if row.locked is not None:
                ends = ended_all(query, name, now=now, why=SessionEnd.LOCKED, by=name)
                events = (*events, *ends)
            return noted(people, query, PeopleResult(problems=problems, events=events))
        if hashed is None:
            return PeopleResult(problems=problems)
        use_links(query, name, now)
        changed = PersonEvent(kind=PersonEventKind.PASSWORD_CHANGED, time=now, person=name, by=name, address=address)
        result = begin_session(
            people, query, replace(row, password=hashed), account, now=now, terminal=terminal, why=SessionEnd.PASSWORD
        )
        begun = replace(changed, kind=PersonEventKind.LOGGED_ON)  # the session under the new token
        return noted(people, query, replace(result, events=(changed, *result.events, begun)))


def _old_problems(*, is_right: bool, is_same: bool) -> tuple[PeopleProblem, ...]:
    if not is_right:
        return (PeopleProblem(ProblemKind.NOT_ALLOWED, "the old password is wrong"),)
    return (
        (PeopleProblem(ProblemKind.INVALID, "the new password is the same as the old one: choose another"),)
        if is_same
        else ()
    )


def make_link(people: People, name: str, *, by: str) -> PeopleResult[Secret]:
    """Create a one-time link for a person to set a password; it invalidates the person's earlier links."""
    known = read_name(name)
    if known is None or people.account(known) is None:
        return PeopleResult(problems=(PeopleProblem(ProblemKind.NOT_FOUND, NO_ACCOUNT),))
    with people.database.writing() as query:
        now, secret = people.now(), new_secret(people.random)
        use_links(query, known, now)
        save_secrets(query, read_secrets(query, known))  # the first link of a person comes before anything else
        add_link(query, LinkRow(digest(secret), known, now, now + people.rules.link, is_used=False))
        event = PersonEvent(kind=PersonEventKind.LINK_MADE, time=now, person=known, by=by)
        link = Secret(_signer(people).dumps(secret.reveal()))
        return noted(people, query, PeopleResult(value=link, events=(event,)))


def set_first_password(people: People, name: str, password: Secret) -> bool:
    """Set the password of a person who has none yet; return whether it was set."""
    hashed = people.hashing.hash(password, people.random)
    with people.database.writing() as query:
        row = read_secrets(query, name)
        if row.password is None:
            save_secrets(query, replace(row, password=hashed))
        return row.password is None


def erase_secrets(people: People, name: str) -> None:
    """Erase the password of a person whose account was closed, and make every link invalid."""
    with people.database.writing() as query:
        use_links(query, name, people.now())
        save_secrets(query, replace(read_secrets(query, name), password=None, failures=0, locked=None))


def _signer(people: People) -> URLSafeSerializer:
    # The database stores a digest: the signature only keeps made-up links from reaching it.
    return URLSafeSerializer(people.database.described[LINK_KEY], salt=_LINK_PURPOSE)


def _opened(people: People, link: Secret) -> Secret | None:
    """Return the contents of a link; None if its signature is not ours."""
    try:
        content = _signer(people).loads(link.reveal()) if is_token(link) else None
    except BadData:
        return None
    return Secret(content) if isinstance(content, str) else None


def _owner(people: People, query: Query, link: Secret) -> SecretsRow | None:
    """Return the person whose password a link can set now."""
    secret = _opened(people, link)
    row = read_link(query, secret) if secret is not None else None
    now = people.now()
    if row is None or row.is_used or not row.created - people.rules.slack <= now < row.expires:
        return None
    return read_secrets(query, row.person) if people.account(row.person) is not None else None


def link_owner(people: People, link: Secret) -> str | None:
    """Return the name of the person a link belongs to; None if the link is not valid."""
    with people.database.reading() as query:
        row = _owner(people, query, link)
    return row.name if row is not None else None


def use_link(people: People, link: Secret, *, new: Secret, address: str = "") -> PeopleResult[str]:
    """Set a password with a one-time link, unlock the account and end all sessions; the value is the person's name."""
    with people.database.reading() as query:
        owner = _owner(people, query, link)
    bad_link = () if owner is not None else (BAD_LINK,)
    problems = (*bad_link, *password_problems(new, name=owner.name if owner is not None else ""))
    if problems:
        return PeopleResult(problems=problems)
    hashed = people.hashing.hash(new, people.random)
    with people.database.writing() as query:
        now, row = people.now(), _owner(people, query, link)
        if row is None:  # another request was quicker
            return PeopleResult(problems=(BAD_LINK,))
        use_links(query, row.name, now)
        save_secrets(query, replace(row, password=hashed, failures=0, locked=None))
        ends = tuple(ended_all(query, row.name, now=now, why=SessionEnd.PASSWORD, by=row.name))
        used = PersonEvent(kind=PersonEventKind.RECOVERY_USED, time=now, person=row.name, by=row.name, address=address)
        return noted(people, query, PeopleResult(value=row.name, events=(used, *ends)))
