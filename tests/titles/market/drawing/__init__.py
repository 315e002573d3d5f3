"""Market drawn."""
