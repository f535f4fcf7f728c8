"""Code written once over the functions every kernel offers, and compiled together with each."""
