"""The pages and forms of the site: endpoints, browser sessions, protection of requests."""
