import type { BoxGroup } from '#contract/calls/boxes.calls.ts';
import { successes } from '#contract/errors.ts';
import { type PendingItem, type PendingKind, pendingKinds } from '#contract/calls/pending.calls.ts';
import {
  awaitedStates,
  stageOfBox,
  stages,
  statesOfGroup,
  undecidedStates,
  storeProfiles,
} from '#machines/domain/stages/stages.ts';
import {
  type BoxStateName,
  boxStates,
  codesOf,
  expenseStates,
  rejectedCodes,
} from '#machines/domain/stages/states.ts';
import { holdsMoney } from '#machines/domain/people/authority.ts';
import { correctablePlaces } from '#machines/domain/expense/expense-correction.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Session } from '../../platform/access/session.ts';
import { type ListRequest, wholeListLimit } from '../../platform/database/paging.ts';
import { type Trx, withoutTransaction } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import { type LongRead, type Operation, done } from '../../platform/http/operation.ts';
import { pageOfBoxes } from '../cases/box-list.repository.ts';
import { remindersAt } from '../settings/settings.ts';
import {
  type ConcernedExpense,
  concernedExpenses,
  countNotices,
  countStoreItems,
  moneyItems,
  noticesOf,
  onlyStore,
  readNotices,
  type StoreItem,
  storeItems,
  visibleCounts,
} from './pending.repository.ts';

/** Fields of a pending item about its expenses. */
function factsOf(expenses: readonly ConcernedExpense[], idCaja: number | null) {
  const own = expenses.filter(({ id_caja }) => id_caja === idCaja);
  return {
    cantidad: own[0]?.cantidad ?? 0,
    con_novedad: own[0]?.con_novedad ?? 0,
    gastos: own.map(({ id_gasto, proveedor, valor, informe_novedad, motivo }) => ({
      id_gasto,
      proveedor,
      valor: toPesos(valor),
      informe_novedad,
      motivo: motivo ?? '',
    })),
  };
}

/** Box states in which the user can act: a treasurer has the profile of accounting without its screens. */
const movedStates = ({ profile, permisos }: Session) =>
  awaitedStates(profile).filter((state) => {
    const stage = stageOfBox(state);
    return stage === null || permisos.includes(stages[stage].box);
  });

/** Boxes that wait for a reviewer, the longest wait first, followed by the items about payments. */
async function ofReviewer(trx: Trx, session: Session, request: ListRequest) {
  const { profile } = session;
  const { pagina = 1, limite = wholeListLimit, buscar = '' } = request;
  const { rows, total } = await pageOfBoxes(
    trx,
    session,
    { active: codesOf(boxStates, movedStates(session)) },
    request,
    { by: 'fecha_movimiento', direction: 'asc' },
  );
  const expenses = await concernedExpenses(
    trx,
    rows.map(({ id }) => id),
    codesOf(expenseStates, undecidedStates(profile)),
  );
  const items = rows.map((box): PendingItem => {
    const facts = factsOf(expenses, box.id);
    const undecided = expenses.find(({ id_caja }) => id_caja === box.id);
    return {
      tipo: facts.cantidad === 0 ? 'enviar' : 'decidir',
      id_tienda: box.id_tienda,
      tienda: box.tienda,
      id_caja: box.id,
      id_lote: null,
      consecutivo: box.consecutivo,
      active: box.active,
      valor: toPesos(undecided?.suma ?? box.total),
      desde: box.fecha_movimiento,
      porcentaje: null,
      ...facts,
    };
  });
  const money = await moneyItems(trx, session, buscar);
  const after = (pagina - 1) * limite - total;
  const ofPage = money.slice(Math.max(0, after), Math.max(0, after + limite));
  return { items: [...items, ...ofPage.map(moneyItem)], total: total + money.length };
}

const moneyItem = (item: Awaited<ReturnType<typeof moneyItems>>[number]): PendingItem => ({
  ...item,
  valor: toPesos(item.valor),
  con_novedad: 0,
  gastos: [],
  porcentaje: null,
});

const correctableIn = (active: number): number[] =>
  correctablePlaces.filter((place) => place.active === active).map(({ estado }) => estado);

/** Kinds of a store that list expenses: the expense states for a box state; null: expenses without a receipt. */
const concerned: Partial<Record<PendingKind, (active: number) => readonly number[] | null>> = {
  soporte: () => null,
  corregir: correctableIn,
  rechazo: (active) => rejectedCodes.filter((codigo) => !correctableIn(active).includes(codigo)),
};

