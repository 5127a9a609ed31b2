"""Limits of nodes: where a search, a search for threats and a proof end, or ask their host whether to go on.

In this process a limit is a limit. Where there is a host to ask (`plyground.native.host`), a search asks it
every `ASK_NODES` nodes, which lets it look at the clock, and ends at the limit all the same. `counts` are
those of a `SearchWorkspace` or, apart from threats, of a `DfpnWorkspace`: the first indices are the same.
"""

from __future__ import annotations

from typing import Final

from plyground.contract import kernel
from plyground.engine.arrays import Numbers
from plyground.engine.workspace import (
    LAST_NODE,
    NODE_LIMIT,
    NODES,
    THREAT_LAST_NODE,
    THREAT_NODE_LIMIT,
    THREAT_NODES,
)
from plyground.native.host import goes_on, has_host

ASK_NODES: Final = 20_000


@kernel
def limit_nodes(counts: Numbers, last: int) -> None:
    """Let a search come to node `last`."""
    counts[LAST_NODE] = last
    counts[NODE_LIMIT] = min(last, counts[NODES] + ASK_NODES) if has_host() else last


@kernel
def is_at_limit(counts: Numbers) -> bool:
    """Whether a search has come to its limit."""
    return counts[NODES] >= counts[NODE_LIMIT] and not (goes_on() and has_more_nodes(counts))


@kernel
def has_more_nodes(counts: Numbers) -> bool:
    """Whether the limit lies further on; then it is put off until the host is asked again."""
    limit_nodes(counts, counts[LAST_NODE])
    return counts[NODES] < counts[NODE_LIMIT]


@kernel
def limit_threat_nodes(counts: Numbers, last: int) -> None:
    """Begin a search for threats that may come to node `last`."""
    counts[THREAT_NODES] = 0
    counts[THREAT_LAST_NODE] = last
    counts[THREAT_NODE_LIMIT] = min(last, ASK_NODES) if has_host() else last


@kernel
def is_at_threat_limit(counts: Numbers) -> bool:
    """Whether a search for threats has come to its limit."""
    return counts[THREAT_NODES] > counts[THREAT_NODE_LIMIT] and not (
        goes_on() and has_more_threat_nodes(counts)
    )


@kernel
def has_more_threat_nodes(counts: Numbers) -> bool:
    """Whether the limit lies further on; then it is put off until the host is asked again."""
    counts[THREAT_NODE_LIMIT] = min(counts[THREAT_LAST_NODE], counts[THREAT_NODES] + ASK_NODES)
    return counts[THREAT_NODES] <= counts[THREAT_NODE_LIMIT]
