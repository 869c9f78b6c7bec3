/** The opening of a store that begins with a fund that another system kept, and taking it back. */
import { successes } from '#contract/errors.ts';
import {
  linesOf,
  type Opening,
  openingInWords,
  openingOfForm,
  receiptsOfOpening,
  restOf,
} from '#machines/domain/fund/opening.ts';
import type { MovementContext } from '#machines/domain/fund/movement.machine.ts';
import { movementStates } from '#machines/domain/fund/movements.ts';
import { valeStates } from '#machines/domain/fund/vale.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney, toCentavos } from '#machines/domain/values/money.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { setLastNumber } from '../../platform/database/bulk-rows.ts';
import { exists } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { actorOf, done, type Operation } from '../../platform/http/operation.ts';
import { nameOfUser } from '../accounts/user.repository.ts';
import { fundOfStore, lockFund } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import {
  createMovement,
  MovementCase,
  type MovementRow,
  movementAfter,
  movementInScope,
  updateBase,
} from '../cases/stored-movement.ts';
import { insertVale, settleVale, valesOut } from '../cases/vale.repository.ts';
import { custodianOf } from './cash-count.repository.ts';

type OpenedStore = Pick<Row<'tiendas'>, 'id' | 'base' | 'active_' | 'ultimo_consecutivo'>;

const inForce = movementStates.done.codigo;
const withoutEffect: readonly string[] = [
  movementStates.takenBack.codigo,
  movementStates.cancelled.codigo,
];

const movementsOf = (trx: Trx, idTienda: number) =>
  trx.selectFrom('movimiento_fondo').where('id_tienda', '=', idTienda);

/** True while nothing was recorded, given or moved in the fund of the store. @param disponible centavos of its cash */
export async function isUntouched(
  trx: Trx,
  store: OpenedStore,
  disponible: number,
): Promise<boolean> {
  const moved = movementsOf(trx, store.id).select('id').where('estado', 'not in', withoutEffect);
  return disponible === store.base && store.ultimo_consecutivo === 0 && !(await exists(moved));
}

/** The facts of a store that its opening asks. */
export async function factsOfBeginning(
  trx: Trx,
  store: OpenedStore,
  now: number,
): Promise<MovementContext & Required<Pick<MovementContext, 'begins'>>> {
  const { base, disponible } = await fundOfStore(trx, store.id);
  const debtor = await custodianOf(trx, store.id);
  const begins = {
    isActive: store.active_ === 1,
    isUntouched: await isUntouched(trx, store, disponible),
    custodian: debtor,
    today: dateInBogota(now),
  };
  return { valor: base, debtor, disponible, begins };
}

const lockedStore = (trx: Trx, id: number): Promise<OpenedStore> =>
  trx
    .selectFrom('tiendas')
    .select(['id', 'base', 'active_', 'ultimo_consecutivo'])
    .where('id', '=', id)
    .$call(locked(trx))
    .executeTakeFirstOrThrow();

/**
 * Opens the fund of a store: what it has not in its drawer becomes payments, a debt and a vale of the person in charge.
 *
 * @throws HttpError 409 or 422 with the failing guards
 * @returns id of the opening
 */
export async function writeOpening(
  trx: Trx,
  idTienda: number,
  opening: Opening,
  by: Author & { actor: Person },
): Promise<number> {
  // Box, log, store: the order of every change of a fund.
  await lockFund(trx, idTienda);
  await lockAdministrationLog(trx);
  const store = await lockedStore(trx, idTienda);
  const facts = await factsOfBeginning(trx, store, by.now);
  movementAfter('unopened', facts, { type: 'MOVEMENT.OPEN', actor: by.actor, opening });
  const { base, siguiente, sinRegistrar } = opening;
  const id_deudor = facts.debtor;
  if (base !== store.base) await updateBase(trx, store.id, { base }, by);
  await setLastNumber(trx, store.id, siguiente - 1);
  const row = {
    id_tienda: store.id,
    valor: base,
    base_anterior: store.base,
    siguiente,
    id_deudor,
    motivo: openingInWords(opening),
  };
  const id_movimiento = await createMovement(trx, 'apertura', row, by);
  for (const { state, ...line } of linesOf(opening)) {
    const debtor = state === 'owed' ? { id_deudor } : {};
    const part = { id_tienda: store.id, id_movimiento, ...line, ...debtor };
    await createMovement(trx, 'apertura', part, by, state);
  }
  if (sinRegistrar > 0 && id_deudor !== null)
    await insertVale(
      trx,
      {
        id_tienda: store.id,
        valor: sinRegistrar,
        persona: await nameOfUser(trx, id_deudor),
        motivo: receiptsOfOpening,
        dia: dateInBogota(by.now),
        estado: valeStates.out.codigo,
        id_movimiento,
        creado: by.now,
        // Who answers for it.
        id_usuario: id_deudor,
      },
      by,
    );
  return id_movimiento;
}

