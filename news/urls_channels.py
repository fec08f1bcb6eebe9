"""Addresses of what is told to players who are away: choices, pushes, and the end of mails."""

from django.urls import path

from news import preference_views, push_views, unsubscribe_views

urlpatterns = [
    path("settings/", preference_views.settings, name="settings"),
    path("settings/mail/", preference_views.verify_mail, name="verify-mail"),
    path("push/subscribe/", push_views.subscribe, name="push-subscribe"),
    path("push/renew/", push_views.renew, name="push-renew"),
    path("push/end/", push_views.end, name="push-end"),
    path("push/try/", push_views.try_one, name="push-try"),
    path("push/ask/", push_views.ask, name="push-ask"),
    path("push/asked/", push_views.asked, name="push-asked"),
    path("leave/<str:token>/", unsubscribe_views.leave, name="leave"),
    path("mail/<str:token>/", unsubscribe_views.confirm_mail, name="confirm-mail"),
]
