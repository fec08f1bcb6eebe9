"""Who people are to the site: names, preferences, their own pages, and bans."""
