"""The log of moves and the databases it is kept in: one protocol, SQLite and PostgreSQL."""
