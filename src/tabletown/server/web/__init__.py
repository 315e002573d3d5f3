"""The pages of the site and the forms on them: endpoints, sessions, live updates."""
