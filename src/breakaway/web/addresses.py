"""Finds the addresses at which others can reach a server: this machine's addresses on its networks, and the address for
links.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from starlette.requests import Request

from breakaway.web.guard import LOCAL_NAMES, host_name

# An address in each kind of network. Nothing is sent to it: the system only says which of its own addresses it would
# use.
PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1")
PROBE_6 = "2001:db8::1"


def own_addresses(six: bool = False) -> list[str]:
    """This machine's addresses on its networks. Those that others can most likely reach come first. `six`: whether to
    include IPv6 addresses.
    """
    found = [_towards(socket.AF_INET, probe) for probe in PROBES]
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    found += [_towards(socket.AF_INET6, PROBE_6)] if six else []
    return list(dict.fromkeys(each for each in found if each and _is_reachable(each)))


def _towards(family: socket.AddressFamily, probe: str) -> str:
    """The address from which this machine would send data to the `probe`. Empty if there is no route to the probe."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((probe, 9))
            return str(found.getsockname()[0])
    except OSError:
        return ""


def _is_reachable(address: str) -> bool:
    """Whether other machines can use this address."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def urls(addresses: list[str], port: int) -> list[str]:
    """A full URL for each address."""
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in addresses]


def is_local(request: Request) -> bool:
    """Whether a request names this computer as `localhost`, which means a different computer to everybody else."""
    return host_name(request.headers.get("host", "")) in LOCAL_NAMES


def link_base(request: Request) -> str:
    """The base URL of links for other people, without a slash at the end.

    Links begin with the server's address as the request names it. If that address works only on this computer, links
    begin with the server's address for other computers, if any.
    """
    outside: str = request.app.state.outside
    return (outside if outside and is_local(request) else str(request.base_url)).rstrip("/")
