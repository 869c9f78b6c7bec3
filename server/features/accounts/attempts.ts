import ipaddr from 'ipaddr.js';
import { creating } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';

/**
 * Throttles guessing without locking accounts. Failures count per account and origin, and with softer limits per
 * account over all origins; the latter does not apply to browsers in which the account's owner has signed in before.
 * The limits and the number of guesses that they allow: docs/security.md.
 */

type AttemptAction = 'login' | 'codigo';
type AttemptKind = 'cuenta' | 'direccion';

interface AttemptSubject {
  accion: AttemptAction;
  tipo: AttemptKind;
  /** The e-mail; for `direccion` followed by the origin of the attempt. */
  sujeto: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Failures older than this, in milliseconds, are ignored. */
export const ATTEMPT_WINDOW = 60 * MINUTE;

/** `free`: failures without a wait; `longest`: maximum wait between two attempts after them, milliseconds. */
export const attemptLimits: Record<AttemptKind, { free: number; longest: number }> = {
  direccion: { free: 5, longest: 5 * MINUTE },
  cuenta: { free: 50, longest: 2 * MINUTE },
};

/** Account and origin of an attempt. */
export interface Visitor {
  email: string;
  ip: string;
  /** Identifies a browser in which the account's owner has signed in before. */
  browser?: string | null;
}

/** Network of one household or office: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr
    .fromByteArray([...address.toByteArray().slice(0, 8), ...Array(8).fill(0)])
    .toString();
}

/** A known browser is a separate origin, whatever its network. */
export const originOf = ({ ip, browser }: Visitor): string =>
  browser ? `navegador ${browser}` : networkOf(ip);

/** Milliseconds between the last failure and the next attempt: 1 s, 2 s, 4 s… up to `longest`. */
export function waitAfter(
  count: number,
  { free, longest }: { free: number; longest: number },
): number {
  return count < free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(count - free, 20));
}

/** Subjects under which one attempt is counted. */
function subjectsOf(accion: AttemptAction, visitor: Visitor): AttemptSubject[] {
  const place = {
    accion,
    tipo: 'direccion',
    sujeto: `${visitor.email} ${originOf(visitor)}`,
  } as const;
  return visitor.browser
    ? [place]
    : [place, { accion, tipo: 'cuenta', sujeto: visitor.email } as const];
}

/**
 * Failures after `since`. For an origin, a success resets the count. For the account as a whole it does not, or a
 * sign-in of the owner would reset the count of an attacker at another origin.
 *
 * @returns their number, and the instant of the last one; 0 without any
 */
async function failuresSince(
  trx: Trx,
  subject: AttemptSubject,
  since: number,
): Promise<{ count: number; last: number }> {
  const tries = await trx
    .selectFrom('intento')
    .select(['exito', 'instante'])
    .where('accion', '=', subject.accion)
    .where('tipo', '=', subject.tipo)
    .where('sujeto', '=', subject.sujeto)
    .where('instante', '>', since)
    .$if(subject.tipo === 'cuenta', (query) => query.where('exito', '=', 0))
    .orderBy('instante', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const success = tries.findIndex(({ exito }) => exito === 1);
  const failures = success === -1 ? tries : tries.slice(0, success);
  return { count: failures.length, last: failures[0]?.instante ?? 0 };
}

/** Stored as failed until it succeeds, so that concurrent attempts count too. */
const insertAttempt = (trx: Trx, subject: AttemptSubject, instante: number): Promise<number> =>
  createAttempt(trx, { ...subject, exito: 0, instante });

const createAttempt = creating('intento');

export async function markSuccess(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.updateTable('intento').set({ exito: 1 }).where('id', 'in', ids).execute();
}

/** Number of refused sign-ins and codes of all accounts since an instant. */
export const failedAttemptsSince = async (trx: Trx, since: number): Promise<number> => {
  const { count } = await trx
    .selectFrom('intento')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tipo', '=', 'cuenta')
    .where('exito', '=', 0)
    .where('instante', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Admits one attempt and stores it as failed.
 *
 * @returns ids of its rows, for `markSuccess`
 * @throws HttpError 429 during the wait after earlier failures
 */
export async function admitAttempt(
  trx: Trx,
  accion: AttemptAction,
  visitor: Visitor,
  now: number,
): Promise<number[]> {
  const subjects = subjectsOf(accion, visitor);
  for (const subject of subjects) {
    const { count, last } = await failuresSince(trx, subject, now - ATTEMPT_WINDOW);
    if (now < last + waitAfter(count, attemptLimits[subject.tipo])) throw new HttpError(429);
  }
  const ids: number[] = [];
  for (const subject of subjects) ids.push(await insertAttempt(trx, subject, now));
  return ids;
}
