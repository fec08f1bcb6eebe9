"""The sections of the home page that people bring."""

from common.home_page import HomePlace

HOME_PLACES: tuple[HomePlace, ...] = ()
