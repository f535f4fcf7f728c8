"""Matches between bots: duplicate deals, ratings with intervals, sequential tests."""
