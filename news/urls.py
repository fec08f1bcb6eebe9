"""Addresses of news, below /news/: the list, choices, pushes, and the end of mails."""

from django.urls import path

from news import preference_views, push_views, unsubscribe_views, views

app_name = "news"
urlpatterns = [
    path("", views.page, name="page"),
    path("bell", views.bell, name="bell"),
    path("latest", views.latest, name="latest"),
    path("true/", views.still_true, name="true"),
    path("read", views.read_all, name="read-all"),
    path("<int:key>/", views.open_row, name="open"),
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
