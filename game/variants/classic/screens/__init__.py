"""How Classic is shown."""
