/** Calls of a store about its money: the payment of a box, and the amounts that were not granted. */
import { successes } from '#contract/errors.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { shortfallOfAmount } from '#machines/domain/fund/box-money.ts';
import type { Intention } from '#machines/domain/explain.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  explainPayment,
  type PaymentEvent,
  paymentMachine,
} from '#machines/domain/payment/payment.machine.ts';
import { canBeRecordedAgain } from '#machines/domain/expense/expense-correction.ts';
import type { OwedEvent } from '#machines/domain/payment/owed.machine.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { casePaymentsOf } from '../cases/payment.repository.ts';
import { boxInScope, lockBoxOfExpense, storeInScope } from '../cases/scope.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { paymentAnswer } from './payment.operations.ts';
import {
  pastAnswersOf,
  paymentsOfBoxes,
  type Shortfall,
  shortfallsOfBoxes,
  shortfallsOfStore,
  whyNotGranted,
} from './payments.repository.ts';

/** Events with which a store answers a payment. */
const answersOf = (actor: Person): Intention<PaymentEvent>[] => [
  { type: 'PAYMENT.RECEIVE', actor },
  { type: 'PAYMENT.CLAIM', actor },
];

const shortfallAnswer = (one: Shortfall, isFollowed: boolean) => ({
  id_gasto: one.id_gasto,
  concepto: one.concepto,
  proveedor: one.proveedor,
  valor: toPesos(shortfallOfAmount(one)),
  debe: isFollowed ? toPesos(shortfallOfAmount(one) - one.saldado) : 0,
  motivo: whyNotGranted(one),
});

const paymentOf: Operation<'/giroDeCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const box = await boxInScope(trx, context.session, id_caja);
    const [row] = await paymentsOfBoxes(trx, context.session, [id_caja]);
    const before = (await pastAnswersOf(trx, [id_caja])).get(id_caja);
    const actor = actorOf(context.session);
    const asker = { idUsuario: actor.id, now: context.now() };
    const payment = (await casePaymentsOf(trx, [box], asker)).get(id_caja);
    const snapshot =
      payment && paymentMachine.resolveState({ value: payment.state, context: payment.context });
    return {
      giro: row === undefined ? null : paymentAnswer(row, context.now(), before),
      puede: answersOf(actor)
        .filter((event) => snapshot && explainPayment(snapshot, event, false).length === 0)
        .map(({ type: evento }) => ({ evento })),
      no_reconocido: (await shortfallsOfBoxes(trx, [id_caja])).map((one) =>
        shortfallAnswer(one, box.seguida === 1),
      ),
    };
  });

const answerPayment: Operation<'/responderGiro'> = ({ id_caja, recibido, nota }, context) =>
  context.write(async (trx) => {
    const { id } = await boxInScope(trx, context.session, id_caja);
    const box = await BoxCase.open(trx, id, context.now());
    const actor = actorOf(context.session);
    await box.firePayment(
      recibido === 1
        ? { type: 'PAYMENT.RECEIVE', actor }
        : { type: 'PAYMENT.CLAIM', actor, nota: nota?.trim() ?? '' },
    );
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
        se_puede_registrar:
          one.registrado_de_nuevo === null && canBeRecordedAgain(one) ? (1 as const) : (0 as const),
      }));
    const total = gastos.reduce((sum, { debe }) => sum + Math.round(debe * 100), 0);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      total: toPesos(total),
      gastos,
    };
  });

/** Settles the amount that is owed for one expense. */
const settle = (
  context: SessionContext,
  idGasto: number,
  event: Extract<OwedEvent, { type: 'OWED.PAID_IN' | 'OWED.TAKEN_OVER' }>,
) =>
  context.write(async (trx) => {
    const box = new BoxCase(
      trx,
      context.now(),
      await lockBoxOfExpense(trx, context.session, idGasto),
    );
    await box.fireOwed(idGasto, event);
    return done(successes.saved);
  });

const payIn: Operation<'/consignarGasto'> = async ({ id_gasto, dia, nota }, context) => {
  if (dia > dateInBogota(context.now()))
    throw brokenRule('dia', 'El día no puede ser posterior a hoy.');
  const actor = actorOf(context.session);
  return settle(context, id_gasto, { type: 'OWED.PAID_IN', actor, dia, nota: nota.trim() });
};

const takeOver: Operation<'/asumirGasto'> = ({ id_gasto, motivo }, context) => {
  const actor = actorOf(context.session);
  return settle(context, id_gasto, { type: 'OWED.TAKEN_OVER', actor, motivo: motivo.trim() });
};

export const storePaymentOperations = {
  '/giroDeCaja': paymentOf,
  '/responderGiro': answerPayment,
  '/gastosACargo': owed,
  '/consignarGasto': payIn,
  '/asumirGasto': takeOver,
};
