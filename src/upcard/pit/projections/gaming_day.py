"""Gaming days: the licensee says at what hour, in which time zone, one ends and the next begins."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo


@dataclass(frozen=True)
class GamingDays:
    """The calendar of a licensee's gaming days."""

    begins: str  # "06:00"
    time_zone: str  # "America/New_York"

    @cached_property
    def _begins(self) -> time:
        return time.fromisoformat(self.begins)

    @cached_property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def day_of(self, moment: datetime) -> date:
        """Return the gaming day that a moment belongs to."""
        local = moment.astimezone(self._zone)
        return local.date() if local.time() >= self._begins else local.date() - timedelta(days=1)

    def date_of(self, moment: datetime) -> date:
        """Return the day of the calendar at a moment, where the licensee is."""
        return moment.astimezone(self._zone).date()

    def midnight(self, day: date) -> datetime:
        """Return when a day of the calendar begins, where the licensee is."""
        return datetime.combine(day, time(), self._zone)

    def period(self, day: date) -> tuple[datetime, datetime]:
        """Return when a gaming day begins, and when the next one does."""
        begins = datetime.combine(day, self._begins)
        return begins.replace(tzinfo=self._zone), (begins + timedelta(days=1)).replace(tzinfo=self._zone)


UNOPENED = GamingDays("00:00", "UTC")  # before the licensee says when a gaming day begins
