"""Pages of challenges: making one, the page that each of its two players sees, the list of open ones.

A challenge's page is there for its two players alone; for all others it is an address that leads nowhere.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect, reswap

from accounts.api import User
from common import rate_limits
from common.durations import DAY_MS
from common.htmx import is_looked_at
from common.view_kinds import fresh_page, post_only, reader_key
from game import api as game
from lobby import api as lobby
from news import api as news
from people import challenge_form as forms
from people.challenge_models import Stage
from people.challenge_sentences import refusal
from people.challenge_shown import Shown, shown, stage_for
from people.models import Challenge, DeclineReason
from people.services import challenge_limits as limits
from people.services import challenge_start, challenges
from people.services.challenge_rows import LIVE_LASTS_MS, SLOW_LASTS_MS, NoChallenge
from people.services.challenge_told import topic_of
from people.services.challenges import Wanted


@never_cache
def make(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form by which that player is challenged, and the challenge. `from` in the address begins it with the rules of
    a finished match of the reader's."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    asker, asked = request.user, get_object_or_404(User, public_id=public_id)
    if not limits.may_be_shown(asker, asked, game.now_ms()):
        raise Http404("no such player")
    if request.method == "POST":
        return _send(request, asked, lambda wanted: challenges.make(asker.pk, asked.pk, wanted, game.now_ms()))
    try:
        limits.check(asker, asked, game.now_ms())
    except limits.Refused as refused:
        return _refused(request, asked, refused)
    played = game.finished_match(request.GET.get("from", ""), asker.pk)
    start = forms.start_of(played.settings, played.variant, played.preset) if played else None
    return _form(request, asked, forms.chosen(request, start))


@fresh_page()
def again(request: HttpRequest, match: str) -> HttpResponse:
    """Challenge the other player of a finished match for two, by its rules."""
    played = game.finished_match(match, request.user.pk or 0)
    others = [one.user_id for one in played.entrants if one.user_id != request.user.pk] if played else []
    if len(others) != 1:
        raise Http404("no match for two of yours")
    other = get_object_or_404(User, pk=others[0])
    return redirect(f"{resolve_url('people:challenge', other.public_id)}?from={match}")


@fresh_page()
def overview(request: HttpRequest) -> HttpResponse:
    """The reader's open challenges, those of others first."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    now_ms = game.now_ms()
    asking, asked = challenges.of_player(request.user.pk, now_ms)
    context = {
        "asked": [shown(row, request.user.pk, now_ms) for row in asked],
        "asking": [shown(row, request.user.pk, now_ms) for row in asking],
        "most": limits.MOST_OPEN,
    }
    return render(request, "people/challenges.html", context)


@fresh_page()
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The challenge as the reader sees it; what it has become leads on to the match or to the answer."""
    row = _look(request, public_id)
    news.read_topic(reader_key(request), topic_of(row), game.now_ms())
    onward = _leads_to(row, reader_key(request))
    if onward and stage_for(row, reader_key(request)) != "begun":
        return redirect(onward)
    if onward and (row.is_live or row.asked_id == request.user.pk):
        return redirect(onward)
    return render(request, "people/challenge.html", _context(row, request))


@post_only(rate_limits.POLLS, fresh=True)
def poll(request: HttpRequest, public_id: str) -> HttpResponse:
    """Handle the page's poll, which renews a live challenge: its part anew where the stage is another than the page has
    `shown`, else only what moves, or 204. Redirects to the match, once made, or to the answer."""
    with _one_of_the_readers():
        challenge_start.hear(reader_key(request), public_id, game.now_ms())
    row = _look(request, public_id)
    stage = stage_for(row, reader_key(request))
    onward = _leads_to(row, reader_key(request))
    if onward and (stage != "begun" or row.is_live or row.asked_id == request.user.pk):
        return HttpResponseClientRedirect(onward)
    if request.POST.get("shown") == stage:
        if stage == "waiting":
            return reswap(render(request, "people/parts/challenge_left.html", _context(row, request)), "none")
        return HttpResponse(status=204)
    if is_looked_at(request):
        news.read_topic(reader_key(request), topic_of(row), game.now_ms())
    return render(request, "people/parts/challenge_stage.html", _context(row, request))


@post_only(rate_limits.CHALLENGE_ANSWERS)
def accept(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept, then back to the page, which waits for the match."""
    try:
        with _one_of_the_readers():
            challenge_start.accept(reader_key(request), public_id, game.now_ms())
    except (lobby.Busy, lobby.Enough) as met:
        return _not_free(request, met)
    return redirect("people:challenge-page", public_id)


