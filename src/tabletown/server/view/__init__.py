"""What a reader sees of a table, as plain data: the table now, its history, a replay, a summary for lists."""
