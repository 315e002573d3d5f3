"""Mail: addresses of accounts, links to sign in, and the outbox from which mails are sent. Never needed to play."""
