/** The cash counts of a store: a new count, the explanation of a difference, and its settlement. */
import { denominations } from '#contract/cash.ts';
import type { Settlement } from '#contract/calls/fund.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import {
  type CountContext,
  type CountEvent,
  countStateOf,
  countStates,
  explainCount,
  countMachine,
  settlingEvent,
} from '../../domain/fund/count.machine.ts';
import { cashOf, differenceInWords, piecesOf } from '../../domain/fund/fund.ts';
import { type Person, type ProfileId, isProfileId } from '../../domain/people/profiles.ts';
import { shortDay } from '../../domain/values/bogota-time.ts';
import { toCentavos } from '../../domain/values/money.ts';
import type { ActingKind } from '../records/acting.machine.ts';

export type CashCounts = AnswerOf<'/arqueos'>;
export type CashCount = CashCounts['arqueos'][number];

/** Form of a count: pieces of each denomination as typed, in the order of the denominations; '' for none. */
export interface CountValues {
  cantidades: readonly string[];
}

export const initialCount: CountValues = { cantidades: denominations.map(() => '') };

const isQuantity = (typed: string): boolean => /^\d{0,5}$/.test(typed.trim());

/** Pieces of each denomination; an invalid quantity counts as 0. */
export const quantitiesOf = ({ cantidades }: CountValues): number[] =>
  cantidades.map((typed) => (isQuantity(typed) ? Number(typed) : 0));

/** Cash typed so far, in centavos. */
export const cashTyped = (values: CountValues): number => cashOf(piecesOf(quantitiesOf(values)));

/** Quantities that are no numbers, by field. */
export const quantityRefusals = ({ cantidades }: CountValues): FailedGuard[] =>
  cantidades.flatMap((typed, place) =>
    refusedIf(!isQuantity(typed), `cantidades.${place}`, 'Escriba cuántos hay: solo números.'),
  );

/** The facts of a listed count, for the state machine. */
const contextOf = (count: CashCount, { arqueos: [last], reclamo }: CashCounts): CountContext => {
  const later = last === undefined || last.id === count.id ? null : last;
  return {
    difference: toCentavos(count.diferencia),
    // The server compared it when the count was saved.
    tolerance: 0,
    counter: { id: count.id_persona, profile: profileOf(count.perfil) },
    custodian: count.id_responsable,
    isExplained: count.nota !== '',
    hasOpenClaim: reclamo === 1,
    recountedBy: later?.id_persona ?? null,
    recountAgrees: later !== null && later.estado !== countStates.withDifference.codigo,
  };
};

/** Counts without a stored profile have no difference to settle. */
const profileOf = (perfil: number): ProfileId => (isProfileId(perfil) ? perfil : 2);

const refusalsOfCount = (idArqueo: number, event: CountEvent, counts: CashCounts) => {
  const count = counts.arqueos.find(({ id }) => id === idArqueo);
  if (count === undefined) return [{ guardia: 'count', mensaje: 'Este arqueo ya no está.' }];
  const value = countStateOf(count.estado);
  return explainCount(
    countMachine.resolveState({ value, context: contextOf(count, counts) }),
    event,
  );
};

export type CountPath = '/guardarArqueo' | '/explicarArqueo' | '/resolverArqueo';

export const countKind: ActingKind<CashCounts, CountPath> = {
  refusals: ({ path, body }, counts, actor) => {
    switch (path) {
      case '/guardarArqueo':
        return [];
      case '/explicarArqueo':
        return refusalsOfCount(
          body.id_arqueo,
          { type: 'COUNT.EXPLAIN', actor, nota: body.nota },
          counts,
        );
      case '/resolverArqueo':
        return refusalsOfCount(body.id_arqueo, settlingEvent(body, actor), counts);
    }
  },
};

/** The way to settle a difference: a later count corrects it, else what is missing or left over decides. */
export const settlementOf = (count: CashCount, { arqueos: [last] }: CashCounts): Settlement => {
  if (last !== undefined && last.id !== count.id) return 'recontado';
  return count.diferencia < 0 ? 'aCargo' : 'entregado';
};

const isPending = ({ estado }: CashCount): boolean => countStateOf(estado) === 'withDifference';

/** The caller counted, and has not explained the difference. */
export const mayExplain = (count: CashCount, actor: Person): boolean =>
  isPending(count) && count.nota === '' && count.id_persona === actor.id;

/** The caller's profile settles differences; why this one cannot be settled yet is said at its button. */
export const maySettle = (count: CashCount, counts: CashCounts, actor: Person): boolean => {
  const event = { type: 'COUNT.CHARGE', actor, motivo: '' } as const;
  return (
    isPending(count) &&
    refusalsOfCount(count.id, event, counts).every(({ guardia }) => guardia !== 'actorMaySettle')
  );
};

/** «Faltante $ 500»; a difference of coins says so. */
export const differenceWords = ({ diferencia, estado }: CashCount): string =>
  `${differenceInWords(toCentavos(diferencia))}${
    estado === countStates.agrees.codigo && diferencia !== 0 ? ' en monedas' : ''
  }`;

/** What became of a difference; '' for a count without one. @param today in Colombia */
export function outcomeWords(count: CashCount, today: string): string {
  const { resolucion, responsable } = count;
  if (resolucion === null)
    return isPending(count) ? 'Por resolver: supervisor o contabilidad.' : '';
  const { como, persona, motivo, dia, referencia } = resolucion;
  const what = {
    aCargo: `A cargo de ${responsable}`,
    entregado: `Entregado a la empresa el ${dia === '' ? '' : shortDay(dia, today)}, ref. ${referencia}`,
    recontado: 'Corregido por un arqueo posterior',
  }[como];
  return `${what}${motivo === '' ? '' : `: ${motivo}`}. Lo resolvió ${persona}.`;
}
