"""The daily puzzle: its page, players' tries, and streaks of days. The bots make the positions."""
