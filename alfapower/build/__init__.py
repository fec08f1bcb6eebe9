"""Build steps run before the site: static bundles, the list of components, the audit against advisories."""
