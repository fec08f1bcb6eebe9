"""How AlfaPower is shown."""
