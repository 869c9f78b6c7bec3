/** The life of every box of the demonstration, as actions at instants. */
import { boxStages } from '#machines/domain/box/lifecycle.ts';
import { stageNames, stages } from '#machines/domain/box/stages.ts';
import { type BoxStateName, boxStates } from '#machines/domain/box/states.ts';
import { findBox, findOpenBox } from '../../features/cases/box.repository.ts';
import { type DemoBox, demoBoxes } from './demo-boxes.ts';
import { clock, type DemoCalendar } from './demo-calendar.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import { type LastBought, recordPurchase } from './demo-recording.ts';
import { demoReviews, markBox, reviewerOf } from './demo-reviews.ts';
import { demoStores } from './demo-stores.ts';
import { idIn } from './demo-world.ts';
import type { SeededRandom } from './seeded-random.ts';

interface ShortcutAction {
  instant: number;
  run: (calls: DemoCalls) => Promise<void>;
}

/** A box on its way: its key is known once its store sends it. */
interface Journey {
  box: DemoBox;
  idCaja: number;
}

/** Days that the store records before it sends, at most. */
const LONGEST_RECORDING = 12;
/** The last thing that happened is of yesterday. */
const YESTERDAY = 1;

function recordingActions(
  { box }: Journey,
  previousSent: number | undefined,
  calendar: DemoCalendar,
  random: SeededRandom,
  lastBought: LastBought,
): ShortcutAction[] {
  const last = box.sent ?? YESTERDAY;
  const first = Math.max(
    last,
    Math.min(last + LONGEST_RECORDING, (previousSent ?? Number.POSITIVE_INFINITY) - 1),
  );
  return box.purchases.map((purchase, index) => {
    const daysAgo = Math.round(first - ((first - last) * index) / box.purchases.length);
    const instant = calendar.instant(daysAgo, clock(9) + index * 38 + random.between(0, 20));
    const fecha = calendar.day(daysAgo + random.between(0, 2));
    return {
      instant,
      run: (calls) =>
        recordPurchase(calls, { store: box.store, purchase, instant, fecha }, random, lastBought),
    };
  });
}

/** The store sends its open box. */
async function send(calls: DemoCalls, journey: Journey, instant: number): Promise<void> {
  const { store } = journey.box;
  const id_tienda = idIn(calls.world.stores, store);
  const open = await findOpenBox(calls.trx, id_tienda);
  if (open === undefined) throw new Error(`${store} has no open box`);
  journey.idCaja = open.id;
  await demoOperations['/enviarCaja'](
    { token, id_caja: open.id, id_tienda },
    calls.context(demoStores[store].responsable, instant),
  );
}

const guideNumber = (idCaja: number): string => String(9_140_000_000 + idCaja * 7_919);

async function ship(calls: DemoCalls, { box, idCaja }: Journey, instant: number): Promise<void> {
  const company = box.shipping;
  if (company === undefined) throw new Error(`a box of ${box.store} has no shipping company`);
  await demoOperations['/enviarSoporteCaja'](
    {
      token,
      id_caja: idCaja,
      id_empresa: idIn(calls.world.companies, company),
      codigo: company === 'Motorizado' ? '' : guideNumber(idCaja),
    },
    calls.context(demoStores[box.store].responsable, instant),
  );
}

const SHIPPED = 8;

/** A box that needs no maintenance passes it by. */
const isPast = (box: DemoBox, state: BoxStateName): boolean =>
  boxStages.indexOf(box.until) > boxStages.indexOf(state);

async function isIn(calls: DemoCalls, { idCaja }: Journey, state: BoxStateName): Promise<boolean> {
  const box = await findBox(calls.trx, idCaja);
  return box?.active === boxStates[state].codigo;
}

function reviewActions(
  journey: Journey,
  sent: number,
  calendar: DemoCalendar,
  random: SeededRandom,
) {
  const { box } = journey;
  return stageNames
    .map((stage) => ({ stage, state: stages[stage].boxState }))
    .filter(({ state }) => isPast(box, state) || box.until === state)
    .flatMap(({ stage, state }): ShortcutAction[] => {
      const { marks, sends } = demoReviews[stage];
      const most = isPast(box, state) ? Number.POSITIVE_INFINITY : (box.decided ?? 0);
      const markedAt = calendar.instant(sent - marks, clock(10));
      const sentAt = calendar.instant(sent - sends, clock(15, 30));
      const mark: ShortcutAction = {
        instant: markedAt,
        run: async (calls) => {
          if (most > 0 && (await isIn(calls, journey, state)))
            await markBox(
              calls,
              { box, idCaja: journey.idCaja, stage, instant: markedAt, most },
              random,
            );
        },
      };
      const passOn: ShortcutAction = {
        instant: sentAt,
        run: async (calls) => {
          if (await isIn(calls, journey, state))
            await demoOperations[stages[stage].sends](
              { token, id_caja: journey.idCaja },
              calls.context(reviewerOf(stage, box.store), sentAt),
            );
        },
      };
      return isPast(box, state) ? [mark, passOn] : [mark];
    });
}

function sendingActions(journey: Journey, sent: number, calendar: DemoCalendar): ShortcutAction[] {
  const sentAt = calendar.instant(sent, clock(17, 10));
  const shippedAt = calendar.instant(sent - SHIPPED, clock(11, 20));
  const sending: ShortcutAction = { instant: sentAt, run: (calls) => send(calls, journey, sentAt) };
  const shipping: ShortcutAction = {
    instant: shippedAt,
    run: (calls) => ship(calls, journey, shippedAt),
  };
  return isPast(journey.box, 'readyToShip') ? [sending, shipping] : [sending];
}

/** Every action, in the order in which they happened. */
export function demoStory(calendar: DemoCalendar, random: SeededRandom): ShortcutAction[] {
  const lastSent = new Map<string, number | undefined>();
  const lastBought: LastBought = new Map();
  const actions = demoBoxes.flatMap((box): ShortcutAction[] => {
    const journey: Journey = { box, idCaja: 0 };
    const recording = recordingActions(
      journey,
      lastSent.get(box.store),
      calendar,
      random,
      lastBought,
    );
    lastSent.set(box.store, box.sent);
    return box.sent === undefined
      ? recording
      : [
          ...recording,
          ...sendingActions(journey, box.sent, calendar),
          ...reviewActions(journey, box.sent, calendar, random),
        ];
  });
  return actions.sort((one, other) => one.instant - other.instant);
}
