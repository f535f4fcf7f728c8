"""The kernel of Tsuro of the Seas."""
