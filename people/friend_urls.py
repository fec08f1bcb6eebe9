"""Addresses of friends, below /friends/; included in the namespace of people/urls.py."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
