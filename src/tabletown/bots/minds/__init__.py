"""Minds: networks that play and judge. A title's mind is in its folder `mind`; `lab/training` makes them."""
