"""UpTown: five sites, floors stacked as cards, roofs that pay."""
