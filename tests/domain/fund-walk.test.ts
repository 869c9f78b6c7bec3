/** Random walk over stores, boxes, payments and debts: the fund adds up to its base after every event. */
import { expect, test } from 'vitest';
import {
  type BoxCase,
  type CaseEvent,
  type CasePayment,
  caseAfter,
  emptyCase,
  paymentAfter,
  waitingPayment,
} from '#machines/domain/case/box-case.ts';
import { dueOf, moneyOf, owedOf, amountsOf } from '#machines/domain/case/box-money.ts';
import { fundOf, type FundedBox, totalOf } from '#machines/domain/fund/fund.ts';
import { lengthOf, seed } from '#tests/kit/full-length.ts';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';

const EVENTS = lengthOf('FUND_EVENTS', { full: 10_000, short: 2_000 });
const base = 1_000_000_00;

const store = { id: 2, profile: 2 } as const;
const accountant = { id: 6, profile: 6 } as const;
const treasurer = { id: 66, profile: 6 } as const;
const decision = { observacion: 'Revisado', id_rechazo: 1 };

interface Store {
  boxes: { box: BoxCase; row: FundedBox; paid: number; isReleased: boolean }[];
  /** What the company took over, on its way to the store. */
  movements: CasePayment[];
  /** Cash of the store, computed independently of the code under test. */
  cash: number;
}

const rowOf = (box: BoxCase): FundedBox => ({
  active: box.active,
  total: totalOf(amountsOf(box)),
  ...moneyOf(box),
});

const newBox = (): Store['boxes'][number] => ({
  box: emptyCase,
  row: rowOf(emptyCase),
  paid: 0,
  isReleased: false,
});

const facts = (valor: number) => ({
  needsMaintenance: false,
  hasReceipt: true,
  recordedBy: store.id,
  categoryIds: [1],
  valor,
  reembolsar: null,
  offeredInvoices: [],
});

