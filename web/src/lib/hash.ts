// The hash of a state: the first 16 hex digits of SHA-256 over the view in canonical JSON.

/** JSON with sorted keys and no spaces, as the server hashes it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Whether the hash is that of the view; true where the browser cannot hash (plain HTTP on a network). */
export async function matchesHash(view: unknown, hash: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(canonical(view))));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash;
}

/** An idempotency key: what is sent twice with the same key happens once. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36).padStart(2, '0')).join('');
}
