import type { BoxTotalRow, ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { BoxLocation } from '#contract/calls/expenses.calls.ts';
import { boxFacts as askedFacts } from '#machines/domain/box/box.machine.ts';
import { usualStay } from '#machines/domain/box/box-delays.ts';
import {
  sentStates,
  stageNames,
  stages,
  stagesOf,
  statesOfGroup,
} from '#machines/domain/stages/stages.ts';
import { boxStateOf, boxStates, codesOf, isRejected } from '#machines/domain/stages/states.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import {
  type PaymentStateName,
  paymentStateOf,
  paymentStates,
} from '#machines/domain/payment/payment-states.ts';
import { dateInBogota, dateTimeInBogota, shortDay } from '#machines/domain/values/bogota-time.ts';
import { fieldsOfRow } from '#machines/domain/values/facts.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { workingDay } from '#machines/domain/values/working-hours.ts';
import { type Trx, withoutTransaction } from '../../platform/database/transactions.ts';
import type { LongRead, Operation, SessionContext } from '../../platform/http/operation.ts';
import { pageOfBoxes } from '../cases/box-list.repository.ts';
import { briefCorrection } from '../cases/case-facts.ts';
import { lastMovementOfBox, staysOfStore } from '../cases/event.repository.ts';
import { type BoxWithStore, boxInScope, storeInScope } from '../cases/scope.repository.ts';
import { withCurrentAnomalies } from '../invoices/invoice-claims.repository.ts';
import { workingCalendar } from '../settings/settings.ts';
import { lastCompanyOf } from '../shipping/shipping.repository.ts';
import {
  boxFacts,
  type ListedExpense,
  listedExpenses,
  locationOf,
  movementOf,
  placeOf,
  sharedFields,
  stateOf,
} from './box-answer.ts';

/** Median stay at the next stage, in working days; null without a next stage or with too few stays. */
async function upcomingDelay(
  trx: Trx,
  idTienda: number,
  { recorrido }: BoxLocation,
  now: number,
): Promise<number | null> {
  const upcoming = recorrido.find(({ situacion }) => situacion === 'pendiente');
  if (upcoming === undefined) return null;
  const calendar = await workingCalendar(trx, now);
  const state = boxStateOf(upcoming.active);
  const stay = usualStay(await staysOfStore(trx, idTienda, state, calendar));
  return stay === null ? null : stay / workingDay(calendar);
}

export const box: Operation<'/obtenerCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    const movement = await lastMovementOfBox(trx, id_caja);
    const ubicacion = await locationOf(trx, found, context.now());
    return {
      id: found.id,
      ...boxFacts(found),
      ...fieldsOfRow(askedFacts, found),
      ...movementOf(found),
      movida_por: movement?.actor ?? '',
      ...placeOf(found),
      version: found.version,
      ubicacion,
      dias_siguiente: await upcomingDelay(trx, found.id_tienda, ubicacion, context.now()),
      empresa_anterior:
        boxStateOf(found.active) === 'readyToShip'
          ? await lastCompanyOf(trx, found.id_tienda)
          : null,
    };
  });

/** /verCajaDetalle: a box as a list of one element. */
export const boxAsList: Operation<'/verCajaDetalle'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    return [
      {
        ...boxFacts(found),
        ...placeOf(found),
        ubicacion: await locationOf(trx, found, context.now()),
      },
    ];
  });

const documentOf = ({ num_doc, digito }: ListedExpense): string =>
  digito === '' ? num_doc : `${num_doc}-${digito}`;

const decisionsOf = (expense: ListedExpense): ExpenseRow['decisiones'] =>
  stageNames.flatMap((etapa) => {
    const estado = expense[`estado_${stages[etapa].sufijo}`];
    return estado === null ? [] : [{ etapa, aprobado: isRejected(estado) ? 0 : 1 }];
  });

