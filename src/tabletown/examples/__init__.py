"""Small programs to learn from: `python -m tabletown.examples.random_game` runs one, `python -m tabletown.examples`
copies all of them into a folder.
"""
