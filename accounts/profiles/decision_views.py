"""The pages of a decision: read it, choose another name, appeal; for who is closed out also their data."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import Sanction, SanctionKind, User
from accounts.profiles import closed_session
from accounts.profiles.decision_shown import REFUSED, ShownDecision, shown
from accounts.profiles.names import BadName
from accounts.services import appeals, data_export, decision_news, sanctions
from accounts.services.naming import rename
from accounts.sign_in import security_events
from accounts.sign_in.forms import NameForm, said
from common import rate_limits
from common.view_kinds import fresh_form, fresh_page, post_only
from game import api as game
from news import api as news

View = Callable[[HttpRequest, Sanction], HttpResponse]


def of_the_one_concerned(view: View) -> Callable[[HttpRequest, int], HttpResponse]:
    """Decorator: with the sanction of that key, if it is of whoever asks; of a closed account, the one that closes it.
    A visitor is asked to sign in, whichever key it is."""

    @wraps(view)
    def wrapped(request: HttpRequest, sanction_id: int) -> HttpResponse:
        user = closed_session.user_of(request)
        if user is None:
            return redirect("account_login")
        rows = Sanction.objects.select_related("user", "appeal").filter(user=user)
        if not request.user.is_authenticated:
            rows = rows.filter(kind=SanctionKind.CLOSED, ended_at=None)
        found = rows.filter(pk=sanction_id).first()
        if found is None:
            raise Http404("no such decision")
        return view(request, found)

    return wrapped


@fresh_page()
@of_the_one_concerned
def decision(request: HttpRequest, found: Sanction) -> HttpResponse:
    """The page of one decision, with the steps of its appeal. Its news is read by that."""
    if request.user.is_authenticated:
        news.read_topic(found.user_id, decision_news.topic_of(found.pk), game.now_ms())
    return _page(request, found)


@post_only(rate_limits.DECISIONS, fresh=True)
@of_the_one_concerned
def read(request: HttpRequest, found: Sanction) -> HttpResponse:
    """ "I have read it": its page does not come by itself any more. The next one that is unread does, or home."""
    sanctions.read(found.user_id, found.pk)
    waiting = sanctions.unread(found.user_id) if request.user.is_authenticated else None
    return redirect("accounts:decision", waiting.pk) if waiting else redirect("lobby:home")


@post_only(rate_limits.DECISIONS, fresh=True)
@of_the_one_concerned
def choose_name(request: HttpRequest, found: Sanction) -> HttpResponse:
    """Another name, which ends the sanction that asks for one."""
    if not shown(found).asks_name or not isinstance(request.user, User):
        raise Http404("no name is asked for")
    form = NameForm(request.POST, user_id=found.user_id)
    if form.is_valid():
        try:
            rename(found.user_id, form.cleaned_data["name"])
        except BadName as refusal:  # another player took it a moment earlier
            form.add_error("name", said(refusal))
        else:
            sanctions.read(found.user_id, found.pk)
            return redirect("lobby:home")
    return _page(request, found, form)


@fresh_form()
@of_the_one_concerned
def appeal(request: HttpRequest, found: Sanction) -> HttpResponse:
    """The form of the appeal, or what became of it."""
    decided = shown(found)
    if request.method != "POST":
        if not decided.may_appeal:
            return redirect("accounts:decision", found.pk)
        return _appeal_page(request, decided)
    try:
        rate_limits.take(rate_limits.DECISIONS, request)
        appeals.appeal(found.user_id, found.pk, request.POST.get("text", ""))
    except rate_limits.TooMany as met:
        return _appeal_page(request, decided, rate_limits.told(request, met))
    except appeals.CannotAppeal as refusal:
        return _appeal_page(request, decided, str(REFUSED[refusal.code]), status=409)
    if request.user.is_authenticated:
        sanctions.read(found.user_id, found.pk)
    return redirect("accounts:decision", found.pk)


@fresh_page()
def closed_data(request: HttpRequest) -> HttpResponse:
    """Everything the site has about the player whose account is closed, as one JSON file."""
    closed = closed_session.of(request)
    if closed is None:
        return redirect("account_login")
    if not closed.may_download:
        raise Http404("not in this session")
    security_events.note("data_exported", request, closed.sanction.user)
    return data_export.as_file(closed.sanction.user)


def _page(request: HttpRequest, found: Sanction, form: NameForm | None = None) -> HttpResponse:
    context = {
        "decision": shown(found),
        "closed": closed_session.of(request),
        "form": form or NameForm(),
    }
    return render(request, "accounts/decisions/decision.html", context)


def _appeal_page(request: HttpRequest, decided: ShownDecision, error: str = "", status: int = 200) -> HttpResponse:
    context = {
        "decision": decided,
        "error": error,
        "text": request.POST.get("text", "")[: appeals.LONGEST],
        "longest": appeals.LONGEST,
    }
    return render(request, "accounts/decisions/appeal.html", context, status=status)
