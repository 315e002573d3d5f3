"""What a learner is shown of a UpTown game: a module for each version of the observations."""
