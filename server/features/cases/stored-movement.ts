/**
 * A movement of a fund within one transaction. Every change asks the state machine and is written through the
 * administration log.
 */
import { transition } from 'xstate';
import { type CasePayment, paymentAfter } from '#machines/domain/case/box-case.ts';
import { dueOf } from '#machines/domain/case/box-money.ts';
import {
  explainMovement,
  type MovementContext,
  type MovementEvent,
  movementGuards,
  movementMachine,
} from '#machines/domain/fund/movement.machine.ts';
import {
  firstStateOf,
  type MovementKind,
  type MovementStateName,
  moneyOfMovement,
  movementStateOf,
  movementStates,
} from '#machines/domain/fund/movements.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import type { PaymentEvent } from '#machines/domain/payment/payment.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { inserting, updating } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { NewRow, Row, RowChanges } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, found, refusedBy } from '../../platform/errors/http-error.ts';
import { followsPayments } from '../settings/settings.ts';
import { fundOfStore } from './fund.repository.ts';
import { type Payable, writePaymentOfMovement } from './payment.repository.ts';
import { visibleStores } from './scope.repository.ts';
import { accepted } from './stored-box-case.ts';

export type MovementRow = Row<'movimiento_fondo'>;

const insertMovement = inserting('movimiento_fondo');
const updateMovement = updating('movimiento_fondo');
export const updateBase = updating('tiendas');

/** What a movement is about; the rest follows from its kind. */
type Created = Omit<
  NewRow<'movimiento_fondo'>,
  'tipo' | 'estado' | 'por_girar' | 'a_cargo' | 'giro' | 'creado' | 'id_usuario'
>;

/** Writes a new movement in its first state. @param first of a part of an opening; else that of its kind */
export async function createMovement(
  trx: Trx,
  tipo: MovementKind,
  row: Created,
  by: Author & { actor: Person },
  first?: MovementStateName,
): Promise<number> {
  const state = firstStateOf(tipo, await followsPayments(trx), first);
  const columns = { ...row, tipo, estado: movementStates[state].codigo, creado: by.now };
  const money = moneyOfMovement(state, row.valor);
  return insertMovement(trx, { ...columns, ...money, id_usuario: by.actor.id }, by);
}

/** The payment of a movement. */
export const payableOfMovement = ({
  id,
  id_tienda,
  giro,
  valor,
  tipo,
  id_usuario,
}: Pick<MovementRow, 'id' | 'id_tienda' | 'giro' | 'valor' | 'tipo' | 'id_usuario'>): Payable => ({
  payee: { column: 'id_movimiento', id },
  id_tienda,
  giro,
  granted: valor,
  takenOverBy: tipo === 'asumido' ? id_usuario : null,
});

/** @throws HttpError 404 when there is no such movement or the session may not see its store */
export const movementInScope = async (
  trx: Trx,
  session: Session,
  id: number,
  isLocked = false,
): Promise<MovementRow> =>
  found(
    await trx
      .selectFrom('movimiento_fondo')
      .innerJoin('tiendas', 'tiendas.id', 'movimiento_fondo.id_tienda')
      .selectAll('movimiento_fondo')
      .where('movimiento_fondo.id', '=', id)
      .where(visibleStores(session))
      .$if(isLocked, locked(trx, 'movimiento_fondo'))
      .executeTakeFirst(),
  );

/** The openings of the stores, at most one each. */
export const openings = (trx: Trx) =>
  trx
    .selectFrom('movimiento_fondo')
    .where('siguiente', 'is not', null)
    .where('estado', '=', movementStates.done.codigo);

/** The opening of a store; undefined without one. */
export const openingOf = (trx: Trx, idTienda: number): Promise<MovementRow | undefined> =>
  openings(trx).selectAll().where('id_tienda', '=', idTienda).executeTakeFirst();

/** The decrease that is asked of a store; undefined without one. */
export const openDecrease = (trx: Trx, idTienda: number): Promise<MovementRow | undefined> =>
  trx
    .selectFrom('movimiento_fondo')
    .selectAll()
    .where('id_tienda', '=', idTienda)
    .where('tipo', '=', 'disminucion')
    .where('estado', '=', movementStates.asked.codigo)
    .executeTakeFirst();

/** Whether it is a box from before the opening of its store, and whether its payment does not wait. */
export const factsOfEarlierBox = ({ caja_externa, giro }: MovementRow) => ({
  isEarlierBox: caja_externa !== null,
  isPrepared: giro !== paymentStates.waiting.codigo,
});

/** @throws HttpError 409 or 422 with the failing guards */
export function movementAfter(
  state: MovementStateName | 'unopened',
  context: MovementContext,
  event: MovementEvent,
): { state: MovementStateName; context: MovementContext } {
  const snapshot = movementMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) throw refusedBy(movementGuards, explainMovement(snapshot, event));
  const [{ value, context: after }] = transition(movementMachine, snapshot, event);
  return { state: value === 'unopened' ? 'done' : value, context: after };
}

export class MovementCase {
  private readonly trx: Trx;
  private readonly now: number;
  private current: MovementRow;

  /** @param movement its row, locked by this transaction */
  constructor(trx: Trx, now: number, movement: MovementRow) {
    this.trx = trx;
    this.now = now;
    this.current = movement;
  }

