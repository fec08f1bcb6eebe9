"""The pages of Flex."""
