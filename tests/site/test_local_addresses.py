"""The names by which `play` may be asked."""

import ipaddress

from alfapower.processes import local_addresses


def test_a_server_for_this_machine_has_only_its_own_name() -> None:
    assert local_addresses.names_for("127.0.0.1") == ["127.0.0.1"]
    assert local_addresses.names_for("::1") == ["[::1]"]


def test_a_server_for_everybody_has_the_machines_addresses() -> None:
    for name in local_addresses.others("0.0.0.0"):
        assert not ipaddress.ip_address(name).is_loopback
    assert local_addresses.names_for("0.0.0.0") == ["0.0.0.0", *local_addresses.others("0.0.0.0")]


def test_addresses_are_written_as_browsers_want_them() -> None:
    assert local_addresses.url("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert local_addresses.url("::1", 8000) == "http://[::1]:8000/"