  /** Locks the movement. @throws HttpError 404 when the session may not see its store */
  static async open(trx: Trx, session: Session, id: number, now: number): Promise<MovementCase> {
    // Before the row, in the order of every change that is logged there.
    await lockAdministrationLog(trx);
    return new MovementCase(trx, now, await movementInScope(trx, session, id, true));
  }

  get movement(): Readonly<MovementRow> {
    return this.current;
  }

  get payable(): Payable {
    return payableOfMovement(this.current);
  }

  /** Fires an event of its payment. @throws HttpError 409 or 422 with the failing guards */
  async movePayment(payment: CasePayment | undefined, event: PaymentEvent): Promise<void> {
    if (payment === undefined)
      throw conflict('stateAllows', 'Este movimiento no tiene un giro pendiente.');
    const { next } = accepted(paymentAfter(payment, event));
    await writePaymentOfMovement(this.trx, this.current.id, event, this.now);
    await this.write(dueOf(next), event.actor);
  }

  /**
   * Fires an event of the movement, and lowers the base of the store by a decrease that was handed in or kept back.
   *
   * @param changes columns that the event sets
   * @param more facts of an opening
   * @throws HttpError 409 or 422 with the failing guards
   */
  async fire(
    event: Exclude<MovementEvent, { type: 'MOVEMENT.OPEN' }>,
    changes: RowChanges<'movimiento_fondo'> = {},
    more: Partial<MovementContext> = {},
  ): Promise<void> {
    const { id_tienda, valor, id_deudor } = this.current;
    await this.lockStore();
    const { base, disponible } = await fundOfStore(this.trx, id_tienda);
    const context = { valor, debtor: id_deudor, disponible, ...more };
    const next = movementAfter(movementStateOf(this.current.estado), context, event);
    await this.write(
      {
        ...changes,
        estado: movementStates[next.state].codigo,
        a_cargo: 0,
        ...('dia' in event && { dia: event.dia, referencia: event.referencia }),
        resuelto: this.now,
        id_usuario_resuelve: event.actor.id,
      },
      event.actor,
    );
    if (next.state !== 'paidIn' && next.state !== 'keptBack') return;
    if (this.current.tipo !== 'disminucion') return;
    const by = { actor: event.actor, now: this.now };
    await updateBase(this.trx, id_tienda, { base: base - valor }, by);
  }

  /**
   * Grants less of an earlier box than it is worth: the difference is owed by the person in charge at the opening.
   *
   * @throws HttpError 409 or 422 with the failing guards
   */
  async grantLess(event: Extract<MovementEvent, { type: 'MOVEMENT.GRANT_LESS' }>): Promise<void> {
    const { id_tienda, valor, estado, caja_externa, id_movimiento } = this.current;
    const facts = { valor, debtor: null, disponible: 0, ...factsOfEarlierBox(this.current) };
    const { state, context } = movementAfter(movementStateOf(estado), facts, event);
    const { id_deudor } = await this.trx
      .selectFrom('movimiento_fondo')
      .select('id_deudor')
      .where('id', '=', id_movimiento)
      .executeTakeFirstOrThrow();
    const owes = { id_deudor, motivo: event.motivo };
    await this.write(
      {
        estado: movementStates[state].codigo,
        valor: context.valor,
        ...moneyOfMovement(state, context.valor),
        ...(state === 'owed' && owes),
      },
      event.actor,
    );
    if (state === 'owed') return;
    const rest = { id_tienda, valor: valor - context.valor, caja_externa, id_movimiento, ...owes };
    await createMovement(this.trx, 'apertura', rest, { actor: event.actor, now: this.now }, 'owed');
  }

  private lockStore() {
    return this.trx
      .selectFrom('tiendas')
      .select('id')
      .where('id', '=', this.current.id_tienda)
      .$call(locked(this.trx))
      .executeTakeFirstOrThrow();
  }

  private async write(changes: RowChanges<'movimiento_fondo'>, actor: Person): Promise<void> {
    await updateMovement(this.trx, this.current.id, changes, { actor, now: this.now });
    this.current = { ...this.current, ...(changes as Partial<MovementRow>) };
  }
}

/**
 * Changes the base of a store as its form says. A higher base is an increase, which its payment brings; a lower one is
 * asked for and moves nothing. An edit replaces the decrease that was asked before.
 *
 * @param store its row, locked by this transaction
 * @param base centavos
 * @returns what follows, in words; '' when the base stays as it is
 */
export async function changeBase(
  trx: Trx,
  by: Author & { actor: Person },
  store: Pick<Row<'tiendas'>, 'id' | 'base'>,
  base: number,
  motivo: string,
): Promise<string> {
  const asked = await openDecrease(trx, store.id);
  const delta = base - store.base;
  if (delta === 0 && asked === undefined) return '';
  if (asked !== undefined && asked.valor === -delta) return '';
  if (asked !== undefined)
    await new MovementCase(trx, by.now, asked).fire({ type: 'MOVEMENT.CANCEL', actor: by.actor });
  const row = { id_tienda: store.id, valor: Math.abs(delta), motivo };
  if (delta > 0) {
    await createMovement(trx, 'aumento', row, by);
    await updateBase(trx, store.id, { base }, by);
    return `La base sube ${formatMoney(delta)}: queda por girar.`;
  }
  if (delta === 0) return 'Ya no se le pide a la tienda devolver parte de su base.';
  await createMovement(trx, 'disminucion', row, by);
  return `La tienda debe devolver ${formatMoney(-delta)}: la base baja cuando se consigne o se retenga de un giro.`;
}
