"""Penny Lane: a street of shops and houses, half coins and half stars that meet, citizens who go to work."""
