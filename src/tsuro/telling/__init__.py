"""From a match to what its viewers are told: pure Python, so that any table can be served by it."""
