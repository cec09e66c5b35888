"""Generators of documents, transcripts and pictures: `make docs`, `make golden` and `make screenshots` run them."""
