"""The bot API: tokens, streams and doors by which programs play (docs/bot-api.md)."""
