"""Training of minds by self-play: `tabletown train`. Needs the extra `train`."""
