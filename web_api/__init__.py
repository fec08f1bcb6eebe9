"""The bot API: tokens, streams and endpoints for programs that play (docs/bot-api.md)."""
