"""How Flex is shown."""