/** Expenses of the items of one kind, read by box state. */
async function expensesOf(
  trx: Trx,
  items: readonly StoreItem[],
  statesIn: (active: number) => readonly number[] | null,
): Promise<ConcernedExpense[]> {
  const found: ConcernedExpense[] = [];
  for (const active of new Set(items.map((item) => item.active)))
    found.push(
      ...(await concernedExpenses(
        trx,
        items.flatMap((item) => (item.active === active ? (item.id_caja ?? []) : [])),
        statesIn(active),
      )),
    );
  return found;
}

async function ofStores(
  trx: Trx,
  session: Session,
  { pagina = 1, limite = wholeListLimit, buscar = '' }: ListRequest,
  now: number,
) {
  const since = await remindersAt(trx, now);
  const all = await storeItems(trx, session, buscar, since);
  const page = all.slice((pagina - 1) * limite, pagina * limite);
  const expenses: Partial<Record<PendingKind, ConcernedExpense[]>> = {};
  for (const tipo of pendingKinds) {
    const own = page.filter((item) => item.tipo === tipo);
    const statesIn = concerned[tipo];
    if (statesIn !== undefined) expenses[tipo] = await expensesOf(trx, own, statesIn);
  }
  const items = page.map(
    ({ porEnviar, ...item }: StoreItem): PendingItem => ({
      ...item,
      id_lote: null,
      valor: toPesos(item.valor),
      ...factsOf(expenses[item.tipo] ?? [], item.id_caja),
      ...(item.tipo === 'fondo' && { cantidad: porEnviar ?? 0 }),
    }),
  );
  return { items, total: all.length };
}

const actsForStores = (profile: ProfileId): boolean => storeProfiles.includes(profile);

/** /misPendientes: the boxes of a reviewer, or the pending items of a store. */
export const pendingItems: LongRead<'/misPendientes'> = (input, { read, session, setTotal, now }) =>
  read(async (trx) => {
    const found = actsForStores(session.profile) ? ofStores : ofReviewer;
    const { items, total } = await found(trx, session, input, now());
    setTotal(total);
    return items;
  });

/** /contarPendientes: without a transaction, so the counts may be of different moments; every screen requests them. */
const pendingCounts: Operation<'/contarPendientes'> = (_input, { db, session, now }) =>
  withoutTransaction(db, async (trx) => {
    const boxes = await visibleCounts(trx, session);
    const countIn = (states: readonly BoxStateName[]): number => {
      const codes = codesOf(boxStates, states);
      return boxes
        .filter(({ active }) => codes.includes(active))
        .reduce((sum, { cantidad }) => sum + cantidad, 0);
    };
    const inGroup = (group: BoxGroup) => countIn(statesOfGroup(session.profile, group));
    const rights = { tipo: session.profile, permisos: session.permisos.join(',') };
    const avisos = holdsMoney(rights) ? await countNotices(trx, session.idUsuario) : 0;
    const items = actsForStores(session.profile)
      ? await countStoreItems(trx, session, boxes, await remindersAt(trx, now()))
      : countIn(movedStates(session)) + (await moneyItems(trx, session, '')).length;
    return {
      pendientes: items + avisos,
      por_decidir: inGroup('por_decidir'),
      en_tramite: inGroup('en_tramite'),
      cerradas: inGroup('cerradas'),
      unica_tienda: actsForStores(session.profile) ? await onlyStore(trx, session) : null,
    };
  });

/** /misAvisos: unread notices, oldest first. */
const notices: Operation<'/misAvisos'> = (_input, { read, session }) =>
  read((trx) => noticesOf(trx, session.idUsuario));

/** /leerAvisos: those of another person do not exist for this one. A repeated request changes nothing. */
const markNoticesRead: Operation<'/leerAvisos'> = ({ avisos }, { write, session, now }) =>
  write(async (trx) => {
    found((await readNotices(trx, session.idUsuario, avisos, now())) || undefined);
    return done(successes.saved);
  });

export const pendingOperations = {
  '/misAvisos': notices,
  '/leerAvisos': markNoticesRead,
  '/misPendientes': pendingItems,
  '/contarPendientes': pendingCounts,
};
