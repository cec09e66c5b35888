"""The public surface of upcard: what `import upcard` offers, one module for each verb."""
