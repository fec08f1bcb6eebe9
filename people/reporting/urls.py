"""Addresses of reports, below /reports/; included in the namespace of people/urls.py."""

from django.urls import path

from people.reporting import report_views

urlpatterns = [path("<slug:public_id>/", report_views.report, name="report")]
