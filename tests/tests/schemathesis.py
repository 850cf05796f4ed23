"""Leaves out requests whose only fault may be one that the service reads with good will, as connectors of flows write: an empty
text for what was left out, and texts for numbers, true and false. tests of the contract (lenient.rs) say what comes of those."""

import schemathesis


def is_read(value) -> bool:
    return isinstance(value, str) and (value == "" or value.lower() in ("true", "false") or value.isdecimal())


def has_such(value) -> bool:
    """Whether a member has such a value; the data of documents is the caller's own, and taken as it is."""
    members = value.items() if isinstance(value, dict) else ()
    return any(is_read(member) or has_such(member) for name, member in members if name not in ("data", "items"))


@schemathesis.hook
def filter_case(context, case) -> bool:
    query = case.query if isinstance(case.query, dict) else {}
    return not (any(value == "" for value in query.values()) or has_such(case.body))
