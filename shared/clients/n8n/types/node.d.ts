// What the node uses of Node.js.

interface Buffer extends Uint8Array {
	readonly length: number;
}

declare const Buffer: {
	from(text: string, encoding?: 'base64'): Buffer;
};

declare module 'node:crypto' {
	interface Hmac {
		update(data: string | Buffer): Hmac;
		digest(encoding: 'base64'): string;
	}
	export function createHmac(algorithm: 'sha256', key: Buffer): Hmac;
	export function timingSafeEqual(one: Buffer, other: Buffer): boolean;
}
