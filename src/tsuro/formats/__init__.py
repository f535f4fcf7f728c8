"""Texts and pictures: notation, positions, records, boards for terminals and SVG."""
