import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 of the parts one after the other, hexadecimal. */
export function sha256Of(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** The digest under which the database knows a secret by chance. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 256 bits of chance, as they stand in a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
