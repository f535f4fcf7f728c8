"""Geometry and bookkeeping shared by all editions; no game rules."""
