/**
 * Slows guessing down and locks nobody out. Failures count for an account together with where they come from; beside
 * it, more softly, for an account wherever they come from, which concerns only browsers that its owner never used.
 * Both numbers and what they add up to: docs/security.md.
 */
import ipaddr from 'ipaddr.js';

export type AttemptAction = 'login' | 'codigo';
export type AttemptKind = 'cuenta' | 'direccion';

export interface AttemptSubject {
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
export function subjectsOf(accion: AttemptAction, visitor: Visitor): AttemptSubject[] {
  const place = {
    accion,
    tipo: 'direccion',
    sujeto: `${visitor.email} ${originOf(visitor)}`,
  } as const;
  return visitor.browser
    ? [place]
    : [place, { accion, tipo: 'cuenta', sujeto: visitor.email } as const];
}
