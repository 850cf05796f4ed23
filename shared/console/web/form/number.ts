// Numbers as people write them.

/** `1234.5` and `1234,5`; undefined for anything else. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
