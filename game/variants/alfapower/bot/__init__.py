"""The bot of AlfaPower: plays, coins and powers."""
