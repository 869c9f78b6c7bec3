/** The signed-in person, as the page keeps it. */
import type { AnswerOf } from '#contract/contract.ts';
import { tokenGuard } from '#contract/errors.ts';
import type { Holder } from '#machines/domain/people/authority.ts';
import { type Person, isProfileId, parsePermissions } from '#machines/domain/people/profiles.ts';
import type { WorkingHours } from '#machines/domain/values/working-time.ts';
import { type Done, isRefusedBy, type Result } from '../steps/result.ts';

export interface SessionFacts {
  email: string;
  nombre: string;
  id_usuario: number;
  tipoperfil_id: number;
  tipoperfil_nombre: string;
  /** Route names, in the order that decides where the person lands. */
  permisos: readonly string[];
  /** 'si' while nothing but a new password is allowed. */
  cambiar_clave: 'si' | 'no';
  /** Only there while nothing but switching on a second factor is allowed. */
  segundo_factor?: 'inscribir' | undefined;
  /** Working time of the company; absent: the usual one. */
  horario?: WorkingHours | undefined;
}

export type SessionAnswer = AnswerOf<'/auth/user'>;

/** @throws Error on an empty list: the contract promises one element */
export function sessionFactsOf(answer: SessionAnswer): SessionFacts {
  const [row] = answer;
  if (row === undefined) throw new Error('The answer of the session has no element');
  const { status: _status, msg: _msg, permisos, ...facts } = row;
  return { ...facts, permisos: parsePermissions(permisos) };
}

/** The person as the rules of who may give what to whom know it. */
export const holderOfSession = (facts: SessionFacts): Holder => ({
  id: facts.id_usuario,
  profile: facts.tipoperfil_id,
  permisos: facts.permisos,
});

/** The person for the domain machines. @throws RangeError on a profile that is not one of the eight */
export function actorOfSession(facts: Pick<SessionFacts, 'id_usuario' | 'tipoperfil_id'>): Person {
  if (!isProfileId(facts.tipoperfil_id))
    throw new RangeError(`Unknown profile ${facts.tipoperfil_id}`);
  return { id: facts.id_usuario, profile: facts.tipoperfil_id };
}

/** Stands in for an answer to /auth/sesion: the session of this browser waits for its end. */
export const signOutGuard = 'signOutIsConfirmed';

/** The server has ended the session, or it was over already. An old token says nothing about it, nor does a page of a network in between. */
export const confirmsSignOut = (result: Result<Done>): boolean =>
  result.ok
    ? Array.isArray(result.answer)
    : result.status === 401 && !isRefusedBy(result, tokenGuard);
