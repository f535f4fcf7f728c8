"""The page about a simulation: what was counted, in charts and words."""
