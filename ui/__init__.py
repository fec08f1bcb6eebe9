"""What every page is drawn with and no app owns: icons, the tags of the design, and how templates are loaded."""
