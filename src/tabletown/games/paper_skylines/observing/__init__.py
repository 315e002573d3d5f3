"""What a learner is shown of a Paper Skylines game: a module for each version of the observations."""
