"""Milton Keynes: bribes, backroom deals and a town plan where every wall pays somebody."""
