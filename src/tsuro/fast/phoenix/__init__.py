"""The kernel of Tsuro: Phoenix Rising."""