/** What happened in a store after its opening, in words. */
export async function followersOf(trx: Trx, opening: MovementRow): Promise<string[]> {
  const { id, id_tienda, creado } = opening;
  const rows = movementsOf(trx, id_tienda).select('id');
  const lines = rows.where('id_movimiento', '=', id);
  const ofLine = [inForce, movementStates.toPay.codigo];
  const checks = {
    'un gasto': trx
      .selectFrom('gastos')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .select('gastos.id')
      .where('cajas.id_tienda', '=', id_tienda),
    'un arqueo': trx
      .selectFrom('arqueo')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where('instante', '>=', creado),
    'un vale': trx
      .selectFrom('vale')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where((of) =>
        of.or([
          of.and([of('id_movimiento', 'is', null), of('creado', '>=', creado)]),
          of.and([
            of('id_movimiento', '=', id),
            of.or([of('estado', '<>', valeStates.out.codigo), of('id_gasto', 'is not', null)]),
          ]),
        ]),
      ),
    'otro movimiento': rows
      .where('id', '>', id)
      .where((of) => of.or([of('id_movimiento', 'is', null), of('id_movimiento', '<>', id)])),
    'un giro': trx.selectFrom('giro').select('id').where('id_movimiento', 'in', lines),
    'una caja reconocida en parte': lines
      .where('caja_externa', 'is not', null)
      .where('estado', 'not in', ofLine),
    'una deuda saldada': lines
      .where('caja_externa', 'is', null)
      .where('estado', 'not in', [...ofLine, movementStates.owed.codigo]),
  };
  const found: string[] = [];
  for (const [words, rowsOf] of Object.entries(checks)) if (await exists(rowsOf)) found.push(words);
  return found;
}

/** Takes an opening back with everything that it wrote. @throws HttpError 409 or 422 with the failing guards */
async function takeBack(
  trx: Trx,
  opening: MovementRow,
  reason: string,
  by: Author & { actor: Person },
): Promise<void> {
  const { id, id_tienda, base_anterior } = opening;
  const followedBy = opening.siguiente === null ? undefined : await followersOf(trx, opening);
  const event = { type: 'MOVEMENT.TAKE_BACK', actor: by.actor, motivo: reason } as const;
  const facts = followedBy === undefined ? {} : { followedBy };
  const undone = { por_girar: 0, giro: null };
  const motivo = `${opening.motivo}. Deshecha: ${reason}`;
  await new MovementCase(trx, by.now, opening).fire(event, { ...undone, motivo }, facts);
  const lines = await movementsOf(trx, id_tienda)
    .selectAll()
    .where('id_movimiento', '=', id)
    .orderBy('id')
    .execute();
  for (const line of lines) await new MovementCase(trx, by.now, line).fire(event, undone, facts);
  const vale = (await valesOut(trx, id_tienda)).find(({ id_movimiento }) => id_movimiento === id);
  const back = { type: 'VALE.TAKE_BACK', actor: by.actor } as const;
  if (vale) await settleVale(trx, { id: vale.id, idTienda: id_tienda }, back, by);
  if (base_anterior !== null && base_anterior !== opening.valor)
    await updateBase(trx, id_tienda, { base: base_anterior }, by);
  await setLastNumber(trx, id_tienda, 0);
}

const open: Operation<'/abrirFondo'> = (form, context) =>
  context.write(async (trx) => {
    const { id } = await storeInScope(trx, context.session, form.id_tienda);
    const opening = openingOfForm(form);
    const by = { actor: actorOf(context.session), now: context.now() };
    const id_movimiento = await writeOpening(trx, id, opening, by);
    return done(`Fondo abierto: quedan ${formatMoney(restOf(opening))} por girar.`, {
      id_movimiento,
    });
  });

const undo: Operation<'/deshacerApertura'> = ({ id_movimiento, motivo }, context) =>
  context.write(async (trx) => {
    const { id_tienda } = await movementInScope(trx, context.session, id_movimiento);
    await lockFund(trx, id_tienda);
    await lockAdministrationLog(trx);
    const opening = await movementInScope(trx, context.session, id_movimiento, true);
    const by = { actor: actorOf(context.session), now: context.now() };
    await takeBack(trx, opening, motivo.trim(), by);
    return done(successes.saved);
  });

/** What is not granted of a box from before the opening is owed, and can be taken over like any debt. */
const grantLess: Operation<'/reconocerMenos'> = ({ id_movimiento, valor, motivo }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const movement = await MovementCase.open(trx, session, id_movimiento, context.now());
    await movement.grantLess({
      type: 'MOVEMENT.GRANT_LESS',
      actor: actorOf(session),
      valor: toCentavos(valor),
      motivo: motivo.trim(),
    });
    return done(successes.saved);
  });

export const openingOperations = {
  '/abrirFondo': open,
  '/deshacerApertura': undo,
  '/reconocerMenos': grantLess,
};
