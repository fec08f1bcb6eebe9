"""The production stack under load: what acts, open pages, a sweep and a herd cost, beside two references."""
