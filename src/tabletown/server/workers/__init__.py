"""Several processes that serve one address (`tabletown serve --workers N`).

The first process, the supervisor, takes the address and starts the workers (supervisor.py); each worker runs the whole
site (worker.py). Every worker is joined to the supervisor by a channel (channel.py). Over it the supervisor counts for
all of them and passes on their news (switchboard.py); siblings.py and followed_preparation.py are the workers' side.
"""
