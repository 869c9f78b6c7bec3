import { type ChartName, chartNames } from '#contract/calls/workflow.calls.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { expensePlaces } from '#machines/domain/expense/expense-places.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import {
  pageOfBoxesInState,
  type PresentOfChart,
  presentOf,
  type StateCodes,
  type StateKey,
  workflowFilters,
} from './workflow.repository.ts';
import type { LongRead, Operation } from '../../platform/http/operation.ts';
import { scopeOf } from './workflow-scope.ts';

const statesOf: Record<ChartName, Record<string, StateCodes>> = {
  box: boxStates,
  expense: expensePlaces,
};

export const filters: Operation<'/flujoFiltros'> = (_input, context) =>
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
    return rows;
  });

/** @throws HttpError 400 for a name that no state of the chart bears */
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
