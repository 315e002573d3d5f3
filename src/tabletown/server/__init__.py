"""The site: an ASGI app that draws its pages on the server, keeps games as logs, and lets bots play along."""
