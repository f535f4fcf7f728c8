"""What the kernels have in common: records, numbers, and rules that several of them know."""