test('the fund adds up to its base, and no box is paid more than granted or twice at once', () => {
  const random = seededRandom(seed).next;
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <One>(some: readonly One[]): One | undefined => some[below(some.length)];
  const stores: Store[] = Array.from({ length: 5 }, () => ({
    boxes: [newBox()],
    movements: [],
    cash: base,
  }));
  let ids = 0;
  const taken = new Map<string, number>();

  const take = (one: Store, place: number, event: CaseEvent): BoxCase | null => {
    const entry = one.boxes[place];
    if (entry === undefined) return null;
    const after = caseAfter(entry.box, event);
    if (!after.ok) return null;
    taken.set(event.event.type, (taken.get(event.event.type) ?? 0) + 1);
    entry.box = after.next;
    entry.row = rowOf(after.next);
    return after.next;
  };
  const fireBox = (
    one: Store,
    place: number,
    event: Extract<CaseEvent, { type: 'box' }>['event'],
  ) => take(one, place, { type: 'box', idGasto: null, event });

  /** Records a new expense, or a rejected expense of another box again. */
  const recordIn = (one: Store): void => {
    const open = one.boxes.length - 1;
    const origins = one.boxes.flatMap(({ box }, place) =>
      place === open ? [] : [...box.expenses].map(([id, expense]) => ({ place, id, expense, box })),
    );
    const owed = origins.filter(({ box, expense }) => owedOf(box, expense) > 0);
    const origin = below(3) === 0 ? pick(owed) : undefined;
    const valor = (1 + below(900)) * 100_00;
    ids += 1;
    const event = { type: 'EXPENSE.RECORD', actor: store, facts: facts(valor) } as const;
    take(one, open, { type: 'record', idGasto: ids, event });
    one.cash -= valor;
    if (origin === undefined) return;
    const salda = Math.min(valor, owedOf(origin.box, origin.expense));
    const again = { type: 'OWED.RECORDED_AGAIN', actor: store, gasto: ids, salda } as const;
    take(one, origin.place, { type: 'owed', idGasto: origin.id, event: again });
    // The cash was spent only once, with the first recording.
    one.cash += salda;
  };

  const decide = (one: Store, place: number, box: BoxCase): void => {
    for (const [idGasto, { estado }] of box.expenses) {
      const rejects = below(4) === 0;
      const own = { actor: { id: 3, profile: 3 as const }, ...decision };
      if (box.active === 2 && estado === 1)
        take(one, place, {
          type: 'expense',
          idGasto,
          event: rejects
            ? { type: 'SUPERVISOR.REJECT', ...own }
            : { type: 'SUPERVISOR.APPROVE', reembolsar: null, ...own },
        });
      if (box.active === 9 && estado === 3)
        take(one, place, {
          type: 'expense',
          idGasto,
          event: { type: 'ACCOUNTING.REJECT', actor: accountant, ...decision, desglose: null },
        });
      if (box.active === 4 && estado === 3)
        take(one, place, {
          type: 'expense',
          idGasto,
          event: {
            type: rejects ? 'FINAL.REJECT' : 'FINAL.APPROVE',
            actor: accountant,
            ...decision,
          },
        });
    }
  };

  /** Advances a box or its payment. */
  const moveOn = (one: Store, place: number): void => {
    const entry = one.boxes[place];
    if (entry === undefined) return;
    const { box } = entry;
    decide(one, place, box);
    if (box.active === 0 && box.expenses.size > 0) {
      if (fireBox(one, place, { type: 'BOX.SEND', actor: store }) !== null)
        one.boxes.push(newBox());
      return;
    }
    fireBox(one, place, { type: 'BOX.SEND_SUPERVISOR', actor: { id: 3, profile: 3 } });
    // Skips the first pass, which needs itemisations that this walk does not test.
    if (entry.box.active === 9) {
      entry.box = { ...entry.box, active: 4 };
      entry.row = rowOf(entry.box);
    }
    fireBox(one, place, { type: 'BOX.PAPERS_RECEIVED', actor: accountant });
    fireBox(one, place, { type: 'BOX.SEND_FINAL', actor: accountant, seguida: below(5) > 0 });
    for (let step = 0; step < 4; step += 1) payOn(one, place);
    settle(one, place);
    if (entry.box.active !== 5 || entry.box.seguida === 1 || entry.isReleased) return;
    entry.isReleased = true;
    const elsewhere = [...entry.box.expenses.values()].reduce(
      (sum, { saldado = 0 }) => sum + saldado,
      0,
    );
    one.cash += totalOf(amountsOf(entry.box)) - elsewhere;
  };

  const payOn = (one: Store, place: number): void => {
    const entry = one.boxes[place];
    const payment = entry?.box.payment;
    if (!entry || !payment) return;
    const { granted } = payment.context;
    const amount = below(10) === 0 ? granted + 1 : granted;
    const events = [
      {
        type: 'PAYMENT.PREPARE',
        actor: accountant,
        lote: 1,
        valor: amount,
        via: 'efectivo',
        cuenta: null,
      },
      { type: 'PAYMENT.AUTHORISE', actor: below(2) === 0 ? accountant : treasurer },
      { type: 'PAYMENT.TAKE_OUT', actor: accountant },
      { type: 'PAYMENT.SEND', actor: accountant },
      { type: 'PAYMENT.CONFIRM', actor: accountant, dia: '2026-06-17', referencia: '1' },
      { type: 'PAYMENT.CONFIRM', actor: accountant, dia: '2026-06-17', referencia: '1' },
      { type: 'PAYMENT.RETURN', actor: accountant, motivo: 'Cuenta cerrada' },
      { type: 'PAYMENT.CLAIM', actor: store, nota: 'No llegó' },
      { type: 'PAYMENT.RECEIVE', actor: store },
    ] as const;
    const event = pick(events);
    if (event === undefined) return;
    const after = take(one, place, { type: 'payment', idGasto: null, event });
    if (!after?.payment) return;
    if (event.type === 'PAYMENT.PREPARE') expect(event.valor).toBeLessThanOrEqual(granted);
    // Only the first confirmation brings cash: a claim is no movement of it, and what was confirmed stays here.
    if (event.type !== 'PAYMENT.CONFIRM' || entry.paid > 0) return;
    one.cash += granted;
    entry.paid = granted;
  };

  /** A step of the payment of what the company took over. */
  const bring = (one: Store): void => {
    const place = below(one.movements.length);
    const before = one.movements[place];
    if (before === undefined) return;
    const { granted } = before.context;
    const event = pick([
      {
        type: 'PAYMENT.PREPARE',
        actor: accountant,
        lote: 1,
        valor: granted,
        via: 'efectivo',
        cuenta: null,
      },
      { type: 'PAYMENT.AUTHORISE', actor: treasurer },
      { type: 'PAYMENT.SEND', actor: accountant },
      { type: 'PAYMENT.CONFIRM', actor: accountant, dia: '2026-06-17', referencia: '2' },
      { type: 'PAYMENT.CLAIM', actor: store, nota: 'No llegó' },
    ] as const);
    const after = event && paymentAfter(before, event);
    if (!after?.ok) return;
    one.movements[place] = after.next;
    if (event?.type === 'PAYMENT.CONFIRM' && before.context.confirmed === null) one.cash += granted;
    taken.set(`movement ${event?.type}`, (taken.get(`movement ${event?.type}`) ?? 0) + 1);
  };

  const settle = (one: Store, place: number): void => {
    const { box } = one.boxes[place] ?? { box: emptyCase };
    const expense = pick([...box.expenses]);
    if (expense === undefined || below(4) > 0) return;
    const owed = owedOf(box, expense[1]);
    const event =
      below(2) === 0
        ? ({ type: 'OWED.PAID_IN', actor: store, dia: '2026-06-17', nota: 'En el cajón' } as const)
        : ({ type: 'OWED.TAKEN_OVER', actor: accountant, motivo: 'Se perdió' } as const);
    const after = take(one, place, { type: 'owed', idGasto: expense[0], event });
    if (after === null) return;
    // Taking over brings no cash: a payment of its own does.
    if (event.type === 'OWED.PAID_IN') one.cash += owed;
    else one.movements.push(waitingPayment(owed));
  };

  for (let count = 0; count < EVENTS; count += 1) {
    const one = pick(stores);
    if (one === undefined) break;
    if (below(2) === 0) recordIn(one);
    else if (below(4) === 0) bring(one);
    else moveOn(one, one.boxes.length - 1 - below(Math.min(6, one.boxes.length)));
    const fund = fundOf(base, [
      ...one.boxes.map(({ row }) => row),
      ...one.movements.map((payment) => ({ active: 5, total: 0, ...dueOf(payment) })),
    ]);
    const { current, enProceso, porGirar, aCargo, disponible } = fund;
    expect(disponible + current + enProceso + porGirar + aCargo).toBe(base);
    expect(Math.min(current, enProceso, porGirar, aCargo)).toBeGreaterThanOrEqual(0);
    expect(disponible).toBe(one.cash);
  }
  const types = [
    'PREPARE',
    'AUTHORISE',
    'TAKE_OUT',
    'SEND',
    'CONFIRM',
    'RETURN',
    'CLAIM',
    'RECEIVE',
  ];
  const seldom = (type: string) => (taken.get(`PAYMENT.${type}`) ?? 0) < EVENTS / 1_000;
  expect(types.filter(seldom)).toEqual([]);
  expect([...taken.keys()].filter((type) => type.startsWith('OWED.'))).toHaveLength(3);
  expect(taken.get('movement PAYMENT.CONFIRM')).toBeGreaterThan(0);
});
