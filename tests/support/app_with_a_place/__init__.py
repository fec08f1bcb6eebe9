"""An app that brings a place of the home page, as a later one would."""
