/** Loads the demonstration: the history of every box as actions at instants, run in chronological order. */
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Kysely } from 'kysely';
import { denominations } from '#contract/cash.ts';
import { type StageName, stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { findBox, findOpenBox, openNextBox } from '../../features/cases/box.repository.ts';
import { BoxCase } from '../../features/cases/stored-box-case.ts';
import { categoriesNamed } from '../../features/expenses/record-expense.ts';
import { isInUse } from '../../features/settings/settings.ts';
import { updateStore } from '../../features/stores/store.repository.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { type SessionContext, actorOf } from '../../platform/http/operation.ts';
import { contextIn, type DemoCalls, daysBefore, demoOperations, token } from './demo-calls.ts';
import {
  type DemoBox,
  type DemoStep,
  demoBoxes,
  demoCounts,
  demoLimits,
  demoRecentBoxes,
  demoSteps,
  demoStoreEntries,
  demoStores,
  demoWithholding,
  type PersonKey,
} from './demo-data.ts';
import { fundStory } from './demo-fund.ts';
import { type LastBought, correctRejected, recordPurchase } from './demo-recording.ts';
import { markBox } from './demo-reviews.ts';
import { idIn, insertWorld } from './demo-world.ts';
import { seededRandom } from './seeded-random.ts';
import type { Action, Report } from './simulated-boxes.ts';

const SEED = 20_261;
/** Maximum days that a store records expenses before it sends the box. */
const LONGEST_RECORDING = 12;
/** Days ago of the last expense of a box that was not sent. */
const YESTERDAY = 1;
/** Milliseconds until a supervisor reviews a correction. */
const LOOK_AGAIN = 20 * millisecondsInMinute;

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
    const minutes = index * 38 + random.between(0, 20);
    const instant = at(daysAgo, '09:00') + minutes * millisecondsInMinute;
    const fecha_gasto = day(daysAgo + random.between(0, 2));
    const recording = { store, purchase, instant, fecha_gasto };
    return { instant, run: () => recordPurchase(calls, recording, lastBought) };
  });
}

