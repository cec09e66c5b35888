"""Events about passwords and sessions, which the caller of an operation journals; none contains a secret."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from upcard.pit import limits
from upcard.store.clock import time_text


class PersonEventKind(StrEnum):
    """What happened."""

    LOGGED_ON = limits.LOGGED_ON
    LOGGED_OFF = "LoggedOff"
    LOG_ON_FAILED = "LogOnFailed"
    LOCKED = "PersonLocked"
    UNLOCKED = "PersonUnlocked"
    PASSWORD_CHANGED = limits.PASSWORD_CHANGED
    LINK_MADE = limits.LINK_MADE
    RECOVERY_USED = limits.LINK_USED
    SESSION_ENDED = "SessionEnded"


@dataclass(frozen=True, kw_only=True)
class PersonEvent:
    """Something that happened to a person's account or session."""

    kind: PersonEventKind
    time: datetime
    person: str  # empty where a name is not known: what was typed may be a password
    by: str  # the name of a person, or clock or system
    detail: str = ""
    address: str = ""  # of the browser, where one acted
    key: str = ""  # under which it is journaled; set when it is kept with the change that it tells of

    def as_json(self) -> dict[str, str]:
        """Return the event as a row of the journal carries it."""
        fields = {"person": self.person, "by": self.by, "detail": self.detail, "address": self.address}
        return {"event": self.kind.value, "time": time_text(self.time)} | {
            name: value for name, value in fields.items() if value
        }
