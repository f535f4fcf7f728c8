"""Measuring the engine and the kernels: interleaved rounds on one core."""
