import type { AnswerOf, BodyOf } from '#contract/contract.ts';
import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import {
  type DelayState,
  delaysOf,
  endedState,
  onTheWay,
} from '#machines/domain/box/box-delays.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { expensePlaces, placedChange } from '#machines/domain/expense/expense-places.ts';
import { paymentStateOf } from '#machines/domain/payment/payment-states.ts';
import { periodsBetween } from '#machines/domain/values/dates.ts';
import { NO_STAY, nearestRank } from '#machines/domain/values/durations.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { LongRead, Operation, ReadContext } from '../../platform/http/operation.ts';
import { seesOpenBoxes, storeScopeOf } from '../cases/scope.repository.ts';
import { stageTargets, workingCalendar } from '../settings/settings.ts';
import { figureReads } from './figures.operations.ts';
import {
  type Counted,
  type Span,
  countEvents,
  countedUpTo,
  endOfSlice,
  eventsBetweenIn,
  eventsOfOpenBoxes,
  eventsOfStore,
  historyOf,
  lastStays,
  periodOf,
  reasonNames,
  storesNamed,
  supervisedStores,
  waitingBoxes,
} from './workflow-history.repository.ts';
import {
  type PresentOfChart,
  type StateCodes,
  type StateKey,
  type WorkflowScope,
  pageOfBoxesInState,
  presentOf,
  presentPayments,
  scopeOf,
  workflowFilters,
} from './workflow.repository.ts';

/** /flujoDemoras: delays, as defined in docs/figures.md. */
export const delays: LongRead<'/flujoDemoras'> = (input, context) =>
  context.read(async (trx) => {
    const scope = await scopeOf(trx, context.session, input);
    const targets: Partial<Record<DelayState, number>> = await stageTargets(trx);
    const stores = await supervisedStores(trx, scope);
    const waiting = (await waitingBoxes(trx, scope)).map(({ active, papeles, ...box }) => {
      const state = boxStateOf(active);
      const estado: DelayState = state === 'finalAccounting' && papeles === null ? onTheWay : state;
      return { ...box, estado };
    });
    const calendar = await workingCalendar(trx);
    const stays = (await lastStays(trx, scope)).map(
      ({ id, nombre, instante, evento, ...stay }) => ({
        ...stay,
        duracion: workingTimeBetween(instante - stay.duracion, instante, calendar),
        estado: endedState(evento, stay.estado) as DelayState,
        actor: { id, nombre },
      }),
    );
    return delaysOf({ stores, waiting, stays }, input.por).map((delay) => ({
      ...delay,
      meta: targets[delay.estado] ?? null,
    }));
  });

const statesOf: Record<ChartName, Record<string, StateCodes>> = {
  box: boxStates,
  expense: expensePlaces,
};

const filters: Operation<'/flujoFiltros'> = (_input, context) =>
  context.read((trx) => workflowFilters(trx, context.session));

const rowsOfChart = (maquina: ChartName, { counts, waits }: PresentOfChart) =>
  Object.entries(statesOf[maquina]).map(([estado, { codigo, active = codigo }]) => {
    const isThis = (one: StateCodes) => one.codigo === codigo && one.active === active;
    const count = counts.find(isThis);
    const wait = waits.find(isThis);
    return {
      maquina,
      estado,
      cantidad: count?.cantidad ?? 0,
      valor: toPesos(count?.valor ?? 0),
      desde: wait?.desde ?? null,
      id_caja: wait?.id_caja ?? null,
    };
  });

export const present: LongRead<'/flujoActual'> = (input, context) =>
  context.read(async (trx) => {
    const scope = await scopeOf(trx, context.session, input);
    const rows = [];
    for (const maquina of chartNames)
      rows.push(...rowsOfChart(maquina, await presentOf[maquina](trx, scope)));
    const payments = (await presentPayments(trx, scope)).map(({ codigo, valor, ...row }) => ({
      maquina: 'payment' as const,
      estado: paymentStateOf(codigo),
      ...row,
      valor: toPesos(valor),
      id_caja: null,
    }));
    return [...rows, ...payments];
  });

/** @throws HttpError 400 for a name that is not a state of the chart */
function keyOf(maquina: ChartName, estado: string): StateKey {
  const states = statesOf[maquina];
  const state = Object.hasOwn(states, estado) ? states[estado] : undefined;
  if (state === undefined) throw new HttpError(400);
  const { codigo, active = codigo } = state;
  return { maquina, codigo, active };
}

export const boxesInState: LongRead<'/flujoCajas'> = (input, context) =>
  context.read(async (trx) => {
    const scope = await scopeOf(trx, context.session, input);
    const key = keyOf(input.maquina, input.estado);
    const { rows, total } = await pageOfBoxesInState(trx, scope, key, input);
    context.setTotal(total);
    return rows.map((box) => {
      const { nombre, color, tipo_usuario } = boxStates[boxStateOf(box.active)];
      return {
        ...box,
        total: toPesos(box.total),
        estado: nombre,
        color,
        encargado: tipo_usuario,
      };
    });
  });

/** History of a period: counts of its transitions and stays. */

type Answer = AnswerOf<'/flujoHistoria'>;
type Transition = Answer['transiciones'][number];

/** Maximum events of one slice; short statements let the thread stop soon after the caller disconnects. */
const SLICE = 10_000;

interface Stays {
  maquina: ChartName;
  estado: string;
  /** Number of stays in each span. */
  times: Map<number, number>;
  suma: number;
}

