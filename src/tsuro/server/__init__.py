"""The game over the network: relays the engine's options, events and views; holds no rules."""
