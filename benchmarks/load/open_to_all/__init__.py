"""An app that lets everybody watch every match of a run: onlookers are what is measured, not who they may be."""