/** Totals of counts from several sources. */
class Totals {
  readonly #transitions = new Map<string, Transition>();
  readonly #stays = new Map<string, Stays>();
  /** How often each stage gave each reason. */
  readonly #reasons = new Map<string, { etapa: StageName; id_rechazo: number; veces: number }>();

  add(counted: readonly Counted[], sign: 1 | -1 = 1): void {
    for (const { veces, suma, ...row } of counted) {
      const count = { ...row, veces: sign * veces, suma: sign * suma };
      if (row.id_rechazo !== 0) this.#addReason(count);
      else this.#addTransition(count);
    }
  }

  get transitions(): Transition[] {
    return [...this.#transitions.values()].filter(({ veces }) => veces > 0);
  }

  get stays(): Answer['estancias'] {
    return [...this.#stays.values()].flatMap(({ maquina, estado, times, suma }) => {
      const veces = [...times.values()].reduce((sum, count) => sum + count, 0);
      if (veces === 0) return [];
      return {
        maquina,
        estado,
        veces,
        mediana: nearestRank(times, 50),
        p90: nearestRank(times, 90),
        suma,
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
    return [...this.#reasons.values()]
      .filter(({ veces }) => veces > 0)
      .sort(
        (one, other) =>
          other.veces - one.veces ||
          stageNames.indexOf(one.etapa) - stageNames.indexOf(other.etapa) ||
          one.id_rechazo - other.id_rechazo,
      );
  }

  #addReason({ evento, id_rechazo, veces }: Counted): void {
    const etapa = stageNames.find((name) => stages[name].reject === evento);
    if (etapa === undefined) return;
    const key = `${etapa} ${id_rechazo}`;
    const before = this.#reasons.get(key)?.veces ?? 0;
    this.#reasons.set(key, { etapa, id_rechazo, veces: before + veces });
  }

  #addTransition({ de_caja, evento, desde, hacia, tramo, veces, suma }: Counted): void {
    const maquina = de_caja === 1 ? 'box' : 'expense';
    this.#count({ maquina, evento, desde, hacia, veces });
    // Recording an expense is also a transition of its box; the log has one event for both.
    if (evento === 'EXPENSE.RECORD')
      this.#count({ maquina: 'box', evento, desde: 'open', hacia: 'open', veces });
    if (tramo === NO_STAY) return;
    const estado =
      maquina === 'box' ? endedState(evento, desde) : placedChange({ evento, desde, hacia }).desde;
    const key = `${maquina} ${estado}`;
    const stays = this.#stays.get(key) ?? { maquina, estado, times: new Map(), suma: 0 };
    stays.times.set(tramo, (stays.times.get(tramo) ?? 0) + veces);
    stays.suma += suma;
    this.#stays.set(key, stays);
  }

  #count(taken: Transition): void {
    const key = [taken.maquina, taken.evento, taken.desde, taken.hacia].join(' ');
    const veces = (this.#transitions.get(key)?.veces ?? 0) + taken.veces;
    this.#transitions.set(key, { ...taken, veces });
  }
}

/** A request, and the totals that answer it. */
interface Sums {
  input: BodyOf<'/flujoHistoria'>;
  scope: WorkflowScope;
  span: Span;
  totals: Totals;
}

/** Adds the next slice of the log after an event. @returns the last event; null at the end of the log */
async function addNewest(trx: Trx, { scope, span, totals }: Sums, after: number) {
  const last = await endOfSlice(trx, after, Number.MAX_SAFE_INTEGER, SLICE);
  if (last !== null) totals.add(await countEvents(trx, eventsBetweenIn(scope, span, after, last)));
  return last;
}

/** Adds the events of all stores: stored counts, less open boxes that the session may not see, and newer events. */
async function addEverybody({ read, session }: ReadContext, sums: Sums): Promise<void> {
  const { input, span, totals } = sums;
  let last = await read(async (trx) => {
    const upTo = await countedUpTo(trx);
    totals.add(await historyOf(trx, periodsBetween(input.desde, input.hasta)));
    if (!seesOpenBoxes.includes(session.profile))
      totals.add(await countEvents(trx, eventsOfOpenBoxes(span, upTo)), -1);
    return await addNewest(trx, sums, upTo);
  });
  for (let after = last; after !== null; after = last)
    last = await read((trx) => addNewest(trx, sums, after ?? 0));
}

/** Adds the events of some stores from their logs, one store after the other. */
async function addStores({ read }: ReadContext, { scope, span, totals }: Sums): Promise<void> {
  for (const { id } of await read((trx) => storesNamed(trx, scope)))
    totals.add(await read((trx) => countEvents(trx, eventsOfStore(scope, span, id))));
}

const isOfEverybody = ({ session, stores }: WorkflowScope): boolean =>
  storeScopeOf(session.profile) === 'every' && !Object.values(stores).some(Boolean);

/**
 * /flujoHistoria: history, as defined in docs/figures.md. The log is append-only, so earlier reads remain valid while
 * the rest is read.
 */
export const history: LongRead<'/flujoHistoria'> = async (input, context) => {
  const span = periodOf(input);
  const scope = await context.read((trx) => scopeOf(trx, context.session, input));
  const totals = new Totals();
  const add = isOfEverybody(scope) ? addEverybody : addStores;
  await add(context, { input, scope, span, totals });
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

export const workflowOperations = {
  '/flujoFiltros': filters,
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  '/flujoHistoria': history,
  ...figureReads,
};
