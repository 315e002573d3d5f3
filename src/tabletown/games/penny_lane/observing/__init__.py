"""What a learner is shown of a Penny Lane game: a module for each version of the observations."""
