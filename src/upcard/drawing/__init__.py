"""Drawings in SVG: the felt of a table, cards and chips; from definitions alone, the same bytes each time."""
