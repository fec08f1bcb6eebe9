"""How bots play AlfaPower: plays, coins and powers."""
