"""The version, in the one place that states it."""

__version__ = "0.1.0"
"""The version of the package."""
