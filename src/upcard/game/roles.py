"""Roles: what somebody, or something, does in the casino, and so may do and see."""

from enum import StrEnum


class Role(StrEnum):
    """What somebody, or something, does in the casino.

    >>> Role("patron")
    <Role.PATRON: 'patron'>
    """

    ADMINISTRATOR = "administrator"
    AUDITOR = "auditor"
    COMPLIANCE = "compliance"
    DEALER = "dealer"
    PATRON = "patron"
    SUPERVISOR = "supervisor"
    CLOCK = "clock"  # what happens because time has run out
    SYSTEM = "system"  # what the service does at its start, or as housekeeping


CLOCK, SYSTEM = Role.CLOCK, Role.SYSTEM
MACHINES = (CLOCK, SYSTEM)
PERSON_ROLES = tuple(role for role in Role if role not in MACHINES)
