"""What a service raises that has changed nothing: a code for the program, of which whoever asked makes a sentence."""


class CodedError(ValueError):
    """Refused, with nothing changed; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
