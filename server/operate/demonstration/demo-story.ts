/** The demonstration: what happened to every box, as actions at instants, and who lets them happen. */
import { millisecondsInMinute } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import { denominations } from '#contract/calls/fund.calls.ts';
import { boxStages } from '#machines/domain/box/lifecycle.ts';
import { stageNames, stages } from '#machines/domain/box/stages.ts';
import { type BoxStateName, boxStates } from '#machines/domain/box/states.ts';
import { findBox, findOpenBox, openNextBox } from '../../features/cases/box.repository.ts';
import { BoxCase } from '../../features/cases/stored-box-case.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { updateStore } from '../../features/stores/store.repository.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { type SessionContext, actorOf } from '../../platform/http/operation.ts';
import { contextIn, type DemoCalls, daysBefore, demoOperations, token } from './demo-calls.ts';
import {
  type DemoBox,
  demoBoxes,
  demoCounts,
  demoPayments,
  demoRecentBoxes,
  demoReviews,
  demoStoreEntries,
  demoStores,
  type PersonKey,
} from './demo-data.ts';
import { type LastBought, correctRejected, recordPurchase } from './demo-recording.ts';
import { markBox, reviewerOf } from './demo-reviews.ts';
import { idIn, insertWorld } from './demo-world.ts';
import { seededRandom } from './seeded-random.ts';

interface Action {
  instant: number;
  run: () => Promise<unknown>;
}

const SEED = 20_261;
/** Days that the store records before it sends, at most. */
const LONGEST_RECORDING = 12;
/** The last thing that happened is of yesterday. */
const YESTERDAY = 1;
/** Days after the store sent the box. */
const SHIPPED = 8;
/** Milliseconds until a supervisor looks at what was corrected. */
const LOOK_AGAIN = 20 * millisecondsInMinute;

const guideNumber = (idCaja: number): string => String(9_140_000_000 + idCaja * 7_919);

function recordingOf(
  calls: DemoCalls,
  { store, sent: last = YESTERDAY, purchases }: DemoBox,
  previousSent: number,
  lastBought: LastBought,
): Action[] {
  const { day, instant: at, random } = calls;
  const first = Math.max(last, Math.min(last + LONGEST_RECORDING, previousSent - 1));
  return purchases.map((purchase, index) => {
    const daysAgo = Math.round(first - ((first - last) * index) / purchases.length);
    const instant = at(daysAgo, 9, index * 38 + random.between(0, 20));
    const fecha = day(daysAgo + random.between(0, 2));
    const recording = { store, purchase, instant, fecha };
    return { instant, run: () => recordPurchase(calls, recording, lastBought) };
  });
}

/** What happens to a box once its store sends it. */
function journeyOf(calls: DemoCalls, box: DemoBox, sent: number): Action[] {
  const { trx, world } = calls;
  const { store, until, shipping, late = 0, decided = 0 } = box;
  // As if it had been sent when its supervisor began to look.
  const came = sent - late;
  const { responsable } = demoStores[store];
  const id_tienda = idIn(world.stores, store);
  /** Known once it is sent. */
  let id_caja = 0;
  const action = (
    instant: number,
    person: PersonKey,
    run: (context: SessionContext) => Promise<unknown>,
  ): Action => ({ instant, run: () => run(calls.context(person, instant)) });
  const isPast = (state: BoxStateName) => boxStages.indexOf(until) > boxStages.indexOf(state);
  /** A box that needs no maintenance passes it by. */
  const isIn = async (state: BoxStateName): Promise<boolean> =>
    (await findBox(trx, id_caja))?.active === boxStates[state].codigo;

  const send = action(calls.instant(sent, 17, 10), responsable, async (context) => {
    const open = await findOpenBox(trx, id_tienda);
    if (open === undefined) throw new Error(`${store} has no open box`);
    id_caja = open.id;
    await demoOperations['/enviarCaja']({ token, id_caja, id_tienda }, context);
  });
  const ship = action(calls.instant(came - SHIPPED, 11, 20), responsable, async (context) => {
    if (shipping === undefined) throw new Error(`a box of ${store} has no shipping company`);
    const id_empresa = idIn(world.companies, shipping);
    const codigo = shipping === 'Motorizado' ? '' : guideNumber(id_caja);
    const shipped = await BoxCase.open(trx, id_caja, context.now());
    await shipped.openLegalisation(actorOf(context.session));
    await demoOperations['/enviarSoporteCaja']({ token, id_caja, id_empresa, codigo }, context);
  });
  const reviews = stageNames.flatMap((stage): Action[] => {
    const { boxState: state, sends } = stages[stage];
    const reviewer = reviewerOf(stage, store);
    const most = isPast(state) ? Number.POSITIVE_INFINITY : decided;
    const { marks, sends: days } = demoReviews[stage];
    const markedAt = calls.instant(came - marks, 10);
    const mark = action(markedAt, reviewer, async () => {
      if (await isIn(state)) await markBox(calls, box, { id_caja, stage, at: markedAt, most });
    });
    const passOn = action(calls.instant(came - days, 15, 30), reviewer, async (context) => {
      if (await isIn(state)) await demoOperations[sends]({ token, id_caja }, context);
    });
    if (isPast(state)) return [mark, passOn];
    return until === state ? [mark] : [];
  });
  const corrections = (box.corrections ?? []).map((concepto, index, all): Action => {
    const at = calls.instant(came - demoReviews.supervisor.marks, 11 + index);
    return action(at, responsable, async (context) => {
      await correctRejected(calls, context, id_caja, concepto);
      const isGranted = index === all.length - 1;
      const purchases = isGranted
        ? box.purchases.map(([model]) => [model] as const)
        : box.purchases;
      const marking = { id_caja, stage: 'supervisor', at: at + LOOK_AGAIN, most: 1 } as const;
      await markBox(calls, { ...box, purchases }, marking);
    });
  });
  return [
    send,
    ...corrections,
    ...(isPast('readyToShip') ? [ship] : []),
    ...reviews,
    ...(until === 'closed' ? paymentOf(calls, box, came, () => id_caja) : []),
  ];
}