/** Actions on a box from its sending to the state where it stays. */
function journeyOf(calls: DemoCalls, box: DemoBox, sent: number): Action[] {
  const { trx, world } = calls;
  const {
    store,
    until,
    shipping = '',
    late = 0,
    decided = 0,
    purchases,
    corrections = [],
    keepsBack,
  } = box;
  const { responsable, supervisor } = demoStores[store];
  const id_tienda = idIn(world.stores, store);
  /** Set when the box is sent and when its payment is prepared. */
  let [id_caja, id_lote] = [0, 0];

  /** The stage of a step; null when the box skipped that stage because it needs no maintenance. */
  const stageOfStep = async ({ at }: DemoStep): Promise<StageName | null> => {
    const stage = stageOfBox(boxStateOf((await findBox(trx, id_caja))?.active ?? 0));
    return stage !== null && stages[stage].boxState === at ? stage : null;
  };
  type Act = (context: SessionContext, step: DemoStep, person: PersonKey) => Promise<unknown>;
  const acts: Record<DemoStep['does'], Act> = {
    send: async (context) => {
      id_caja = (await findOpenBox(trx, id_tienda))?.id ?? 0;
      await demoOperations['/enviarCaja']({ token, id_caja, id_tienda }, context);
    },
    mark: async (context, step, person) => {
      const stage = await stageOfStep(step);
      const most = step.at === until ? decided : Number.POSITIVE_INFINITY;
      const marking = { id_caja, at: context.now(), most };
      if (stage !== null) await markBox(calls, purchases, person, { ...marking, stage });
    },
    passOn: async (context, step) => {
      const stage = await stageOfStep(step);
      if (stage !== null) await demoOperations[stages[stage].sends]({ token, id_caja }, context);
    },
    ship: async (context) => {
      const id_empresa = idIn(world.companies, shipping);
      const codigo = shipping === 'Motorizado' ? '' : String(9_140_000_000 + id_caja * 7_919);
      const shipped = await BoxCase.open(trx, id_caja, context.now());
      await shipped.openLegalisation(actorOf(context.session));
      await demoOperations['/enviarSoporteCaja']({ token, id_caja, id_empresa, codigo }, context);
    },
    prepare: async (context) => {
      const cajas = [id_caja];
      const body = { token, cajas, ...(keepsBack && { retener: cajas }) };
      const [made] = await demoOperations['/prepararGiros'](body, context);
      id_lote = made?.id_lote ?? 0;
    },
    authorise: (context) => demoOperations['/autorizarGiros']({ token, id_lote }, context),
    transfer: (context) => demoOperations['/enviarGiros']({ token, id_lote }, context),
    confirm: (context) => {
      const giros = [{ id_caja, referencia: String(4_400 + id_caja) }];
      const dia = dateInBogota(context.now());
      return demoOperations['/confirmarGiros']({ token, dia, giros }, context);
    },
    answer: (context) => {
      if (until === 'devolucionPropuesta')
        return demoOperations['/proponerDevolucion'](
          { token, cajas: [id_caja], motivo: 'El banco lo devolvió: cuenta inactiva.' },
          calls.context('contabilidad', context.now()),
        );
      const claim = { recibido: 0, nota: 'Revisé la cuenta dos veces y no aparece.' } as const;
      const said = until === 'noRecibido' ? claim : ({ recibido: 1, nota: '' } as const);
      return demoOperations['/responderGiro']({ token, id_caja, ...said }, context);
    },
  };

  const stays = demoSteps.findIndex(({ at }) => at === until);
  const steps = demoSteps.filter(
    ({ does }, index) => stays < 0 || index < stays || (index === stays && does === 'mark'),
  );
  const corrected = corrections.map((concepto, index): Action => {
    const instant = calls.instant(sent - late - 1, '11:00') + index * millisecondsInHour;
    // The supervisor approves the last correction.
    const isGranted = index === corrections.length - 1;
    const seen = isGranted ? purchases.map(([model]) => [model] as const) : purchases;
    const marking = { stage: 'supervisor', at: instant + LOOK_AGAIN, most: 1 } as const;
    const run = async () => {
      await correctRejected(calls, calls.context(responsable, instant), id_caja, concepto);
      await markBox(calls, seen, supervisor, { id_caja, ...marking });
    };
    return { instant, run };
  });
  const acted = steps.map((step): Action => {
    const { by, day, does, time } = step;
    // All steps after the send are delayed by the days that the supervisor was late.
    const instant = calls.instant(sent - day - (does === 'send' ? 0 : late), time);
    const person = by === 'responsable' || by === 'supervisor' ? demoStores[store][by] : by;
    return { instant, run: () => acts[does](calls.context(person, instant), step, person) };
  });
  return [...acted, ...corrected];
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

/** A person counts the cash of a store. @param missing pesos @param nota explains the difference; '' for none */
export async function countCash(
  calls: Pick<DemoCalls, 'context'>,
  id_tienda: number,
  context: SessionContext,
  { missing, nota }: { missing: number; nota: string },
): Promise<number> {
  const { en_cajon } = await demoOperations['/vales'](
    { token, id_tienda },
    calls.context('coordinador', context.now()),
  );
  const cantidades = piecesOf(Math.max(0, en_cajon - missing));
  const [saved] = await demoOperations['/guardarArqueo']({ token, id_tienda, cantidades }, context);
  const id_arqueo = saved?.id_arqueo ?? 0;
  if (nota !== '') await demoOperations['/explicarArqueo']({ token, id_arqueo, nota }, context);
  return id_arqueo;
}

const cashCounts = (calls: DemoCalls): Action[] =>
  demoCounts.map(({ store, person, daysAgo, ...count }) => {
    const instant = calls.instant(daysAgo, '18:00');
    const context = calls.context(person, instant);
    const id_tienda = idIn(calls.world.stores, store);
    return { instant, run: () => countCash(calls, id_tienda, context, count) };
  });

/** Actions on boxes; the boxes of each store go from the oldest to the newest. */
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

/** Every action in chronological order. */
const demoStory = (calls: DemoCalls): Action[] =>
  [
    ...boxStory(calls, demoBoxes),
    ...boxStory({ ...calls, random: seededRandom(SEED + 1) }, demoRecentBoxes),
    ...cashCounts(calls),
    ...fundStory(calls),
  ].sort((one, other) => one.instant - other.instant);

export interface DemoTarget {
  /** A migrated database. */
  db: Kysely<Database>;
  receipts: ReceiptStore;
  /** Epoch milliseconds; all actions are in the months before. */
  now: number;
}

/** Days since the stores began to use the application. */
const BEGINNING = 150;

/**
 * Fills an empty database with people, stores, and boxes in every state, in one transaction.
 *
 * @returns false when the database is in use; then nothing is changed
 */
export const loadDemoData = (
  { db, receipts, now }: DemoTarget,
  report?: Report,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (await isInUse(trx)) return false;
    const days = daysBefore(now);
    const beginning = days.instant(BEGINNING, '08:00');
    const world = await insertWorld(trx, beginning);
    for (const id of world.stores.values()) await openNextBox(trx, id, beginning);
    const context = contextIn(trx, receipts, world);
    const actions = demoStory({ trx, world, random: seededRandom(SEED), ...days, context });
    for (const [index, { run }] of actions.entries()) {
      await run();
      report?.(index + 1, actions.length);
    }
    // Deactivated last, so that these stores have a history.
    for (const [key, { inactive }] of demoStoreEntries)
      if (inactive)
        await updateStore(trx, idIn(world.stores, key), { active_: 0 }, { actor: null, now });
    // Begin now, so that they judge nothing of this past.
    const admin = context('admin', now);
    await demoOperations['/guardarCatalogo']({ token, ...demoWithholding }, admin);
    for (const { categoria, ...limit } of demoLimits) {
      const [id_categoria = 0] = await categoriesNamed(trx, demoStores.medellin.id_formato, [
        categoria,
      ]);
      const body = { token, ...limit, id_categoria, efecto: 'avisar' } as const;
      await demoOperations['/guardarTope'](body, admin);
    }
    return true;
  });
