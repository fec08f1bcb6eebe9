"""The pages of AlfaPower."""
