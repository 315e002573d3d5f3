"""The benchmark: fixed tasks on which any bot or policy is measured, and files of results that can be compared."""
