"""Work that takes time, done in worker processes: bots, analyses, compiling."""
