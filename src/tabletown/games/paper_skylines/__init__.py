"""Paper Skylines: a city of cards built over cards, and a mayor who goes from roof to roof."""
