"""The event log of every table and the databases that keep it: one protocol, SQLite and PostgreSQL."""
