"""What is made before the site runs: static bundles, the list of components, the comparison with advisories."""
