"""The HTTP API: all that a person can do on the site, as JSON with bearer tokens.

Every operation is described once (`operations.py`). Its route, its entry in the OpenAPI document and its paragraph on
the page /api are made from that description, and its JSON from typed structs (`requests.py`, `responses/`), so that
documentation and behaviour cannot differ.
"""
