/** The cash count (arqueo) of a store: cash and receipts against the base of its fund. Amounts in centavos. */
import { denominations, type Pieces } from '#contract/denominations.ts';
import type { FailedGuard } from '../explain.ts';
import { refusedIf } from '../refusal.ts';
import { formatMoney } from '../values/money.ts';
import { type ProfileId, storeProfiles } from '../people/profiles.ts';
import { stages } from '../box/stages.ts';

const counting: readonly number[] = [...storeProfiles, stages.supervisor.profile];

/** The people of the store and its supervisor count; who else sees the store reads. */
export const mayCount = (profile: ProfileId): boolean => counting.includes(profile);

/** The pieces that there are. @param quantities in the order of the denominations */
export const piecesOf = (quantities: readonly number[]): Pieces[] =>
  denominations.flatMap((denomination, place) => {
    const cantidad = quantities[place] ?? 0;
    return cantidad === 0 ? [] : [{ ...denomination, cantidad }];
  });

export const cashOf = (pieces: readonly Pieces[]): number =>
  pieces.reduce((sum, { valor, cantidad }) => sum + valor * cantidad * 100, 0);

/** The parts of a fund that a count compares. */
export interface CountedFund {
  base: number;
  /** Receipts that are not reimbursed yet: in the open box, and in those that were sent. */
  current: number;
  reembolso: number;
}

/** Cash and receipts less the base: negative when something is missing. */
export const differenceOf = ({ base, current, reembolso }: CountedFund, cash: number): number =>
  cash + current + reembolso - base;

export function differenceInWords(difference: number): string {
  if (difference === 0) return 'Sin diferencia';
  return `${difference > 0 ? 'Sobrante' : 'Faltante'} ${formatMoney(Math.abs(difference))}`;
}

/** Why a count cannot be saved; empty when it can. */
export const countRefusals = (difference: number, nota: string): FailedGuard[] =>
  refusedIf(
    difference !== 0 && nota.trim() === '',
    'nota',
    `Explique la diferencia en la nota: ${differenceInWords(difference)}.`,
  );

export const sameFund = (one: CountedFund, other: CountedFund): boolean =>
  one.base === other.base && one.current === other.current && one.reembolso === other.reembolso;
