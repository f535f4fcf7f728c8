"""Rules of the sea: daikaiju, perils of ships, start marks under threat."""
