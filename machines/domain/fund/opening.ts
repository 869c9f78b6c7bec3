/** The opening of a store that begins: what of its base is in the drawer, and what is out of it. */
import type { RequestOf } from '#contract/contract.ts';
import { shortDate } from '../values/bogota-time.ts';
import { formatMoney, toCentavos } from '../values/money.ts';

/** A box that another system sent and that is not paid yet. */
interface EarlierBox {
  numero: number;
  valor: number;
  /** `yyyy-MM-dd`. */
  dia: string;
}

/** Amounts in centavos. */
export interface Opening {
  base: number;
  /** Counted cash. */
  efectivo: number;
  /** What the person in charge owes. */
  debe: number;
  /** Receipts that nobody has recorded. */
  sinRegistrar: number;
  /** Number of the next box. */
  siguiente: number;
  boxes: readonly EarlierBox[];
}

/** @param form in pesos */
export const openingOfForm = (form: Omit<RequestOf<'/abrirFondo'>, 'id_tienda'>): Opening => ({
  base: toCentavos(form.base),
  efectivo: toCentavos(form.efectivo),
  debe: toCentavos(form.debe ?? 0),
  sinRegistrar: toCentavos(form.sin_registrar ?? 0),
  siguiente: form.siguiente,
  boxes: (form.cajas ?? []).map(({ valor, ...box }) => ({ ...box, valor: toCentavos(valor) })),
});

const sumOf = (boxes: readonly EarlierBox[]): number =>
  boxes.reduce((sum, { valor }) => sum + valor, 0);

/** What the company still has to bring; below 0 when there is more than the base. */
export const restOf = ({ base, efectivo, debe, sinRegistrar, boxes }: Opening): number =>
  base - efectivo - debe - sinRegistrar - sumOf(boxes);

/** Parts of an opening that are movements of their own, with what each is in words. */
export function linesOf(opening: Opening) {
  const parts = [
    ...opening.boxes.map(({ numero, valor, dia }) => ({
      state: 'toPay' as const,
      valor,
      caja_externa: numero,
      motivo: `Enviada el ${shortDate(dia)}, antes de la apertura`,
    })),
    {
      state: 'toPay' as const,
      valor: restOf(opening),
      caja_externa: null,
      motivo: 'Lo que falta para completar el fondo',
    },
    {
      state: 'owed' as const,
      valor: opening.debe,
      caja_externa: null,
      motivo: 'Lo que ya se debía',
    },
  ];
  return parts.filter(({ valor }) => valor > 0);
}

/** The opening in one sentence, without the parts that are 0. */
export function openingInWords(opening: Opening): string {
  const { base, efectivo, debe, sinRegistrar, siguiente, boxes } = opening;
  const parts: [name: string, amount: number][] = [
    ['cajas en camino', sumOf(boxes)],
    ['ya se debía', debe],
    ['recibos sin registrar', sinRegistrar],
    ['por girar', restOf(opening)],
  ];
  const named = parts.flatMap(([name, amount]) =>
    amount === 0 ? [] : [`${name} ${formatMoney(amount)}`],
  );
  return [
    `Fondo ${formatMoney(base)}: efectivo ${formatMoney(efectivo)}`,
    ...named,
    `próxima caja n.º ${siguiente}`,
  ].join(', ');
}

export const receiptsOfOpening = 'Recibos sin registrar antes de la apertura';
