"""The history of the tables of people; `people_tables.py` names it as a schema."""
