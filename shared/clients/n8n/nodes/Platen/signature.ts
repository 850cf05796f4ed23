import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a message may be old: one that somebody kept and sends again is refused. */
const TOLERANCE = 300;

/** Whether a message is from the service: signed with the webhook's secret, and not old (standardwebhooks.com). */
export function isSigned(secret: string, headers: { [name: string]: unknown }, body: Buffer): boolean {
	const [id, sent, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
	// `!(a <= b)`: a time that is no number is refused, too.
	if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= TOLERANCE)) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest('base64')}`);
	// More than one while a new secret takes the place of the one before.
	return signatures.split(' ').some((text) => {
		const given = Buffer.from(text);
		return given.length === expected.length && timingSafeEqual(given, expected);
	});
}
