"""The site for programs: all that a person can do here, as JSON over HTTP with bearer tokens.

Every operation is described once (`operations.py`). Its route, its entry in the OpenAPI document and its paragraph on
the page /api are made from that description, and its JSON from typed structs (`requests.py`, `responses.py`), so none
of them can say anything else than what happens.
"""
