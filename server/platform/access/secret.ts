import { createHash, randomBytes } from 'node:crypto';

/** The digest under which the database knows a secret by chance. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 256 bits of chance, as they stand in a cookie or a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
