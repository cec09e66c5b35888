"""Plots of results: values first, drawn by matplotlib when asked for, or small in the terminal."""
