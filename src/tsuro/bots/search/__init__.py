"""Searching: what bots find out by playing on, over what they cannot see."""
