/** Calls of a store about its money: the payment of a box, and the amounts that were not granted. */
import { successes } from '#contract/errors.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { shortfallOfAmount } from '#machines/domain/case/box-money.ts';
import type { Intention } from '#machines/domain/explain.ts';
import { movementName } from '#machines/domain/fund/movements.ts';
import type { CasePayment } from '#machines/domain/case/box-case.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  explainPayment,
  type PaymentEvent,
  paymentMachine,
} from '#machines/domain/payment/payment.machine.ts';
import { canBeRecordedAgain } from '#machines/domain/expense/expense-correction.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { casePaymentsOf } from '../cases/payment.repository.ts';
import { boxInScope, lockBoxOfExpense, storeInScope } from '../cases/scope.repository.ts';
import { BoxCase, payableOf } from '../cases/stored-box-case.ts';
import { createMovement } from '../cases/stored-movement.ts';
import { type Fired, fireAt, paymentAnswer } from './payment.operations.ts';
import {
  debtsOfStore,
  pastAnswersOf,
  paymentsOf,
  type Shortfall,
  shortfallsOfBoxes,
  shortfallsOfStore,
  whyNotGranted,
} from './payments.repository.ts';

/** Events with which a store may answer a payment. */
export function answersTo(payment: CasePayment | undefined, actor: Person): { evento: string }[] {
  if (payment === undefined) return [];
  const snapshot = paymentMachine.resolveState({ value: payment.state, context: payment.context });
  const events: Intention<PaymentEvent>[] = [
    { type: 'PAYMENT.RECEIVE', actor },
    { type: 'PAYMENT.CLAIM', actor },
  ];
  return events
    .filter((event) => explainPayment(snapshot, event, false).length === 0)
    .map(({ type: evento }) => ({ evento }));
}

const shortfallAnswer = (one: Shortfall, isFollowed: boolean) => ({
  id_gasto: one.id_gasto,
  concepto: one.concepto,
  proveedor: one.proveedor,
  valor: toPesos(shortfallOfAmount(one)),
  debe: isFollowed ? toPesos(shortfallOfAmount(one) - one.saldado) : 0,
  motivo: whyNotGranted(one),
});

const paymentOfBox: Operation<'/giroDeCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    const [row] = await paymentsOf(trx, context.session, [id_caja]);
    const before = (await pastAnswersOf(trx, [id_caja])).get(id_caja);
    const actor = actorOf(context.session);
    const asker = { idUsuario: actor.id, now: context.now() };
    const payment = (await casePaymentsOf(trx, [payableOf(box)], asker)).get(id_caja);
    return {
      giro: row === undefined ? null : paymentAnswer(row, context.now(), before),
      puede: answersTo(payment, actor),
      no_reconocido: (await shortfallsOfBoxes(trx, [id_caja])).map((one) =>
        shortfallAnswer(one, box.seguida === 1),
      ),
    };
  });

const answerPayment: Operation<'/responderGiro'> = ({ id_caja, recibido, nota }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const event: Fired =
      recibido === 1
        ? { type: 'PAYMENT.RECEIVE', actor }
        : { type: 'PAYMENT.CLAIM', actor, nota: nota?.trim() ?? '' };
    await fireAt(trx, context, [id_caja], event.type, () => event);
    return done(successes.saved);
  });

const owed: Operation<'/gastosACargo'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const gastos = (await shortfallsOfStore(trx, store.id))
      .filter((one) => shortfallOfAmount(one) > one.saldado)
      .map((one) => ({
        ...shortfallAnswer(one, true),
        id_caja: one.id_caja,
        consecutivo: one.consecutivo ?? 0,
        fecha_gasto: one.fecha_gasto,
        responsable: one.responsable ?? '',
        id_deudor: one.id_deudor,
        se_puede_registrar:
          one.registrado_de_nuevo === null && canBeRecordedAgain(one) ? (1 as const) : (0 as const),
      }));
    const movimientos = (await debtsOfStore(trx, store.id)).map(
      ({ id, tipo, creado, a_cargo, ...row }) => ({
        id_movimiento: id,
        concepto: movementName(tipo, row.caja_externa),
        fecha: dateInBogota(creado),
        responsable: row.responsable ?? '',
        id_deudor: row.id_deudor,
        debe: toPesos(a_cargo),
        motivo: row.motivo,
      }),
    );
    const total = [...gastos, ...movimientos].reduce(
      (sum, { debe }) => sum + Math.round(debe * 100),
      0,
    );
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      total: toPesos(total),
      gastos,
      movimientos,
    };
  });

/** @throws HttpError 422 for a day after today */
export function requirePastDay(dia: string, context: Pick<SessionContext, 'now'>): void {
  if (dia > dateInBogota(context.now()))
    throw brokenRule('dia', 'El día no puede ser posterior a hoy.');
}

const payIn: Operation<'/consignarGasto'> = ({ id_gasto, dia, nota, id_deudor }, context) =>
  context.write(async (trx) => {
    requirePastDay(dia, context);
    const row = await lockBoxOfExpense(trx, context.session, id_gasto);
    const actor = actorOf(context.session);
    await new BoxCase(trx, context.now(), row).fireOwed(id_gasto, {
      type: 'OWED.PAID_IN',
      actor,
      dia,
      nota: nota.trim(),
      ...(id_deudor != null && { deudor: id_deudor }),
    });
    return done(successes.saved);
  });

/** What the company takes over is paid to the store by a payment of its own. */
const takeOver: Operation<'/asumirGasto'> = ({ id_gasto, motivo: typed }, context) =>
  context.write(async (trx) => {
    const actor = actorOf(context.session);
    const motivo = typed.trim();
    const row = await lockBoxOfExpense(trx, context.session, id_gasto);
    const box = new BoxCase(trx, context.now(), row);
    const valor = await box.owedOf(id_gasto);
    await box.fireOwed(id_gasto, { type: 'OWED.TAKEN_OVER', actor, motivo });
    const by = { actor, now: context.now() };
    await createMovement(trx, 'asumido', { id_tienda: row.id_tienda, valor, id_gasto, motivo }, by);
    return done(successes.saved);
  });

export const storePaymentOperations = {
  '/giroDeCaja': paymentOfBox,
  '/responderGiro': answerPayment,
  '/gastosACargo': owed,
  '/consignarGasto': payIn,
  '/asumirGasto': takeOver,
};
