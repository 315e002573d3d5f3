"""Defaults for the parts of a title: from its declared fields where it has them, else as plain as can be."""
