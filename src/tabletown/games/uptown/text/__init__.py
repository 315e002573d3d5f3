"""UpTown in words: moves and situations to sentences and back, names of cards, news for the log."""
