import { formatPesos } from '#machines/domain/values/money.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { isChartName } from '#machines/domain/history/log-words.ts';
import type { WorkflowAddress } from '../../app/screens/workflow-address.ts';

const count = new Intl.NumberFormat('es-CO');

/** A whole number as people read it: `20.000`. */
export const countOf = (value: number): string => count.format(value);

/** A number with its noun: `1 caja`, `20.000 cajas`. */
export const counted = (value: number, one: string, many: string): string =>
  `${countOf(value)} ${value === 1 ? one : many}`;

const millions = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** Pesos where there is little space: whole ones, from a million on in millions (`$ 2,4 M`). */
export const shortAmount = (pesos: number): string =>
  pesos < 1_000_000 ? formatPesos(Math.round(pesos)) : `$ ${millions.format(pesos / 1_000_000)} M`;

/** A box in a sentence: `del reembolso 12 de Tienda Centro`. */
export const boxOf = (box: { tienda: string; consecutivo: number | null }): string =>
  box.consecutivo === null
    ? `de la caja abierta de ${box.tienda}`
    : `del reembolso ${box.consecutivo} de ${box.tienda}`;

/** The machine with figures that an address names; the box when it names none of the two. */
export const domainChartOf = ({ maquina }: WorkflowAddress): ChartName =>
  isChartName(maquina) ? maquina : 'box';

/** Selects the boxes of the figures, as the calls take them. */
export const whoseOf = ({ tienda, supervisor }: WorkflowAddress) => ({
  ...(tienda > 0 && { id_tienda: tienda }),
  ...(supervisor > 0 && { id_supervisor: supervisor }),
});
