/**
 * Browsers in which a person signed in before: whatever others guess, such a browser has tries of its own. Its cookie
 * is a name by chance and, for each account that was used there, a signature of both. The key of the signature is the
 * stored hash of the account's password, so a new password ends them all, and only the database can make one.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { secondsInDay } from 'date-fns/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRow } from '../accounts/user.repository.ts';
import { secretCookie, setSecretCookie } from '../../platform/access/session.ts';
import { isSameSecret } from '../../app/operator-access.ts';

type Account = Pick<UserRow, 'id' | 'clave_hash'>;

const COOKIE = 'navegador';
const LIFE_SECONDS = 180 * secondsInDay;
/** Accounts of one browser, as at the counter of a store; who comes after them takes the oldest one's place. */
const ACCOUNTS = 6;

function cookieOf(request: FastifyRequest) {
  const value = secretCookie(request, COOKIE) ?? '';
  if (!/^[\w-]{22}(\.[\w-]{43}){1,6}$/.test(value)) return null;
  const [name = '', ...signatures] = value.split('.');
  return { name, signatures };
}

const signatureOf = (name: string, { id, clave_hash }: Account): string =>
  createHmac('sha256', clave_hash).update(`${name} ${id}`).digest('base64url');

/** @returns the browser's name when this account was used in it before; null otherwise */
export async function knownBrowser(
  request: FastifyRequest,
  find: () => Promise<Account | undefined>,
): Promise<string | null> {
  const cookie = cookieOf(request);
  const account = cookie && (await find());
  if (!account) return null;
  const signature = signatureOf(cookie.name, account);
  return cookie.signatures.some((sent) => isSameSecret(sent, signature)) ? cookie.name : null;
}

/** From now on this browser is one of the account's. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): void {
  const cookie = cookieOf(request) ?? {
    name: randomBytes(16).toString('base64url'),
    signatures: [],
  };
  const signature = signatureOf(cookie.name, account);
  const others = cookie.signatures.filter((other) => other !== signature);
  const value = [cookie.name, signature, ...others.slice(0, ACCOUNTS - 1)].join('.');
  setSecretCookie(request, reply, COOKIE, value, LIFE_SECONDS);
}
