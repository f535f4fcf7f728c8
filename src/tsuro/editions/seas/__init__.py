"""Tsuro of the Seas: ships, wakes and daikaiju."""
