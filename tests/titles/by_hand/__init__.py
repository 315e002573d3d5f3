"""By Hand."""