function rowOf(expense: ListedExpense, box: BoxWithStore): ExpenseRow {
  return {
    ...sharedFields(expense, box.active),
    proveedor_doc: documentOf(expense),
    proveedor_nombre: expense.proveedor_nombre,
    categorias: expense.categorias.join(', '),
    icono: expenseFactsAt(box.active, expense.estado).icono,
    icono2: expense.informe_novedad === '' ? '' : 'novelty',
    decisiones: decisionsOf(expense),
    corregido: briefCorrection(expense.correccion),
    fecha: dateInBogota(expense.creado),
    tienda: box.tienda,
    consecutivo: box.consecutivo,
  };
}

/**
 * All expenses of the box, for every profile: the guards of sending a box depend on all of them. `estado_caja` of the
 * request is ignored.
 */
export const rowsOfBox = (
  { id_caja }: { id_caja: number },
  context: SessionContext,
): Promise<(ExpenseRow | BoxTotalRow)[]> =>
  context.read(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    const expenses = await withCurrentAnomalies(trx, await listedExpenses(trx, id_caja));
    return [
      ...expenses.map((expense) => rowOf(expense, box)),
      { total: toPesos(box.total), estadoCaja: box.active },
    ];
  });

/** Codes of the states of sent boxes, closed ones included. */
const sent = codesOf(boxStates, sentStates);

const inAccounting = stagesOf('accounting').map((name) => stages[name].boxCode);

const paidStates = new Set<PaymentStateName>(['paid', 'received', 'returnProposed']);
const statesUnderWay = new Set<PaymentStateName>(['prepared', 'authorised', 'sent']);

/** Text for a list about the payment of a box; '' without a payment. */
function paymentOf(
  { giro, dia_giro, referencia_giro }: Awaited<ReturnType<typeof pageOfBoxes>>['rows'][number],
  today: string,
): string {
  if (giro === null) return '';
  const state = paymentStateOf(giro);
  if (paidStates.has(state))
    return `Girado el ${shortDay(dia_giro ?? '', today)}, ref. ${referencia_giro}`;
  return statesUnderWay.has(state) ? 'Giro en curso' : paymentStates[state].nombre;
}

/**
 * /historialCajas: the sent boxes that the session may see, the last moved first. Total and page are read without a
 * transaction, which would cost as much as both queries.
 */
export const boxHistory: LongRead<'/historialCajas'> = (input, context) =>
  withoutTransaction(context.db, async (trx) => {
    const { profile } = context.session;
    const active =
      input.grupo === undefined ? sent : codesOf(boxStates, statesOfGroup(profile, input.grupo));
    if (input.id_tienda !== undefined) await storeInScope(trx, context.session, input.id_tienda);
    const { rows, total } = await pageOfBoxes(
      trx,
      context.session,
      { active, idTienda: input.id_tienda },
      input,
      { by: 'fecha_movimiento', direction: 'desc' },
    );
    context.setTotal(total);
    const today = dateInBogota(context.now());
    return rows.map((box) => ({
      id_caja: box.id,
      tienda: box.tienda,
      ...boxFacts(box),
      ...movementOf(box),
      giro: paymentOf(box, today),
    }));
  });

/** /cajasPendientesContabilidad: boxes of both passes (`estado` is ignored), the longest waiting first. */
export const pendingBoxes: LongRead<'/cajasPendientesContabilidad'> = (input, context) =>
  withoutTransaction(context.db, async (trx) => {
    const { rows, total } = await pageOfBoxes(
      trx,
      context.session,
      { active: inAccounting },
      input,
      { by: 'fecha_contabilidad', direction: 'asc', fecha: 'fecha_contabilidad' },
    );
    context.setTotal(total);
    return rows.map((box) => ({
      id: box.id,
      tienda: box.tienda,
      consecutivo: box.consecutivo,
      // When accounting received the box; set in these states.
      fecha: dateTimeInBogota(box.fecha_contabilidad ?? box.fecha_movimiento),
      total: toPesos(box.total),
      color: stateOf(box).color,
      estado: stateOf(box).nombre,
      active: box.active,
    }));
  });
