"""The reference: the least that a Channels app does for an act, on the site's server, layer and database."""
