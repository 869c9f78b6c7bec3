import type { BoxLocation, StageSituation } from '#contract/calls/expenses.calls.ts';
import { type StageProgress, lifecycleOf } from '#machines/domain/box/lifecycle.ts';
import { stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import { type BoxStateName, boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { excessOf } from '#machines/domain/fund/fund.ts';
import { actedFor, decidersOf, replacementOf } from '#machines/domain/people/delegation.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { fieldsOfRow } from '#machines/domain/values/facts.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney, toPesos } from '#machines/domain/values/money.ts';
import { picked, valuesOf } from '../../platform/database/queries.ts';
import type { Flag, Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { locationFacts } from '../cases/box-location.repository.ts';
import {
  takenOverByCompany,
  type BoxRow,
  reasonTextOfExpense,
  recordedAgainAs,
} from '../cases/box.repository.ts';
import { kindsOfExpenses } from '../cases/case-facts.ts';
import { unclosedStates } from '../cases/fund.repository.ts';
import { type BoxWithStore, expenseSupplier } from '../cases/scope.repository.ts';

export const stateOf = ({ active }: { active: number }) => boxStates[boxStateOf(active)];

/** Fields that every answer about a box carries; amounts in pesos. */
export function boxFacts(box: BoxWithStore) {
  const { nombre, color } = stateOf(box);
  return {
    consecutivo: box.consecutivo,
    fecha: box.fecha,
    total: toPesos(box.total),
    total_aprobado: toPesos(box.total_aprobado),
    por_decidir: toPesos(box.por_decidir),
    estado: nombre,
    color,
    active: box.active,
  };
}

export const placeOf = ({ tienda, id_ciudad_tienda, id_tienda }: BoxWithStore) => ({
  tienda,
  id_ciudad_tienda,
  id_tienda,
});

/** Profile in charge of the box, and since when. */
export const movementOf = (box: BoxWithStore) => ({
  tipo_usuario: stateOf(box).tipo_usuario,
  fecha_movimiento: dateTimeInBogota(box.fecha_movimiento),
});

/** Fields that every answer about an expense carries; amounts in pesos. */
export function sharedFields(
  expense: Row<'gastos'> &
    Pick<ListedExpense, 'motivo_rechazo' | 'registrado_de_nuevo' | 'asumido'>,
  active: number,
) {
  const { nombre, color } = expenseFactsAt(active, expense.estado);
  return {
    ...fieldsOfRow(expenseFacts, expense),
    ...picked(expense, 'id', 'version', 'estado', 'fecha_gasto', 'recibo', 'informe_novedad'),
    ...picked(expense, 'numero_factura', 'enlace_factura', 'registrado_de_nuevo', 'asumido'),
    nombre_estado: nombre,
    color,
    valor_f: formatMoney(expense.valor),
    motivo_rechazo: expense.motivo_rechazo ?? '',
  };
}

type Assignee = 'supervisor' | 'responsable';

/** The post of the store that has the box; null at stages where any user of the profile may act. */
function assigneeOf(state: BoxStateName): Assignee | null {
  if (state === 'open' || state === 'readyToShip') return 'responsable';
  const stage = stageOfBox(state);
  return stage && stages[stage].assignee;
}

const situationOf: Record<StageProgress, StageSituation> = {
  done: 'completada',
  current: 'actual',
  pending: 'pendiente',
  skipped: 'no aplica',
};

/** Location of a box: its state, who has it and since when, and its past and upcoming stages. */
export async function locationOf(
  trx: Trx,
  box: Pick<BoxRow, 'id' | 'id_tienda' | 'active' | 'creada' | 'fecha_movimiento'>,
  now: number,
): Promise<BoxLocation> {
  const current = boxStateOf(box.active);
  const arrivals = new Map<string, number>([['open', box.creada]]);
  const today = dateInBogota(now);
  const { people, ...facts } = await locationFacts(trx, box, today);
  for (const { hacia, instante } of facts.arrivals) arrivals.set(hacia, instante);
  const expenses = kindsOfExpenses(facts.states);
  const visited = (Object.keys(boxStates) as BoxStateName[]).filter((state) => arrivals.has(state));
  const personAt = (state: BoxStateName): string => {
    const assignee = assigneeOf(state);
    return assignee === null ? '' : people[assignee];
  };
  const [delegation] = people.delegations;
  /** Name of the person who will have the box: the delegate, while the supervisor is absent. */
  const deciderAt = (state: BoxStateName): string =>
    assigneeOf(state) === 'supervisor' && delegation !== undefined
      ? actedFor(delegation.delegado, delegation.nombre)
      : personAt(state);
  const isAssigned = assigneeOf(current) === 'supervisor';
  const { nombre, color, tipo_usuario } = boxStates[current];
  return {
    active: box.active,
    estado: nombre,
    color,
    tipo_usuario,
    encargado: personAt(current),
    reemplazo: isAssigned ? replacementOf(people.delegations, today) : '',
    decisores: isAssigned ? decidersOf(people.id_supervisor, people.delegations, today) : null,
    fondo_excedido: unclosedStates.includes(box.active) ? toPesos(excessOf(facts.disponible)) : 0,
    fecha_movimiento: dateTimeInBogota(box.fecha_movimiento),
    recorrido: lifecycleOf(current, { expenses }, visited).map(({ state, progress }) => {
      const arrival = arrivals.get(state);
      return {
        active: boxStates[state].codigo,
        etapa: boxStates[state].etapa,
        encargado: progress === 'pending' ? deciderAt(state) : personAt(state),
        situacion: situationOf[progress],
        desde: arrival === undefined ? '' : dateTimeInBogota(arrival),
      };
    }),
  };
}

/** An expense with the columns of other tables that lists show. */
export interface ListedExpense extends Row<'gastos'> {
  num_doc: string;
  digito: string;
  /** Text of the reason with which it was rejected. */
  motivo_rechazo: string | null;
  registrado_de_nuevo: number | null;
  asumido: Flag;
  /** Names of its categories, in their order, each once. */
  categorias: string[];
}

/** Adds to each expense of a box the names of its categories, in their order and without duplicates. */
export async function withCategories<Expense extends { id: number }>(
  trx: Trx,
  idCaja: number,
  expenses: readonly Expense[],
): Promise<(Expense & { categorias: string[] })[]> {
  const categories = await trx
    .selectFrom('gasto_categoria')
    .innerJoin('gastos', 'gastos.id', 'gasto_categoria.id_gasto')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select(['gasto_categoria.id_gasto', 'categoria_gasto.nombre'])
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gasto_categoria.orden')
    .execute();
  const names = grouped(
    categories,
    ({ id_gasto }) => id_gasto,
    ({ nombre }) => nombre,
  );
  return expenses.map((expense) => ({
    ...expense,
    categorias: [...new Set(names.get(expense.id))],
  }));
}

/** The expenses of a box with their suppliers and categories, in the order in which they were recorded. */
export async function listedExpenses(trx: Trx, idCaja: number): Promise<ListedExpense[]> {
  const expenses = await trx
    .selectFrom('gastos')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .selectAll('gastos')
    .select(['proveedores.num_doc', 'proveedores.digito'])
    .select([reasonTextOfExpense.as('motivo_rechazo'), recordedAgainAs.as('registrado_de_nuevo')])
    .select(takenOverByCompany.as('asumido'))
    .where('gastos.id_caja', '=', idCaja)
    .orderBy('gastos.id')
    .execute();
  return withCategories(trx, idCaja, expenses);
}

/** Total of the box for each occasional third party (a supplier that a store created), in centavos. */
export const occasionalTotals = (trx: Trx, idCaja: number): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('gastos')
      .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
      .select(({ fn }) => fn.sum<number>('gastos.valor').as('total'))
      .where('gastos.id_caja', '=', idCaja)
      .where('proveedores.ocasional', '=', 1)
      .groupBy('gastos.id_proveedor'),
    'total',
  );
