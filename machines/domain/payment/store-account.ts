/**
 * Rules for the payment method of a store: an administrator proposes a change, another person (an administrator, or one
 * who authorises payments) confirms it.
 */
import { millisecondsInDay } from 'date-fns/constants';
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { freshRights } from '../people/authority.ts';
import type { Person } from '../people/profiles.ts';

/** Who proposed and who confirmed the account of a payment. */
export interface AccountPeople {
  proposed: number;
  /** Null without a confirmation. */
  confirmed: number | null;
  /** Until when its confirmer does not authorise payments to it, epoch milliseconds; null when that is over. */
  until: number | null;
}

/** The confirmer waits a day. @param account its proposer, its confirmer and the instant of the confirmation */
export function accountPeople(
  account: { id_usuario: number; id_usuario_resuelve: number | null; resuelta: number | null },
  now: number,
): AccountPeople {
  const until = (account.resuelta ?? 0) + millisecondsInDay;
  return {
    proposed: account.id_usuario,
    confirmed: account.id_usuario_resuelve,
    until: now < until ? until : null,
  };
}

/** Fields of an account; a transfer without an account is not included in files for the bank. */
const accountFields = [
  'id_banco',
  'tipo_cuenta',
  'numero',
  'titular',
  'tipo_doc',
  'documento',
] as const;

type Proposal = { via: PaymentWay } & Partial<
  Record<(typeof accountFields)[number], string | number | null | undefined>
>;

/** Only a transfer may have an account, with all of its fields or none. */
export function proposalRefusals(form: Proposal): FailedGuard[] {
  const given = accountFields.filter((name) => String(form[name] ?? '').trim() !== '');
  if (form.via !== 'transferencia')
    return refusedIf(given.length > 0, 'numero', 'Solo una transferencia tiene cuenta.');
  return accountFields.flatMap((name) =>
    refusedIf(
      given.length > 0 && !given.includes(name),
      name,
      'Escriba la cuenta completa, o deje vacíos todos sus campos.',
    ),
  );
}

/**
 * The proposer of a change may withdraw it, but not confirm it; nobody confirms it with fresh rights.
 *
 * @param proposedBy null without a pending change
 * @param until of the actor's fresh rights; null without any
 */
export const resolutionRefusals = (
  proposedBy: number | null,
  { actor, confirma, until }: { actor: Person; confirma: 0 | 1; until: number | null },
): FailedGuard[] => [
  ...refusedIf(
    proposedBy === null,
    'accountIsProposed',
    'Este cambio de cuenta ya no espera confirmación.',
  ),
  ...refusedIf(
    confirma === 1 && proposedBy === actor.id,
    'actorDidNotPropose',
    'Usted propuso este cambio: otra persona lo confirma.',
  ),
  ...(confirma === 1 && until !== null
    ? [
        {
          guardia: 'rightsAreSettled',
          mensaje: freshRights.mensaje,
          detalle: freshRights.detalle(until),
        },
      ]
    : []),
];
