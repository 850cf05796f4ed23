"""A mail server that asks for STARTTLS and a password, and prints each e-mail as Python's `email` reads it, a line of JSON each."""

import asyncio
import base64
import json
import logging
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult

GIVEN = json.loads(sys.argv[1])
logging.disable()


class Handler:
    busy = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return f"550 5.1.1 <{address}> nobody is called so"
        if address.startswith("busy@") and Handler.busy == 0:
            Handler.busy = 1
            return "451 4.3.0 come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=policy.default)
        files = [
            {
                "name": part.get_filename(),
                "type": part.get_content_type(),
                "content": base64.b64encode(part.get_content()).decode(),
            }
            for part in message.iter_attachments()
        ]
        told = {
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "defects": [str(defect) for part in message.walk() for defect in part.defects],
            "text": message.get_body().get_content().replace("\r\n", "\n"),
            "files": files,
        }
        print(json.dumps(told), flush=True)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"platen", b"s3:same"), handled=False)


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(GIVEN["certificate"], GIVEN["key"])
    is_starttls = GIVEN["mode"] == "starttls"

    def server():
        return SMTP(
            Handler(),
            tls_context=context if is_starttls else None,
            require_starttls=is_starttls,
            auth_required=True,
            auth_require_tls=is_starttls,
            authenticator=authenticate,
        )

    port, tls = GIVEN["port"], context if GIVEN["mode"] == "tls" else None
    listening = await asyncio.get_running_loop().create_server(server, "127.0.0.1", port, ssl=tls)
    print(json.dumps(listening.sockets[0].getsockname()[1]), flush=True)
    await listening.serve_forever()


asyncio.run(main())
