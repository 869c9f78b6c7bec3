import ipaddr from 'ipaddr.js';
import { creating } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';

/**
 * Slows guessing down and locks nobody out. Failures count for an account together with where they come from; beside
 * it, more softly, for an account wherever they come from, which concerns only browsers that its owner never used.
 * Both numbers and what they add up to: docs/security.md.
 */

type AttemptAction = 'login' | 'codigo';
type AttemptKind = 'cuenta' | 'direccion';

interface AttemptSubject {
  accion: AttemptAction;
  tipo: AttemptKind;
  /** The e-mail; for `direccion` followed by where the try comes from. */
  sujeto: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Failures older than this, in milliseconds, are forgotten. */
export const ATTEMPT_WINDOW = 60 * MINUTE;

/** Failures without a wait, and the longest wait between two tries after them, milliseconds. */
export const attemptLimits: Record<AttemptKind, { free: number; longest: number }> = {
  direccion: { free: 5, longest: 5 * MINUTE },
  cuenta: { free: 50, longest: 2 * MINUTE },
};

/** The account that is tried, and where the try comes from. */
export interface Visitor {
  email: string;
  ip: string;
  /** The browser, where the account's owner signed in with it before. */
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

/** A browser that the owner used is a place of its own, whatever else comes from its address. */
export const originOf = ({ ip, browser }: Visitor): string =>
  browser ? `navegador ${browser}` : networkOf(ip);

/** Milliseconds between the last failure and the next try: 1 s, 2 s, 4 s… up to the longest. */
export function waitAfter(
  count: number,
  { free, longest }: { free: number; longest: number },
): number {
  return count < free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(count - free, 20));
}

/** Subjects that one try is counted for. */
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
 * Failures after `since`. A success shows that it is the owner who tries there, so what was before it is forgiven
 * there; of an account as a whole it forgives nothing, or the owner would clear the way for one who guesses elsewhere.
 *
 * @returns how many, and when the last one was
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

/** Counted as failed until it is known to be right, so that tries at the same time count too. */
const insertAttempt = (trx: Trx, subject: AttemptSubject, instante: number): Promise<number> =>
  createAttempt(trx, { ...subject, exito: 0, instante });

const createAttempt = creating('intento');

export async function markSuccess(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.updateTable('intento').set({ exito: 1 }).where('id', 'in', ids).execute();
}

/**
 * Admits one try and writes it down.
 *
 * @returns keys of its rows, to be marked when it succeeds
 * @throws HttpError 429 while the account has to wait there
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
