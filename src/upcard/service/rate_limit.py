"""Rate limits: a number of attempts at once, and as many again over a period."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MonotonicClock = Callable[[], float]  # seconds that never go back
MOST_KEYS = 10_000


@dataclass(frozen=True)
class Limit:
    """At most `count` attempts at once, and `count` more in every `seconds`."""

    count: int
    seconds: float


class RateLimit:
    """The attempts of each name or address, counted in memory; of a bounded number of them."""

    def __init__(self, limit: Limit, clock: MonotonicClock, *, most_keys: int = MOST_KEYS) -> None:
        self._limit, self._clock, self._most_keys = limit, clock, most_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # attempts left, and when

    def wait(self, key: str) -> float:
        """Use an attempt and return 0, or return the seconds until the next one."""
        now, rate = self._clock(), self._limit.count / self._limit.seconds
        left, since = self._buckets.pop(key, (float(self._limit.count), now))
        left = min(float(self._limit.count), left + (now - since) * rate)
        is_allowed = left >= 1
        self._buckets[key] = (left - 1 if is_allowed else left, now)
        if len(self._buckets) > self._most_keys:
            self._buckets.popitem(last=False)  # the one that has been quiet for longest
        return 0.0 if is_allowed else (1 - left) / rate


def address_key(address: str) -> str:
    """Return the rate-limit key of an address; for IPv6, the 64-bit network that one household has.

    >>> address_key("192.0.2.7"), address_key("2001:db8:1:2:3::4"), address_key("unix socket")
    ('192.0.2.7', '2001:db8:1:2::/64', 'unix socket')
    """
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
