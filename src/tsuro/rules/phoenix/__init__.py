"""Rules of the phoenix: tiles that turn and flip, lanterns and stars, rising from the ashes."""
