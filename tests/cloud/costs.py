"""What 10,000 documents cost in calls, and what they would with other services of AWS in the places of those used.

    make model-aws | python costs.py

Reads the rows that the model prints (tests/examples/model_aws.rs): the calls of a job as the functions made them. Prints a
table for docs/deploy.md. Prices are those of us-east-1 in dollars.
"""

import re
import sys

MILLION = 1e6
# S3 Standard, and S3 Express One Zone, which counts bytes too (a gigabyte put and got).
STANDARD = {"PUT": 5.0 / MILLION, "GET": 0.4 / MILLION}
EXPRESS = {"PUT": 1.13 / MILLION, "GET": 0.03 / MILLION}
EXPRESS_PUT_GB, EXPRESS_GET_GB = 0.0032, 0.0006
# A message is sent in batches of ten, received and deleted; an event is put and taken by a pipe.
SQS = 2.1 * 0.4 / MILLION
EVENT = (1.0 + 0.4) / MILLION
# Documents of a message, and their bytes (shared/service/src/limits.rs; docs/deploy.md).
CHUNK = 25
BYTES = 20_000
ROW = re.compile(r"\| (\d+) (\.\w+) \|.*\| ([\d.]+) \| (\d+) PUT, (\d+) GET, (\d+) DynamoDB \|")


def costs(items: int, calls: float, put: int, get: int) -> list[tuple[str, float]]:
    """The parts of a job's price, by where it could run."""
    messages = items / CHUNK
    standard = put * STANDARD["PUT"] + get * STANDARD["GET"]
    gigabytes = items * BYTES / 1e9
    express = put * EXPRESS["PUT"] + get * EXPRESS["GET"] + gigabytes * (EXPRESS_PUT_GB + EXPRESS_GET_GB)
    rest = calls - standard
    return [
        ("as it is: S3 Standard, SQS, DynamoDB", calls),
        ("the jobs bucket on S3 Express One Zone", rest + express),
        ("EventBridge and a pipe instead of SQS", calls + messages * (EVENT - SQS)),
    ]


def main() -> None:
    found = {}
    for row in ROW.finditer(sys.stdin.read()):
        items, format, calls, put, get, _ = row.groups()
        if int(items) == 10_000:
            found[format] = costs(int(items), float(calls), int(put), int(get))
    if not found:
        sys.exit("costs: no row of 10,000 items; give what `make model-aws` prints")
    print(f"| Calls of 10,000 documents, in dollars | {' | '.join(found)} |")
    print("|---" * (len(found) + 1) + "|")
    for parts in zip(*found.values()):
        print(f"| {parts[0][0]} | {' | '.join(f'{price:.3f}' for _, price in parts)} |")


if __name__ == "__main__":
    main()
