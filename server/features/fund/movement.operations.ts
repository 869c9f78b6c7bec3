/** Movements of a fund without an expense: their list, the money that is handed in, and the base of a store. */
import { successes } from '#contract/errors.ts';
import {
  explainMovement,
  type MovementContext,
  type MovementEvent,
  movementMachine,
} from '#machines/domain/fund/movement.machine.ts';
import { movementName, movementStateOf, movementStates } from '#machines/domain/fund/movements.ts';
import type { Intention } from '#machines/domain/explain.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { paymentStateOf, paymentStates } from '#machines/domain/payment/payment-states.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import { fundOfStore } from '../cases/fund.repository.ts';
import { casePaymentsOf, endedAttempts } from '../cases/payment.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import {
  createMovement,
  factsOfEarlierBox,
  MovementCase,
  type MovementRow,
  openingOf,
  payableOfMovement,
} from '../cases/stored-movement.ts';
import { followersOf, isUntouched, openingOperations } from './openings.ts';
import { answersTo, requirePastDay } from '../payments/store-payment.operations.ts';

/** The movements of a store with their people and the live attempt of their payment, the newest first. */
export const movementsOfStore = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('movimiento_fondo')
    .innerJoin('usuarios as autor', 'autor.id', 'movimiento_fondo.id_usuario')
    .leftJoin('usuarios as deudor', 'deudor.id', 'movimiento_fondo.id_deudor')
    .leftJoin('usuarios as resuelve', 'resuelve.id', 'movimiento_fondo.id_usuario_resuelve')
    .leftJoin('giro', (join) =>
      join
        .onRef('giro.id_movimiento', '=', 'movimiento_fondo.id')
        .on('giro.estado', 'not in', endedAttempts),
    )
    .selectAll('movimiento_fondo')
    .select(['autor.razon_social as persona', 'deudor.razon_social as deudor'])
    .select(['resuelve.razon_social as resuelto_por'])
    .select(['giro.dia as dia_giro', 'giro.referencia as referencia_giro'])
    .where('movimiento_fondo.id_tienda', '=', idTienda)
    .orderBy('movimiento_fondo.id', 'desc')
    .execute();

/** The state of a movement in words; that of its payment where it has one. */
export const stateNameOf = ({ estado, giro }: Pick<MovementRow, 'estado' | 'giro'>): string =>
  giro === null
    ? movementStates[movementStateOf(estado)].nombre
    : paymentStates[paymentStateOf(giro)].nombre;

/** Events that somebody may send to a movement. */
function possibleEvents(
  row: MovementRow,
  { disponible, followedBy }: { disponible: number; followedBy: readonly string[] },
  actor: Person,
) {
  const facts: MovementContext = { valor: row.valor, debtor: row.id_deudor, disponible };
  const snapshot = movementMachine.resolveState({
    value: movementStateOf(row.estado),
    context: {
      ...facts,
      ...(row.siguiente !== null && { followedBy }),
      ...factsOfEarlierBox(row),
    },
  });
  const events: Intention<MovementEvent>[] = [
    { type: 'MOVEMENT.PAY_IN', actor },
    { type: 'MOVEMENT.TAKE_OVER', actor },
    { type: 'MOVEMENT.GRANT_LESS', actor },
    { type: 'MOVEMENT.TAKE_BACK', actor },
  ];
  return events
    .filter((event) => explainMovement(snapshot, event, false).length === 0)
    .map(({ type: evento }) => ({ evento }));
}

const movements: Operation<'/movimientosFondo'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const { base, disponible, current, ...fund } = await fundOfStore(trx, store.id);
    const actor = actorOf(context.session);
    const rows = await movementsOfStore(trx, store.id);
    const asker = { idUsuario: actor.id, now: context.now() };
    const payments = await casePaymentsOf(trx, rows.map(payableOfMovement), asker);
    const opening = await openingOf(trx, store.id);
    const followedBy = opening === undefined ? [] : await followersOf(trx, opening);
    const movimientos = [];
    for (const row of rows) {
      const payment = payments.get(keyOfMovement(row.id));
      movimientos.push({
        id: row.id,
        concepto: movementName(row.tipo, row.caja_externa),
        estado: row.estado,
        nombre_estado: stateNameOf(row),
        valor: toPesos(row.valor),
        motivo: row.motivo,
        fecha: dateTimeInBogota(row.creado),
        persona: row.persona,
        deudor: row.deudor ?? '',
        id_deudor: row.id_deudor,
        dia: row.dia_giro ?? row.dia,
        referencia: row.referencia_giro ?? row.referencia,
        resuelto: row.resuelto === null ? '' : dateTimeInBogota(row.resuelto),
        resuelto_por: row.resuelto_por ?? '',
        puede: [
          ...answersTo(payment, actor),
          ...possibleEvents(row, { disponible, followedBy }, actor),
        ],
      });
    }
    const asked = rows.find(({ estado }) => estado === movementStates.asked.codigo)?.valor ?? 0;
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      base: toPesos(base),
      por_devolver: toPesos(asked),
      disponible: toPesos(disponible),
      activa: store.active_,
      por_abrir: store.active_ === 1 && (await isUntouched(trx, store, disponible)) ? 1 : 0,
      en_caja: toPesos(current),
      en_proceso: toPesos(fund.enProceso),
      por_girar: toPesos(fund.porGirar),
      a_cargo: toPesos(fund.aCargo),
      movimientos,
    };
  });

const payIn: Operation<'/consignarMovimiento'> = (input, context) =>
  context.write(async (trx) => {
    const { id_movimiento, dia, referencia, id_deudor } = input;
    const movement = await MovementCase.open(trx, context.session, id_movimiento, context.now());
    requirePastDay(dia, context);
    await movement.fire({
      type: 'MOVEMENT.PAY_IN',
      actor: actorOf(context.session),
      dia,
      referencia: referencia.trim(),
      deudor: id_deudor ?? null,
    });
    return done(successes.saved);
  });

/** The debt ends, and what the company took over is paid to the store by a payment of its own. */
const takeOver: Operation<'/asumirMovimiento'> = ({ id_movimiento, motivo: typed }, context) =>
  context.write(async (trx) => {
    const [actor, motivo] = [actorOf(context.session), typed.trim()];
    const movement = await MovementCase.open(trx, context.session, id_movimiento, context.now());
    const { id_tienda, a_cargo: valor } = movement.movement;
    await movement.fire({ type: 'MOVEMENT.TAKE_OVER', actor, motivo });
    const by = { actor, now: context.now() };
    await createMovement(trx, 'asumido', { id_tienda, valor, id_movimiento, motivo }, by);
    return done(successes.saved);
  });

export const movementOperations = {
  '/movimientosFondo': movements,
  '/consignarMovimiento': payIn,
  '/asumirMovimiento': takeOver,
  ...openingOperations,
};
