"""The lab: benchmarks of the rules, matches between bots with ratings, and statistics of how balanced cards are."""
