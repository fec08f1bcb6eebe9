"""The public interface of the dictionary: what other apps may use."""

from common import rate_limits
from dictionary import definitions, search_texts
from dictionary.bundled import crude_words, word_lists
from dictionary.definitions import Definition
from dictionary.hooks import close_look_up_while, take_letter_values_from
from dictionary.lexicon import Lexicon
from dictionary.open_lists import UnknownLexicon, lexicon, made_ready, words_text
from dictionary.services import disputes, jobs, store, versions
from dictionary.services.disputes import dispute_of, disputes_among
from dictionary.services.disputes import exported_disputes as disputes_of
from dictionary.services.disputes import move as move_disputes


def current(language: str) -> Lexicon:
    """The active version of a language's list ("en", "sv"), used by new matches. Raises UnknownLexicon.

    Queries the database each time, one row by its key: what another process published counts from its commit on.
    """
    chosen = versions.active_version(language)
    if chosen is not None:
        return lexicon(language, chosen)
    for entry in word_lists():
        if entry.name == language:
            return lexicon(entry.name, entry.version)
    raise UnknownLexicon(language)


def definition(word: str, language: str, *, ask: bool = False) -> Definition | None:
    """The definition of an upper-case word, from local sources; None when there is none.

    With `ask` it may also wait for the online dictionary, some seconds, if the operator allows it and the language's
    current list has the word: for a request that wants only the definition, never during an action.
    """
    if ask and word in current(language):
        return definitions.looked_up(word, language)
    return definitions.known(word, language)


class TooManyDisputes(Exception):
    """The player must wait before the next dispute."""


def dispute(user_id: int, name: str, version: str, word: str, *, address: str, match: str = "") -> None:
    """File the player's dispute, from that client address, of a list's verdict on a word; at most once per word. Raises
    TooManyDisputes.

    The caller must check that the player may know that the word was tried.
    """
    if disputes.dispute_of(user_id, name, word) is None:
        try:
            rate_limits.take_for_user(rate_limits.DISPUTES, user_id, address)
        except rate_limits.TooMany as met:
            raise TooManyDisputes from met
        disputes.dispute(user_id, lexicon(name, version), word, match=match)


def prepare() -> list[str]:
    """Compile the lists not compiled yet, and make the text used by searches, safe in two processes at once; returns
    the names of the lists that lacked something.
    """
    made = []
    for entry in word_lists():
        was_made = made_ready(entry)
        if search_texts.prepare(entry) or was_made:
            made.append(f"{entry.name} {entry.version}")
    return made


def sweep(now: int) -> None:
    """Periodic: start waiting jobs on word lists, restart abandoned ones, and delete words that no version has."""
    jobs.sweep()
    store.forget_unnamed()
