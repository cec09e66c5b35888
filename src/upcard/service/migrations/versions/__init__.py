"""The revisions of the tables of people, one file each."""