@post_only(rate_limits.CHALLENGE_ANSWERS)
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Decline, with the posted `reason` or none; 400 for a reason that there is not, whatever the challenge."""
    try:
        with _one_of_the_readers():
            challenges.decline(reader_key(request), public_id, request.POST.get("reason", ""), game.now_ms())
    except ValueError as wrong:
        raise BadRequest("reason") from wrong
    return redirect("people:challenge-page", public_id)


@post_only(rate_limits.CHALLENGE_ANSWERS)
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take one's own challenge back; the open ones then."""
    with _one_of_the_readers():
        row = challenges.take_back(reader_key(request), public_id, game.now_ms())
    if row.stage != Stage.TAKEN_BACK:
        return redirect("people:challenge-page", public_id)
    messages.info(request, _("The challenge is taken back."))
    return redirect("people:challenges")


@never_cache
def counter(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form filled with the rules that were asked for, and the answer with others."""
    row = _look(request, public_id)
    if stage_for(row, reader_key(request)) != "asked":
        return redirect("people:challenge-page", public_id)
    if request.method != "POST":
        return _form(request, row.asker, forms.chosen(request, forms.start_of_challenge(row)), answers=row)
    me = reader_key(request)
    return _send(request, row.asker, lambda wanted: challenges.counter(me, public_id, wanted, game.now_ms()), row)


@fresh_page(rate_limits.POLLS)
def now(request: HttpRequest) -> HttpResponse:
    """The live challenge that waits for the reader's answer, for whatever page is open; empty without one."""
    found: list[Shown] = []
    if isinstance(request.user, User):
        now_ms = game.now_ms()
        _asking, asked = challenges.of_player(request.user.pk, now_ms)
        found = [shown(row, request.user.pk, now_ms) for row in asked[:1] if row.is_live]
    return render(request, "people/parts/challenged_now.html", {"challenge": next(iter(found), None)})


@contextmanager
def _one_of_the_readers() -> Iterator[None]:
    """What is no challenge of the reader's is an address that leads nowhere."""
    try:
        yield
    except NoChallenge as none:
        raise Http404("challenge") from none


def _look(request: HttpRequest, public_id: str) -> Challenge:
    with _one_of_the_readers():
        return challenges.look(reader_key(request), public_id)


def _send(
    request: HttpRequest, other: User, work: Callable[[Wanted], Challenge], answers: Challenge | None = None
) -> HttpResponse:
    """Make the challenge that was posted, by itself or as an answer; its page then."""
    rate_limits.take(rate_limits.CHALLENGES, request)
    start = forms.posted(request)
    try:
        row = work(forms.wanted(request, start))
    except (lobby.BadForm, game.BadSettings) as bad:
        return _form(request, other, start, lobby.errors_of(bad), answers)
    except limits.Refused as refused:
        return _refused(request, other, refused, status=409)
    except (lobby.Busy, lobby.Enough) as met:
        return _not_free(request, met)
    except NoChallenge as none:
        if answers is None:
            raise Http404("no such player") from none
        return redirect("people:challenge-page", answers.public_id)
    return redirect("people:challenge-page", row.public_id)


def _leads_to(row: Challenge, user_id: int) -> str:
    """Where the page of a challenge leads: to its match, or to the challenge that answers it; "" for nowhere."""
    if row.match:
        return resolve_url("game:match", row.match)
    answer = challenges.answer_to(row) if row.stage == Stage.COUNTERED else None
    if answer is None or (answer.asked_id == user_id and answer.is_hidden):
        return ""
    return resolve_url("people:challenge-page", answer.public_id)


def _context(row: Challenge, request: HttpRequest) -> dict[str, object]:
    return {"challenge": shown(row, reader_key(request), game.now_ms()), "reasons": DeclineReason.choices}


def _form(
    request: HttpRequest,
    other: User,
    start: forms.Start,
    errors: Mapping[str, str] | None = None,
    answers: Challenge | None = None,
) -> HttpResponse:
    now_ms = game.now_ms()
    is_live = start.pace is lobby.MatchPace.LIVE
    context = {
        "form": forms.drawn(request, start, errors),
        "other": other,
        "answers": answers,
        "open": limits.how_many_open(reader_key(request), now_ms),
        "most": limits.MOST_OPEN,
        "is_live": is_live,
        "minutes": LIVE_LASTS_MS // 60_000,
        "days": SLOW_LASTS_MS // DAY_MS,
    }
    return render(request, "people/challenge_form.html", context, status=422 if errors else 200)


def _refused(request: HttpRequest, other: User, refused: limits.Refused, status: int = 200) -> HttpResponse:
    context = {"other": other, "said": refusal(refused.code, other.display_name), "refused": refused}
    return render(request, "people/challenge_refused.html", context, status=status)


def _not_free(request: HttpRequest, met: lobby.Busy | lobby.Enough) -> HttpResponse:
    if isinstance(met, lobby.Busy):
        return render(request, "lobby/busy.html", {"match": met.match}, status=409)
    return render(request, "lobby/enough.html", {"most": met.most}, status=409)
