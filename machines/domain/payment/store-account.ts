/** The rules of how a store gets its money: one administrator proposes a change, another one confirms it. */
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import type { Person } from '../people/profiles.ts';

/** The fields of an account; a transfer without any goes into no file for the bank. */
const accountFields = [
  'banco',
  'tipo_cuenta',
  'numero',
  'titular',
  'tipo_doc',
  'documento',
] as const;

type Proposal = { via: PaymentWay } & Partial<
  Record<(typeof accountFields)[number], string | null | undefined>
>;

/** Only a transfer has an account, and it names all of it or nothing. */
export function proposalRefusals(form: Proposal): FailedGuard[] {
  const given = accountFields.filter((name) => (form[name] ?? '').trim() !== '');
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

/** Who proposed a change withdraws it; nobody confirms an own one. @param proposedBy null where no change waits */
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
