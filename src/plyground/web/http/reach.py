"""Where browsers on other machines find the server, if it was opened at an address of this machine alone."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

import psutil

ANYWHERE: Final = ("0.0.0.0", "::", "")


def is_loopback(host: str) -> bool:
    """Whether only this machine finds itself there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.0.7")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost" or host.lower().endswith(".localhost")


def machine_addresses() -> list[str]:
    """The addresses of this machine in its networks, those of IPv4 first; neither loopback nor link-local."""
    found = []
    for addresses in psutil.net_if_addrs().values():
        for each in addresses:
            if each.family not in (socket.AF_INET, socket.AF_INET6):
                continue
            address = ipaddress.ip_address(each.address.partition("%")[0])
            if not (address.is_loopback or address.is_link_local):
                found.append(address)
    return [str(address) for address in sorted(found, key=lambda each: (each.version, int(each)))]


def addresses_for_others(host: str, port: int, root_path: str) -> list[str]:
    """Where others find a server that listens on `host`, or would if it listened to everybody."""
    hosts = machine_addresses() if host in ANYWHERE or is_loopback(host) else [host]
    if host == "0.0.0.0":
        hosts = [each for each in hosts if ":" not in each]
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}{root_path}/" for each in hosts]
