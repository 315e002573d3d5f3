"""What a learner is shown of a Milton Keynes game: a module for each version of the observations."""
