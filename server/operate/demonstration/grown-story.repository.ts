/**
 * What people of a generated company do beside its boxes, through the operations of the program: payments with their
 * answers, debts, absences, cash counts, cash without receipts and a higher base.
 */
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import { reimbursableCategoryIds } from '#machines/domain/review/reimbursement.ts';
import { dateInBogota, momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { type WorkingCalendar, workingDay } from '#machines/domain/values/working-hours.ts';
import { addWorkingTime, dayOf, midnightOf } from '#machines/domain/values/working-time.ts';
import { moneyOnItsWay } from '../../features/cases/fund.repository.ts';
import { setSetting } from '../../features/settings/settings.ts';
import { valuesOf } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import { changeBase } from './demo-fund.ts';
import { countCash } from './demo-story.ts';
import { idIn } from './demo-world.ts';
import type { Absence } from './simulated-box.ts';
import type { Action } from './simulated-boxes.ts';

/** How often each answer to a payment comes. */
const answers = {
  /** The bank does not make the payment. */
  returned: 0.04,
  /** The store does not find the money. */
  claimed: 0.05,
  /** The store says nothing. */
  silent: 0.04,
  /** The bank sends a confirmed payment back. */
  sentBack: 0.03,
  /** A debt is paid in, or taken over by the company, within some days. */
  paidIn: 0.6,
  takenOver: 0.1,
} as const;

/** Working days from one batch of payments to the next. */
const BETWEEN_BATCHES = 2;
/** Steps of the last batches: what follows waits for a user. */
const lastSteps = [8, 5, 4, 3, 2, 1];
const ALL_STEPS = 9;
/** Every second one, the first included. */
const half = <Item>(items: readonly Item[]): Item[] => items.filter((_, place) => place % 2 === 0);

interface StoryStore {
  key: string;
  responsable: string;
  supervisor: string;
  /** Pesos. */
  base: number;
}

export interface NamedAbsence extends Absence {
  supervisor: string;
}

interface GrownCompany {
  stores: readonly StoryStore[];
  absences: readonly NamedAbsence[];
  /** From when the payments of closed boxes are followed; epoch milliseconds. */
  followedSince: number;
  now: number;
  calendar: WorkingCalendar;
}

type Calls = Pick<DemoCalls, 'trx' | 'world' | 'random' | 'context'>;

/** An attempt to pay a box or a movement, by its key. */
interface Attempt {
  clave: number;
  id_tienda: number;
}

/** The attempts of a batch in a state, without a proposed return. */
const attemptsIn = async (
  { trx }: Calls,
  lote: number,
  state: 'sent' | 'paid' | 'claimed' | 'received',
): Promise<Attempt[]> => {
  const rows = await trx
    .selectFrom('giro')
    .leftJoin('cajas', 'cajas.id', 'giro.id_caja')
    .leftJoin('movimiento_fondo', 'movimiento_fondo.id', 'giro.id_movimiento')
    .select(['giro.id_caja', 'giro.id_movimiento'])
    .select(({ fn }) =>
      fn.coalesce('cajas.id_tienda', 'movimiento_fondo.id_tienda').as('id_tienda'),
    )
    .where('giro.id_lote', '=', lote)
    .where('giro.estado', '=', paymentStates[state].codigo)
    .where('giro.devolucion', 'is', null)
    .orderBy('giro.id')
    .execute();
  return rows.map(({ id_caja, id_movimiento, id_tienda }) => ({
    clave: id_caja ?? keyOfMovement(id_movimiento ?? 0),
    id_tienda: id_tienda ?? 0,
  }));
};

/** Keys of the payments that wait at an instant. */
async function waitingAt({ trx }: Calls, instant: number): Promise<number[]> {
  const { codigo } = paymentStates.waiting;
  const boxes = trx
    .selectFrom('cajas')
    .select('id')
    .where('active', '=', boxStates.closed.codigo)
    .where('giro', '=', codigo)
    .where('fecha_movimiento', '<', instant);
  const movements = trx
    .selectFrom('movimiento_fondo')
    .select('id')
    .where('giro', '=', codigo)
    .where('creado', '<', instant);
  return [
    ...(await valuesOf(boxes.orderBy('id'), 'id')),
    ...(await valuesOf(movements.orderBy('id'), 'id')).map(keyOfMovement),
  ];
}

/**
 * A batch of payments with what follows it.
 *
 * @param at the instant of so many working days and hours after its preparation
 * @param steps how many of them happen; the others wait for a user
 */
function batchStory(
  calls: Calls,
  managers: ReadonlyMap<number, string>,
  at: (days: number, hours: number) => number,
  steps: number,
): Action[] {
  const { random, context } = calls;
  let [lote, reference] = [0, 0];
  const chosen = <Item>(items: readonly Item[], rate: number): Item[] =>
    items.filter(() => random.chance(rate));
  const keysOf = (rows: readonly { clave: number }[]) => rows.map(({ clave }) => clave);
  const confirm = async (instant: number, keys: readonly number[]): Promise<void> => {
    if (keys.length === 0) return;
    const giros = keys.map((id_caja) => {
      reference += 1;
      return { id_caja, referencia: `${lote}${String(reference).padStart(5, '0')}` };
    });
    const dia = dateInBogota(instant);
    await demoOperations['/confirmarGiros'](
      { token, dia, giros },
      context('contabilidad', instant),
    );
  };
  /** Stores look into their accounts. @param claimedOf those in which the money is missing */
  const answer = async (
    instant: number,
    claimedOf: (paid: readonly Attempt[]) => readonly Attempt[],
  ): Promise<void> => {
    const paid = await attemptsIn(calls, lote, 'paid');
    const claimed = claimedOf(paid);
    for (const attempt of paid) {
      const isClaimed = claimed.includes(attempt);
      if (!isClaimed && random.chance(answers.silent)) continue;
      const claim = { recibido: 0, nota: 'Revisé la cuenta dos veces y no aparece.' } as const;
      const said = isClaimed ? claim : ({ recibido: 1, nota: '' } as const);
      const store = context(idIn(managers, attempt.id_tienda), instant);
      await demoOperations['/responderGiro']({ token, id_caja: attempt.clave, ...said }, store);
    }
  };
  const story: readonly (readonly [
    days: number,
    hours: number,
    run: (instant: number) => Promise<unknown>,
  ])[] = [
    [
      0,
      1,
      async (instant) => {
        const waiting = await waitingAt(calls, instant);
        // Some of the newest payments are still to be prepared.
        const cajas = steps === 1 ? half(waiting) : waiting;
        if (cajas.length === 0) return;
        const accounting = context('contabilidad', instant);
        const [made] = await demoOperations['/prepararGiros']({ token, cajas }, accounting);
        lote = made?.id_lote ?? 0;
      },
    ],
    [
      0,
      3,
      (instant) =>
        demoOperations['/autorizarGiros']({ token, id_lote: lote }, context('tesoreria', instant)),
    ],
    [
      0,
      4,
      (instant) =>
        demoOperations['/enviarGiros']({ token, id_lote: lote }, context('tesoreria', instant)),
    ],
    [
      1,
      1,
      async (instant) => {
        const sent = keysOf(await attemptsIn(calls, lote, 'sent'));
        const cajas = chosen(sent, answers.returned);
        const accounting = context('contabilidad', instant);
        const motivo = 'El banco la devolvió: cuenta inactiva.';
        if (cajas.length > 0)
          await demoOperations['/devolverGiros']({ token, cajas, motivo }, accounting);
        await confirm(
          instant,
          sent.filter((key) => !cajas.includes(key)),
        );
      },
    ],
    [
      2,
      2,
      (instant) =>
        answer(instant, (paid) => (steps === 5 ? half(paid) : chosen(paid, answers.claimed))),
    ],
    [3, 1, async (instant) => confirm(instant, keysOf(await attemptsIn(calls, lote, 'claimed')))],
    [4, 2, (instant) => answer(instant, () => [])],
    [
      5,
      1,
      async (instant) => {
        const received = keysOf(await attemptsIn(calls, lote, 'received'));
        const cajas = steps === 8 ? half(received) : chosen(received, answers.sentBack);
        const motivo = 'El banco la devolvió después: cuenta bloqueada.';
        const accounting = context('contabilidad', instant);
        if (cajas.length > 0)
          await demoOperations['/proponerDevolucion']({ token, cajas, motivo }, accounting);
      },
    ],
    [
      6,
      1,
      async (instant) => {
        const proposed = calls.trx
          .selectFrom('giro')
          .select('id_caja')
          .where('id_lote', '=', lote)
          .where('devolucion', 'is not', null)
          .where('estado', '=', paymentStates.received.codigo)
          .orderBy('id');
        const cajas = (await valuesOf(proposed, 'id_caja')).flatMap((id) => id ?? []);
        const treasury = context('tesoreria', instant);
        if (cajas.length > 0)
          await demoOperations['/resolverDevolucion']({ token, cajas, aprueba: 1 }, treasury);
      },
    ],
  ];
  return story.slice(0, steps).map(([days, hours, run], index) => {
    const instant = at(days, hours);
    // Without payments to make, no batch was prepared.
    return { instant, run: async () => (index === 0 || lote > 0 ? run(instant) : undefined) };
  });
}

/** The person in charge pays in what the store owes, or the company takes it over. */
async function settleDebts(calls: Calls, { key, responsable }: StoryStore, instant: number) {
  const { random, context, world } = calls;
  const id_tienda = idIn(world.stores, key);
  const [store, treasury] = [context(responsable, instant), context('tesoreria', instant)];
  const dia = dateInBogota(instant);
  const closed = calls.trx
    .selectFrom('cajas')
    .select('id')
    .where('id_tienda', '=', id_tienda)
    .where('a_cargo', '>', 0)
    .where('fecha_movimiento', '<', instant);
  const boxes = await valuesOf(closed, 'id');
  const { gastos } = await demoOperations['/gastosACargo']({ token, id_tienda }, store);
  for (const { id_gasto } of gastos.filter(({ id_caja }) => boxes.includes(id_caja)))
    if (random.chance(answers.paidIn)) {
      const nota = 'En efectivo, al cajón';
      await demoOperations['/consignarGasto']({ token, id_gasto, dia, nota }, store);
    } else if (random.chance(answers.takenOver)) {
      const motivo = 'La compra era de la empresa';
      await demoOperations['/asumirGasto']({ token, id_gasto, motivo }, treasury);
    }
}

/** Results of the cash counts of the stores, in turn; pesos. */
const counts = [
  { missing: 0, nota: '' },
  { missing: 12_000, nota: 'Vueltas de una compra, sin recibo.' },
  { missing: 0, nota: '' },
  { missing: 0, nota: '' },
  { missing: -3_000, nota: 'Sobra un vuelto que nadie reclamó.' },
  { missing: 45_000, nota: 'Falta y no hay explicación.' },
] as const;

/** What a store does in the last working days. @param ago the instant of so many working days ago */
function storeStory(
  calls: Calls,
  store: StoryStore,
  place: number,
  ago: (days: number) => number,
): Action[] {
  const { trx, context, world } = calls;
  const id_tienda = idIn(world.stores, store.key);
  const by = (person: string, days: number, run: (at: ReturnType<typeof context>) => unknown) => {
    const instant = ago(days);
    return { instant, run: async () => run(context(person, instant)) };
  };
  const count = counts[place % counts.length] ?? counts[0];
  let counted = 0;
  const vale = (at: ReturnType<typeof context>) =>
    demoOperations['/darVale'](
      {
        token,
        id_tienda,
        valor: 30_000,
        persona: 'Mensajero Luis Arrieta',
        dia: dateInBogota(at.now()),
        motivo: 'Taxi y copias',
      },
      at,
    );
  return [
    by(store.responsable, 3, async (at) => {
      counted = await countCash(calls, id_tienda, at, count);
    }),
    ...(place % counts.length === 1
      ? [
          by(store.supervisor, 2, async (at) => {
            // While the store claims a payment, nobody settles its count.
            if ((await moneyOnItsWay(trx, id_tienda)).isClaimed) return;
            const settled = { token, id_arqueo: counted, como: 'aCargo' } as const;
            const motivo = 'No hay explicación';
            await demoOperations['/resolverArqueo']({ ...settled, motivo }, at);
          }),
        ]
      : []),
    ...(place % 4 === 2 ? [by(store.responsable, place % 8 === 2 ? 6 : 1, vale)] : []),
    ...(place % 8 === 5
      ? [
          by('admin', 20, (at) =>
            changeBase(
              { pesos: store.base + 400_000, texto: 'Temporada de fin de año' },
              id_tienda,
              at,
            ),
          ),
        ]
      : []),
  ];
}

/** Every action in chronological order. */
export function grownStory(calls: Calls, company: GrownCompany): Action[] {
  const { trx, world, context } = calls;
  const { stores, absences, followedSince, now, calendar } = company;
  const managers = new Map(
    stores.map(({ key, responsable }) => [idIn(world.stores, key), responsable]),
  );
  const [day, first] = [workingDay(calendar), midnightOf(dayOf(followedSince))];
  /** So many working days, and hours, after the payments are followed. */
  const at = (days: number, hours: number): number =>
    addWorkingTime(first, days * day + hours * millisecondsInHour, calendar);
  const ago = (days: number, place: number): number =>
    addWorkingTime(now, -days * day - (place % 20) * 17 * millisecondsInMinute - 1, calendar);
  const batches: number[] = [];
  for (let days = 0; at(days, 1) < now; days += BETWEEN_BATCHES) batches.push(days);
  const payments = batches.flatMap((days, index) => {
    const steps = lastSteps[lastSteps.length - batches.length + index] ?? ALL_STEPS;
    return batchStory(calls, managers, (more, hours) => at(days + more, hours), steps);
  });
  const debts = batches
    .filter((_, index) => index % 3 === 2)
    .flatMap((days) =>
      stores.map((store) => {
        const instant = at(days, 5);
        return { instant, run: () => settleDebts(calls, store, instant) };
      }),
    );
  const delegations = absences.map(({ supervisor, id_delegado, desde, hasta }) => {
    const instant = addWorkingTime(
      momentInBogota(desde, '00:00').getTime(),
      -millisecondsInHour,
      calendar,
    );
    const delegation = { token, id_delegado, desde, hasta };
    const run = () => demoOperations['/delegar'](delegation, context(supervisor, instant));
    return { instant, run };
  });
  const by = { actor: null, now: followedSince };
  return [
    { instant: followedSince, run: () => setSetting(trx, 'control_giros', 'si', by) },
    ...payments,
    ...debts,
    ...delegations,
    ...stores.flatMap((store, place) =>
      storeStory(calls, store, place, (days) => ago(days, place)),
    ),
  ].sort((one, other) => one.instant - other.instant);
}

/** Days of an absence, and from the beginning of one to that of the next. */
const [ABSENT, BETWEEN_ABSENCES] = [6, 14];

/**
 * Absences of supervisors, one after another: the next supervisor decides meanwhile. One supervisor is absent now.
 *
 * @param supervisors with their ids
 */
export function absencesOf(
  supervisors: ReadonlyMap<string, number>,
  { now, days }: { now: number; days: number },
): NamedAbsence[] {
  const all = [...supervisors];
  const slots = Math.floor((days - ABSENT) / BETWEEN_ABSENCES);
  return Array.from({ length: Math.min(slots, 2 * all.length) }, (_, slot): NamedAbsence[] => {
    const [absent, delegate] = [all[(slot + 1) % all.length], all[(slot + 2) % all.length]];
    if (absent === undefined || delegate === undefined || all.length < 2) return [];
    const from = now - (slot * BETWEEN_ABSENCES + 2) * millisecondsInDay;
    const [desde, hasta] = [from, from + (ABSENT - 1) * millisecondsInDay].map(dateInBogota);
    if (desde === undefined || hasta === undefined) return [];
    return [{ supervisor: absent[0], id_delegado: delegate[1], desde, hasta }];
  }).flat();
}

/** Active formats in which a purchase of any value has a category, by id. */
export const formatsWithCategories = (trx: Trx): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('formato_tienda')
      .innerJoin('categoria_gasto', 'categoria_gasto.id_formato', 'formato_tienda.id')
      .select('formato_tienda.id')
      .distinct()
      .where('formato_tienda.active_', '=', 1)
      .where('categoria_gasto.active_', '=', 1)
      .where('categoria_gasto.id', 'not in', reimbursableCategoryIds)
      .orderBy('formato_tienda.id'),
    'id',
  );

/** The categories of a format for purchases of any value. */
export const categoriesOfFormat = (trx: Trx, format: number) =>
  trx
    .selectFrom('categoria_gasto')
    .select(['id', 'nombre', 'mantenimiento'])
    .where('id_formato', '=', format)
    .where('active_', '=', 1)
    .where('id', 'not in', reimbursableCategoryIds)
    .orderBy('id')
    .execute();
