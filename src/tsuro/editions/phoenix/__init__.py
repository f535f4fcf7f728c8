"""Tsuro: Phoenix Rising, with the advanced game Winds of Change."""
