"""The drawing tools of every page, owned by no app: icons, the tags of the design, and template loading."""
