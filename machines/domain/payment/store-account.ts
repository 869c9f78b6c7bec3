/** Rules for the payment method of a store: one administrator proposes a change, another one confirms it. */
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Person } from '../people/profiles.ts';

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

/** The proposer of a change may withdraw it, but not confirm it. @param proposedBy null without a pending change */
export const resolutionRefusals = (
  proposedBy: number | null,
  { actor, confirma }: { actor: Person; confirma: 0 | 1 },
): FailedGuard[] => [
  ...refusedIf(
    proposedBy === null,
    'accountIsProposed',
    'Este cambio de cuenta ya no espera confirmación.',
  ),
  ...refusedIf(
    confirma === 1 && proposedBy === actor.id,
    'actorDidNotPropose',
    'Usted propuso este cambio: otro administrador lo confirma.',
  ),
];
