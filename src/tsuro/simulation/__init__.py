"""Whole games by the million: jobs, batches, counters and the report about them."""
