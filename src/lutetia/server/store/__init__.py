"""The database: what is kept, how it is written, how it is saved elsewhere."""
