"""Views as HTML: templates, the parts of a page, icons, the gallery of cards and the rules."""
