import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { type DelayState, delaysOf, onTheWay } from '#machines/domain/box/box-delays.ts';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { expensePlaces } from '#machines/domain/expense/expense-places.ts';
import { paymentStateOf } from '#machines/domain/payment/payment-states.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { LongRead, Operation } from '../../platform/http/operation.ts';
import { lastStays } from '../cases/event.repository.ts';
import { stageTargets, workingCalendar } from '../settings/settings.ts';
import { figureReads } from './figures.operations.ts';
import { namesOf } from './figures.repository.ts';
import {
  type PresentOfChart,
  type StateCodes,
  type StateKey,
  ofScope,
  pageOfBoxesInState,
  presentOf,
  presentPayments,
  scopeOf,
  supervisedStores,
  waitingBoxes,
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
    const calendar = await workingCalendar(trx, context.now());
    const people = await namesOf(trx, 'persona');
    const stays = (await lastStays(trx, ofScope(scope)))
      .filter(({ estado }) => estado !== 'open')
      .map(({ id_tienda, estado, desde, hasta, quien }) => ({
        id_tienda,
        estado,
        duracion: workingTimeBetween(desde, hasta, calendar),
        actor: { id: quien, nombre: people.get(quien) ?? '' },
      }));
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

export const workflowOperations = {
  '/flujoFiltros': filters,
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  ...figureReads,
};