/** The payment of a closed box, as far as it went; a box granted nothing has none. */
function paymentOf(
  calls: DemoCalls,
  { store, payment = 'recibido' }: DemoBox,
  sent: number,
  idOfBox: () => number,
): Action[] {
  const claims = payment === 'noRecibido';
  const end = claims ? 'recibido' : payment;
  const last = demoPayments.findIndex(({ state }) => state === end);
  let id_lote = 0;
  return demoPayments.slice(0, last + 1).map(({ state, after, hour, person }) => {
    const instant = calls.instant(sent - after, hour);
    const context = calls.context(person ?? demoStores[store].responsable, instant);
    const run = async () => {
      const id_caja = idOfBox();
      const box = await findBox(calls.trx, id_caja);
      if (box?.giro == null) return;
      if (state === 'preparado') {
        const [made] = await demoOperations['/prepararGiros']({ token, cajas: [id_caja] }, context);
        id_lote = made?.id_lote ?? 0;
      }
      if (state === 'autorizado')
        await demoOperations['/autorizarGiros']({ token, id_lote }, context);
      if (state === 'enviado')
        await demoOperations['/enviarGiros']({ token, id_lote, formato: 'csv' }, context);
      if (state === 'girado') {
        const giros = [{ id_caja, referencia: String(4_400 + id_caja) }];
        const dia = calls.day(sent - after);
        await demoOperations['/confirmarGiros']({ token, dia, giros }, context);
      }
      if (state === 'recibido') {
        const nota = claims ? 'Revisé la cuenta dos veces y no aparece.' : '';
        const recibido = claims ? 0 : 1;
        await demoOperations['/responderGiro']({ token, id_caja, recibido, nota }, context);
      }
    };
    return { instant, run };
  });
}

/** Notes and coins of an amount in pesos, the largest first. */
const piecesOf = (pesos: number): number[] => {
  let rest = pesos;
  return denominations.map(({ valor }) => {
    const count = Math.floor(rest / valor);
    rest -= count * valor;
    return count;
  });
};

const cashCounts = (calls: DemoCalls): Action[] =>
  demoCounts.map(({ store, person, daysAgo, missing, nota }) => {
    const instant = calls.instant(daysAgo, 18);
    const context = calls.context(person, instant);
    const id_tienda = idIn(calls.world.stores, store);
    const run = async () => {
      const { base, en_caja, en_proceso, por_girar, a_cargo_tienda, disponible } =
        await demoOperations['/arqueos']({ token, id_tienda }, context);
      const expected = { base, en_caja, en_proceso, por_girar, a_cargo_tienda };
      const cantidades = piecesOf(disponible - missing);
      await demoOperations['/guardarArqueo'](
        { token, id_tienda, ...expected, cantidades, nota },
        context,
      );
    };
    return { instant, run };
  });

/** What happened to boxes, each store's from the oldest to the newest. */
function boxStory(calls: DemoCalls, boxes: readonly DemoBox[]): Action[] {
  const lastSent = new Map<string, number>();
  const lastBought: LastBought = new Map();
  return boxes.flatMap((box) => {
    const { store, sent } = box;
    const previous = lastSent.get(store) ?? Number.POSITIVE_INFINITY;
    const recording = recordingOf(calls, box, previous, lastBought);
    if (sent === undefined) return recording;
    lastSent.set(store, sent);
    return [...recording, ...journeyOf(calls, box, sent)];
  });
}

/** Every action, in the order in which they happened. */
const demoStory = (calls: DemoCalls): Action[] =>
  [
    ...boxStory(calls, demoBoxes),
    ...boxStory({ ...calls, random: seededRandom(SEED + 1) }, demoRecentBoxes),
    ...cashCounts(calls),
  ].sort((one, other) => one.instant - other.instant);

export interface DemoTarget {
  /** Migrated. */
  db: Kysely<Database>;
  receipts: ReceiptStore;
  /** Epoch milliseconds: everything happened in the months before. */
  now: number;
}

/** Days ago that the stores began to use the application. */
const BEGINNING = 150;

/**
 * Fills an empty database with people, stores, and boxes in every state, whole or not at all.
 *
 * @returns false when the database is in use: then nothing was changed
 */
export const loadDemoData = (
  { db, receipts, now }: DemoTarget,
  report?: (done: number, all: number) => void,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return false;
    const days = daysBefore(now);
    const beginning = days.instant(BEGINNING, 8);
    const world = await insertWorld(trx, beginning);
    for (const id of world.stores.values()) await openNextBox(trx, id, beginning);
    const context = contextIn(trx, receipts, world);
    const actions = demoStory({ trx, world, random: seededRandom(SEED), ...days, context });
    for (const [index, { run }] of actions.entries()) {
      await run();
      report?.(index + 1, actions.length);
    }
    // At last, so that they could have a past.
    for (const [key, { inactive }] of demoStoreEntries)
      if (inactive)
        await updateStore(trx, idIn(world.stores, key), { active_: 0 }, { actor: null, now });
    return true;
  });
