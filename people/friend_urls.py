"""Addresses of friends, below /friends/; included in the namespace of people/urls.py."""

from django.urls import path

from people import friend_views, friends_page, link_views

urlpatterns = [
    path("", friends_page.friends, name="friends"),
    path("find", friends_page.find, name="find"),
    path("drawer", friends_page.drawer, name="drawer"),
    path("played/<slug:match>/", friends_page.played, name="played"),
    path("contact", friend_views.contact, name="contact"),
    path("link", link_views.new_link, name="new-link"),
    path("link/<slug:token>/", link_views.use_link, name="use-link"),
    path("<slug:public_id>/ask", friend_views.ask, name="ask"),
    path("<slug:public_id>/accept", friend_views.accept, name="accept"),
    path("<slug:public_id>/put-off", friend_views.put_off, name="put-off"),
    path("<slug:public_id>/withdraw", friend_views.withdraw, name="withdraw"),
    path("<slug:public_id>/leave", friend_views.leave, name="leave"),
]
