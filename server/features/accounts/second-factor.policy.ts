/** Codes of the second factor: RFC 6238 with what every authenticator application understands. */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashOf } from '../../platform/access/digests.ts';

/** Milliseconds between the right password and the code. */
export const CODE_TIME = 5 * 60_000;
/** Codes that one sign-in may try; then it starts again with the password. */
export const CODE_TRIES = 5;

const RECOVERY_CODES = 10;

/** Steps of 30 s before and after the server's own that count too: clocks differ, and people type slowly. */
const WINDOW = 1;

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Caja menor', label, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** Base32 of 160 random bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth://` address that a device reads from the QR code. */
export const totpUri = (secret: string, email: string): string =>
  totpOf(Secret.fromBase32(secret), email).toString();

/** @returns the number of the 30 seconds whose code it is; null when it is none */
export function totpStep(secret: string, code: string, now: number): number | null {
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Capitals and digits that are not taken for one another. */
const legible = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** `ABCD-EFGH-JKMN-PQRS`: 79 random bits, so a plain hash keeps them. */
const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => legible[randomInt(legible.length)]).join(''),
  ).join('-');

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** A code as it is compared, whatever spaces, hyphens and small letters somebody typed. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const recoveryHash = (code: string): string => hashOf(bareCode(code));
