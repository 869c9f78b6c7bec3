import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordCost } from '../../platform/config/config.ts';
import { hashOf } from '../../platform/access/digests.ts';

/** argon2id, salted, in the PHC form that carries its own parameters. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  hash(password, cost);

const decoys = new Map<string, Promise<string>>();

/**
 * A hash that nobody's password has, of the same cost: so that an unknown person takes as long as a known one, and for
 * whoever has no password yet.
 */
export function hashOfNoPassword(cost: PasswordCost): Promise<string> {
  const key = JSON.stringify(cost);
  const made = decoys.get(key) ?? hashPassword(temporaryPassword(), cost);
  decoys.set(key, made);
  return made;
}

/** @param stored null when there is no such person: the answer is then false, after the same work */
export async function passwordMatches(
  stored: string | null,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNoPassword(cost)), password);
  return stored !== null && matches;
}

/** Letters and digits that are not taken for one another when somebody copies them. */
const legible = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** Ten characters by chance, within the rule for passwords. */
export const temporaryPassword = (): string =>
  Array.from({ length: 10 }, () => legible[randomInt(legible.length)]).join('');

/**
 * Digest of a temporary password, as it is stored: the password is 57 bits of chance, good for half an hour, so nobody tries them out, and
 * a digest finds the right one of several at the cost of none.
 */
export const temporaryDigest = (idUsuario: number, password: string): string =>
  hashOf(`${idUsuario} ${password}`);
