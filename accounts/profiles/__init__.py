"""User profiles: names, preferences, players' own pages, and bans."""
