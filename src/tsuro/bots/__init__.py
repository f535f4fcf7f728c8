"""Players that are programs: they see a `PlayerView` and nothing else."""
