import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { instantsOf, isDateText } from '#machines/domain/dates.ts';
import { placedChange } from '#machines/domain/expense-places.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages.ts';
import { rangeRefusals } from '#machines/flows/date-range.form.ts';
import { brokenRule } from '../../errors/http-error.ts';
import type { WorkflowScope } from '../../repositories/workflow.repository.ts';
import {
  endOfSlice,
  reasonNames,
  rejectionsOf,
  type Span,
  type TakenTransition,
  takenTransitions,
} from '../../repositories/workflow-history.repository.ts';
import type { LongRead, ReadContext } from '../operation.ts';
import { nearestRank } from './nearest-rank.ts';
import { scopeOf } from './workflow-scope.ts';

type Answer = AnswerOf<'/flujoHistoria'>;
type Transition = Answer['transiciones'][number];

/** Events of one slice: no statement takes long, so the thread ends soon after whoever asked has hung up. */
const SLICE = 10_000;

/** @throws HttpError 422 for a day that does not exist, or a span that ends before it begins */
function spanOf({ desde, hasta }: Pick<BodyOf<'/flujoHistoria'>, 'desde' | 'hasta'>): Span {
  for (const [field, day] of Object.entries({ desde, hasta }))
    if (!isDateText(day)) throw brokenRule(field, 'La fecha no existe.');
  const [refusal] = rangeRefusals({ desde, hasta });
  if (refusal) throw brokenRule(refusal.guardia, refusal.mensaje);
  return instantsOf(desde, hasta);
}

/** Sums over the slices. */
class Totals {
  readonly #transitions = new Map<string, Transition>();
  /** Milliseconds of the stays of each state. */
  readonly #stays = new Map<string, { maquina: ChartName; estado: string; times: number[][] }>();
  /** How often each stage gave each reason. */
  readonly #reasons = new Map<string, { etapa: StageName; id_rechazo: number; veces: number }>();

  addTransition({ de_caja, evento, desde, hacia, veces, duraciones }: TakenTransition): void {
    const maquina = de_caja === 1 ? 'box' : 'expense';
    this.#count({ maquina, evento, desde, hacia, veces });
    // Recording an expense is a transition of its box, too, which the log keeps once.
    if (evento === 'EXPENSE.RECORD')
      this.#count({ maquina: 'box', evento, desde: 'open', hacia: 'open', veces });
    if (duraciones === null) return;
    const estado = maquina === 'box' ? desde : placedChange({ evento, desde, hacia }).desde;
    const key = `${maquina} ${estado}`;
    const stays = this.#stays.get(key) ?? { maquina, estado, times: [] };
    // A clock that was set back would make a stay negative.
    stays.times.push(duraciones.split(',').map((text) => Math.max(0, Number(text))));
    this.#stays.set(key, stays);
  }

  addRejection({ evento, payload }: { evento: string; payload: string }): void {
    const etapa = stageNames.find((name) => stages[name].reject === evento);
    const { id_rechazo } = JSON.parse(payload) as { id_rechazo: number };
    if (etapa === undefined) return;
    const key = `${etapa} ${id_rechazo}`;
    const veces = (this.#reasons.get(key)?.veces ?? 0) + 1;
    this.#reasons.set(key, { etapa, id_rechazo, veces });
  }

  get transitions(): Transition[] {
    return [...this.#transitions.values()];
  }

  get stays(): Answer['estancias'] {
    return [...this.#stays.values()].map(({ maquina, estado, times }) => {
      const sorted = Float64Array.from(times.flat()).sort();
      return {
        maquina,
        estado,
        veces: sorted.length,
        mediana: nearestRank(sorted, 50),
        p90: nearestRank(sorted, 90),
        suma: sorted.reduce((sum, time) => sum + time, 0),
      };
    });
  }

  get decisions(): Answer['rechazos'] {
    const times = (event: string) =>
      this.transitions
        .filter(({ evento }) => evento === event)
        .reduce((sum, { veces }) => sum + veces, 0);
    return stageNames.map((etapa) => {
      const rechazos = times(stages[etapa].reject);
      return { etapa, decisiones: times(stages[etapa].approve) + rechazos, rechazos };
    });
  }

  get reasons(): { etapa: StageName; id_rechazo: number; veces: number }[] {
    return [...this.#reasons.values()].sort((one, other) => other.veces - one.veces);
  }

  #count(taken: Transition): void {
    const key = [taken.maquina, taken.evento, taken.desde, taken.hacia].join(' ');
    const veces = (this.#transitions.get(key)?.veces ?? 0) + taken.veces;
    this.#transitions.set(key, { ...taken, veces });
  }
}

/** Reads one slice and says where it ended. */
const addSlice = (
  { read }: ReadContext,
  scope: WorkflowScope,
  rest: Span,
  totals: Totals,
): Promise<number> =>
  read(async (trx) => {
    const slice = { from: rest.from, until: await endOfSlice(trx, rest, SLICE) };
    for (const taken of await takenTransitions(trx, scope, slice)) totals.addTransition(taken);
    for (const rejection of await rejectionsOf(trx, scope, slice)) totals.addRejection(rejection);
    return slice.until;
  });

/**
 * /flujoHistoria: what docs/workflow-figures.md defines. Read in slices: the log only grows, so what a
 * slice says stays true while the next one is read.
 */
export const history: LongRead<'/flujoHistoria'> = async (input, context) => {
  const { from, until } = spanOf(input);
  const scope = await context.read((trx) => scopeOf(trx, context.session, input));
  const totals = new Totals();
  for (let at = from; at < until; )
    at = await addSlice(context, scope, { from: at, until }, totals);
  const reasons = totals.reasons;
  const names = await context.read((trx) =>
    reasonNames(trx, [...new Set(reasons.map(({ id_rechazo }) => id_rechazo))]),
  );
  return {
    transiciones: totals.transitions,
    estancias: totals.stays,
    rechazos: totals.decisions,
    motivos: reasons.map((reason) => ({
      ...reason,
      nombre: names.find(({ id }) => id === reason.id_rechazo)?.nombre ?? '',
    })),
  };
};
