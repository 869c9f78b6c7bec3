/** The excess of a store's expenses over its fund, for its screens. */
import type { AnswerOf } from '#contract/contract.ts';
import { type Fund, availablePercentOf, excessOf, fundLevelOf } from '../../domain/fund/fund.ts';
import { fundGuard } from '../../domain/explain.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { formatMoney, formatPesos, parseMoney, toCentavos } from '#machines/domain/values/money.ts';

type StoreFund = AnswerOf<'/obtenerDatosTiendaCaja'>;

/** The fund of an answer, in centavos; the open box (`current`) is the remainder. */
export function fundOfAnswer({
  base,
  reembolso,
  por_girar,
  a_cargo_tienda,
  disponible,
}: Pick<StoreFund, 'base' | 'reembolso' | 'por_girar' | 'a_cargo_tienda' | 'disponible'>): Omit<
  Fund,
  'porcentaje'
> {
  const fund = {
    base: toCentavos(base),
    reembolso: toCentavos(reembolso),
    porGirar: toCentavos(por_girar),
    aCargo: toCentavos(a_cargo_tienda),
    disponible: toCentavos(disponible),
  };
  return {
    ...fund,
    enProceso: fund.reembolso - fund.porGirar,
    current: fund.base - fund.reembolso - fund.aCargo - fund.disponible,
  };
}

/** '61,32 %'; '—' for a store without a base. */
export const availablePart = (fund: Pick<Fund, 'base' | 'disponible'>): string => {
  const percent = availablePercentOf(fund);
  return percent === null
    ? '—'
    : `${percent.toLocaleString('es-CO', { maximumFractionDigits: 2 })} %`;
};

/** Warning about a low or exceeded fund; '' otherwise. */
export function fundWarning(fund: Omit<Fund, 'porcentaje'>): string {
  const level = fundLevelOf(fund);
  if (level === 'exceeded') return `Fondo excedido en ${formatMoney(-fund.disponible)}`;
  return level === 'low' ? `Fondo bajo: quedan ${formatMoney(fund.disponible)}` : '';
}

/** The excess in centavos; 0 without a fund. @param added centavos of an expense that is not recorded yet */
const fundExcess = (fund: StoreFund | null, added = 0): number =>
  fund === null ? 0 : excessOf(toCentavos(fund.disponible), added);

/** The excess when the setting forbids it; 0 when it only warns. */
export const forbiddenExcess = (fund: StoreFund | null, added = 0): number =>
  fund?.exceso_fondo === 'impedir' ? fundExcess(fund, added) : 0;

interface TypedPurchase {
  valor: string;
  /** The vale that paid it; drafts from before have none. */
  vale?: number | null;
}

/** Centavos that a purchase takes from the available money: what a vale paid is out already. */
function lessVale(
  { vales }: StoreFund,
  centavos: number | null,
  idVale: number | null | undefined,
): number | null {
  const vale = vales.find(({ id }) => id === idVale);
  return centavos === null || vale === undefined ? centavos : centavos - toCentavos(vale.valor);
}

/** What happens to the difference between a purchase and its vale; '' without one. */
export function valeNotice(fund: StoreFund, { valor, vale }: TypedPurchase): string {
  const typed = parseMoney(valor);
  const rest = lessVale(fund, typed, vale);
  if (rest === null || rest === typed) return '';
  if (rest === 0) return 'El vale queda legalizado.';
  const isOfOpening = fund.vales.find(({ id }) => id === vale)?.de_apertura === 1;
  if (isOfOpening && rest < 0) return `Quedan ${formatMoney(-rest)} de recibos por registrar.`;
  return rest < 0
    ? `Vuelven ${formatMoney(-rest)} al cajón.`
    : `Salen ${formatMoney(rest)} más del cajón.`;
}

/** Notice beside a value that exceeds the fund; '' while the fund is sufficient. */
export function excessNotice(fund: StoreFund, { valor, vale }: TypedPurchase): string {
  const centavos = lessVale(fund, parseMoney(valor), vale);
  const excess = centavos === null ? 0 : fundExcess(fund, centavos);
  return excess === 0
    ? ''
    : `El fondo tiene ${formatPesos(fund.disponible)} disponibles: este gasto lo supera en ${formatMoney(excess)}${
        fund.exceso_fondo === 'impedir'
          ? ' y no se puede registrar.'
          : ' y la caja lo avisa a quien la revisa.'
      }`;
}

/** Warning before a store sends a box while its fund is exceeded; '' otherwise. */
export const excessWarning = (fund: StoreFund | null): string => {
  const excess = fundExcess(fund);
  return fund === null || excess === 0
    ? ''
    : `Los gastos superan el fondo de la tienda en ${formatMoney(excess)} (base ${formatPesos(fund.base)}).`;
};

/** Checks the fund rule of the state machine before the call; the refusal is shown at the field `valor`. */
export function excessRefusals(fund: StoreFund, { valor, vale }: TypedPurchase): FailedGuard[] {
  const centavos = lessVale(fund, parseMoney(valor), vale);
  const exceeds = centavos !== null && forbiddenExcess(fund, centavos) > 0;
  return refusedIf(exceeds, 'valor', fundGuard.mensaje);
}
