import { createHash, randomBytes } from 'node:crypto';

/** Hexadecimal SHA-256 of the concatenated parts. */
export function sha256Of(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Digest that the database stores instead of a random secret; hexadecimal SHA-256. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 256 random bits in base64url, for a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
