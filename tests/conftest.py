"""Settings of the tests: a loaded machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("upcard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("upcard")
