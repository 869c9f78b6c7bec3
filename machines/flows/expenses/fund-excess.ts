/** The excess of a store's expenses over its fund, as its screens know it. */
import type { AnswerOf } from '#contract/contract.ts';
import { boxGuards } from '#machines/domain/box.machine.ts';
import { excessOf, type FigureLine } from '#machines/domain/fund.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { formatMoney, formatPesos, parseMoney, toCentavos } from '#machines/domain/money.ts';

type StoreFund = AnswerOf<'/obtenerDatosTiendaCaja'>;

/** The fund less what its boxes take: what the store can spend. @param requested the lines of its open box */
export const fundAccount = (fund: StoreFund, requested: readonly FigureLine[]): FigureLine[] => [
  { label: 'Base', amount: formatPesos(fund.base) },
  { label: 'En proceso de reembolso', amount: formatPesos(fund.reembolso) },
  ...requested,
  { label: 'Dinero disponible', amount: formatPesos(fund.disponible) },
];

/** A store without a base has no percentage. */
export const availablePart = ({ porcentaje }: StoreFund): FigureLine => ({
  label: 'Porcentaje disponible',
  amount:
    porcentaje === null
      ? '—'
      : `${porcentaje.toLocaleString('es-CO', { maximumFractionDigits: 2 })} %`,
});

/** Centavos; 0 without a fund. @param added centavos of an expense that is not recorded yet */
export const fundExcess = (fund: StoreFund | null, added = 0): number =>
  fund === null ? 0 : excessOf(toCentavos(fund.disponible), added);

/** The same where the setting forbids it; 0 where it only warns. */
export const forbiddenExcess = (fund: StoreFund | null, added = 0): number =>
  fund?.exceso_fondo === 'impedir' ? fundExcess(fund, added) : 0;

/** Returns the notice beside a value that exceeds the fund, '' while the fund is enough. */
export function excessNotice(fund: StoreFund, valor: string): string {
  const centavos = parseMoney(valor);
  const excess = centavos === null ? 0 : fundExcess(fund, centavos);
  return excess === 0
    ? ''
    : `El fondo tiene ${formatPesos(fund.disponible)} disponibles: este gasto lo supera en ${formatMoney(excess)}${
        fund.exceso_fondo === 'impedir'
          ? ' y no se puede registrar.'
          : ' y quedará con una novedad.'
      }`;
}

/** The law of the box, asked before the server is, at the field that can be mended. */
export function excessRefusals(fund: StoreFund, valor: string): FailedGuard[] {
  const centavos = parseMoney(valor);
  return centavos !== null && forbiddenExcess(fund, centavos) > 0
    ? [{ guardia: 'valor', mensaje: boxGuards.fundIsEnough.mensaje }]
    : [];
}
