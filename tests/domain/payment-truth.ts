/**
 * The machines of payments and debts as handwritten tables. Any event outside them must be refused without a change.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import type { Only } from './expense-truth.ts';

const profiles = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** An event in a state: the profiles that may send it, its target, a valid payload and refused ones. */
export interface Row {
  from: string;
  type: string;
  by: readonly number[];
  to: string;
  context: object;
  payload: object;
  /** Context after the event; if absent, it is unchanged. */
  after?: object;
  /** Other payloads and contexts, each refused by one guard. */
  refused?: readonly {
    payload?: object;
    context?: object;
    actor?: number;
    /** Absent: the first profile of the row. */
    profile?: number;
    by: string;
  }[];
  /** The guard of the profiles; by default that of accounting or of the store. */
  asks?: string;
}

const unconfirmed = { confirmed: null, proposal: null };
const waiting = {
  granted: 90_000_00,
  preparedBy: null,
  account: null,
  currentAccount: 5,
  ...unconfirmed,
};
const prepared = {
  granted: 90_000_00,
  preparedBy: 7,
  account: 5,
  currentAccount: 5,
  ...unconfirmed,
  notBefore: '2026-06-16',
};
const otherAccount = { context: { ...prepared, currentAccount: 6 }, by: 'accountIsUnchanged' };
const noAccount = { context: { ...prepared, currentAccount: null }, by: 'accountIsUnchanged' };
/** Account 5: proposed by user 30, confirmed by user 31 in the last 24 hours, and before that. */
const until = Date.UTC(2026, 5, 18);
const justConfirmed = { proposed: 30, confirmed: 31, until };
const longConfirmed = { proposed: 30, confirmed: 31, until: null };
const withFreshRights = (context: object) => ({
  context: { ...context, until },
  by: 'rightsAreSettled',
});
const preparation = { lote: 1, valor: 90_000_00, via: 'transferencia', cuenta: 5 };

const first = { dia: '2026-06-16', referencia: '4470' };
const second = { dia: '2026-06-17', referencia: '4471' };
const confirmed = { ...prepared, confirmed: first };
/** A proposed return, by user 8. */
const proposed = (from: string) => ({ ...confirmed, proposal: { by: 8, from } });
const withoutDay = { payload: { dia: '', referencia: '4471' }, by: 'dayIsGiven' };
const tooEarly = { payload: { ...second, dia: '2026-06-15' }, by: 'dayIsNotTooEarly' };
const withoutReference = { payload: { ...second, referencia: ' ' }, by: 'referenceIsGiven' };

const confirming = (from: string, context: object): Row => ({
  from,
  type: 'PAYMENT.CONFIRM',
  by: [6],
  to: 'paid',
  context,
  payload: second,
  after: { ...prepared, confirmed: second },
  refused: [withoutDay, tooEarly, withoutReference],
});

const returning = (from: string): Row => ({
  from,
  type: 'PAYMENT.RETURN',
  by: [6],
  to: 'waiting',
  context: prepared,
  payload: { motivo: 'Cuenta cerrada' },
  after: { ...prepared, preparedBy: null, account: null },
  refused: [
    { payload: { motivo: '  ' }, by: 'reasonIsGiven' },
    { context: confirmed, by: 'wasNeverConfirmed' },
  ],
});

const takingOut = (from: string): Row => ({
  from,
  type: 'PAYMENT.TAKE_OUT',
  by: [6],
  to: 'waiting',
  context: prepared,
  payload: {},
  after: { ...prepared, preparedBy: null, account: null },
});

const receiving = (from: string, context: object): Row => ({
  from,
  type: 'PAYMENT.RECEIVE',
  by: [2, 4],
  to: 'received',
  context,
  payload: {},
  after: confirmed,
});

const correcting = (from: string, context: object): Row => ({
  from,
  type: 'PAYMENT.CORRECT',
  by: [6],
  to: from,
  context,
  payload: second,
  after: { ...context, confirmed: second },
  refused: [withoutDay, tooEarly, withoutReference, { payload: first, by: 'confirmationChanges' }],
});

const proposing = (from: string): Row => ({
  from,
  type: 'PAYMENT.PROPOSE_RETURN',
  by: [6],
  to: 'returnProposed',
  context: confirmed,
  payload: { motivo: 'El banco lo devolvió' },
  after: { ...confirmed, proposal: { by: 100, from } },
  refused: [{ payload: { motivo: ' ' }, by: 'reasonIsGiven' }],
});

const byProposer = { actor: 8, by: 'actorDidNotPropose' };

const refusing = (to: string): Row => ({
  from: 'returnProposed',
  type: 'PAYMENT.REFUSE_RETURN',
  by: [6],
  to,
  payload: {},
  context: proposed(to),
  after: confirmed,
  refused: [byProposer],
});

export const paymentRows: readonly Row[] = [
  {
    from: 'waiting',
    type: 'PAYMENT.PREPARE',
    by: [6],
    to: 'prepared',
    context: waiting,
    payload: preparation,
    after: { ...waiting, preparedBy: 100, account: 5 },
    refused: [
      {
        context: { ...waiting, accountPeople: longConfirmed },
        actor: 30,
        by: 'actorDidNotProposeAccount',
      },
      {
        context: { ...waiting, accountPeople: longConfirmed },
        actor: 31,
        by: 'actorDidNotConfirmAccount',
      },
      { context: { ...waiting, takenOverBy: 30 }, actor: 30, by: 'actorDidNotTakeOver' },
      { payload: { ...preparation, valor: 90_000_01 }, by: 'amountIsGranted' },
      { payload: { ...preparation, valor: 0 }, by: 'amountIsGranted' },
      { context: { ...waiting, granted: 0 }, by: 'amountIsGranted' },
    ],
  },
  {
    from: 'waiting',
    type: 'PAYMENT.KEEP_BACK',
    by: [6],
    to: 'waiting',
    context: waiting,
    payload: { valor: 30_000_00, movimiento: 4 },
    after: { ...waiting, granted: 60_000_00 },
    refused: [
      { payload: { valor: 90_000_01, movimiento: 4 }, by: 'keptIsGranted' },
      { payload: { valor: 0, movimiento: 4 }, by: 'keptIsGranted' },
    ],
  },
  {
    from: 'waiting',
    type: 'PAYMENT.KEEP_BACK',
    by: [6],
    to: 'keptBack',
    context: waiting,
    payload: { valor: 90_000_00, movimiento: 4 },
    after: { ...waiting, granted: 0 },
    refused: [
      {
        context: { ...waiting, granted: 0 },
        payload: { valor: 0, movimiento: 4 },
        by: 'keptIsGranted',
      },
    ],
  },
  {
    from: 'prepared',
    type: 'PAYMENT.AUTHORISE',
    by: [6],
    to: 'authorised',
    context: { ...prepared, until: null, accountPeople: longConfirmed },
    payload: {},
    refused: [
      { actor: 7, by: 'actorDidNotPrepare' },
      otherAccount,
      noAccount,
      withFreshRights(prepared),
      {
        context: { ...prepared, accountPeople: longConfirmed },
        actor: 30,
        by: 'actorDidNotProposeAccount',
      },
      {
        context: { ...prepared, accountPeople: justConfirmed },
        actor: 31,
        by: 'accountIsSettled',
      },
    ],
  },
  takingOut('prepared'),
  {
    from: 'authorised',
    type: 'PAYMENT.SEND',
    by: [6],
    to: 'sent',
    context: prepared,
    payload: {},
    refused: [otherAccount, noAccount],
  },
  takingOut('authorised'),
  confirming('sent', prepared),
  returning('sent'),
  receiving('paid', confirmed),
  {
    from: 'paid',
    type: 'PAYMENT.CLAIM',
    by: [2, 4],
    to: 'claimed',
    context: confirmed,
    payload: { nota: 'No está en el extracto' },
    refused: [{ payload: { nota: ' ' }, by: 'noteIsGiven' }],
  },
  correcting('paid', confirmed),
  proposing('paid'),
  confirming('claimed', confirmed),
  // Logs of before two people were needed contain it.
  returning('claimed'),
  receiving('claimed', confirmed),
  correcting('claimed', confirmed),
  proposing('claimed'),
  correcting('received', confirmed),
  proposing('received'),
  {
    from: 'returnProposed',
    type: 'PAYMENT.AGREE_RETURN',
    by: [6],
    to: 'waiting',
    context: proposed('received'),
    payload: {},
    refused: [byProposer, withFreshRights(proposed('received'))],
    after: { ...prepared, preparedBy: null, account: null },
  },
  refusing('paid'),
  refusing('claimed'),
  refusing('received'),
  receiving('returnProposed', proposed('paid')),
  correcting('returnProposed', proposed('claimed')),
];

const owed = { owed: 10_000_00, isClosed: true };
const settled = { owed: 0, isClosed: true };
const onItsWay = { context: { ...owed, isClosed: false }, by: 'boxIsClosed' };

export const owedRows: readonly Row[] = [
  {
    from: 'owed',
    type: 'OWED.RECORDED_AGAIN',
    by: [2, 4],
    to: 'settled',
    context: owed,
    payload: { gasto: 9, salda: 10_000_00 },
    after: settled,
  },
  {
    from: 'owed',
    type: 'OWED.RECORDED_AGAIN',
    by: [2, 4],
    to: 'owed',
    context: owed,
    payload: { gasto: 9, salda: 8_000_00 },
    after: { ...owed, owed: 2_000_00 },
  },
  {
    from: 'owed',
    type: 'OWED.RECORDING_REMOVED',
    by: [2, 4],
    to: 'owed',
    context: owed,
    payload: { gasto: 9, salda: 5_000_00 },
    after: { ...owed, owed: 15_000_00 },
  },
  {
    from: 'settled',
    type: 'OWED.RECORDING_REMOVED',
    by: [2, 4],
    to: 'owed',
    context: settled,
    payload: { gasto: 9, salda: 5_000_00 },
    after: { ...settled, owed: 5_000_00 },
    refused: [{ context: { owed: 0, isClosed: false, countsAsPaid: true }, by: 'boxIsNotPaid' }],
  },
  {
    from: 'owed',
    type: 'OWED.PAID_IN',
    by: [2, 4, 6],
    to: 'settled',
    context: owed,
    payload: { dia: '2026-06-17', nota: 'En el cajón' },
    after: settled,
    refused: [
      onItsWay,
      // Accounting names the debtor; a store does not.
      {
        context: { ...owed, debtor: 2 },
        profile: 6,
        by: 'debtorIsNamed',
      },
      {
        context: { ...owed, debtor: 2 },
        payload: { dia: '2026-06-17', nota: 'Por nómina', deudor: 3 },
        profile: 6,
        by: 'debtorIsNamed',
      },
      { payload: { dia: '', nota: 'En el cajón' }, by: 'dayIsGiven' },
      { payload: { dia: '2026-06-17', nota: ' ' }, by: 'noteIsGiven' },
    ],
  },
  {
    from: 'owed',
    type: 'OWED.TAKEN_OVER',
    by: [6],
    to: 'settled',
    context: owed,
    payload: { motivo: 'Se perdió' },
    after: settled,
    refused: [onItsWay, { payload: { motivo: '' }, by: 'reasonIsGiven' }],
  },
];

/** A row of a batch: the states of its payments before the event, those that it changes, and those after it. */
const batchRow = (
  type: string,
  [from, payments]: readonly [string, object],
  moves: object,
  [to, after]: readonly [string, object],
  by: readonly number[] = [6],
): Row => ({
  type: `BATCH.${type}`,
  from,
  to,
  by,
  context: { payments },
  payload: { moves },
  after: { payments: after },
  // Also where the batch would become what it becomes with a choice.
  refused: [{ payments }, { payments: after }].map((context) => ({
    context,
    payload: { moves: {} },
    by: 'paymentsAreChosen',
  })),
});

const stores = [2, 4];

export const batchRows: readonly Row[] = [
  batchRow('AUTHORISE', ['prepared', { 1: 'prepared', 2: 'authorised' }], { 1: 'authorised' }, [
    'authorised',
    { 1: 'authorised', 2: 'authorised' },
  ]),
  batchRow('AUTHORISE', ['prepared', { 1: 'prepared', 2: 'prepared' }], { 1: 'authorised' }, [
    'prepared',
    { 1: 'authorised', 2: 'prepared' },
  ]),
  batchRow('TAKE_OUT', ['prepared', { 1: 'prepared', 2: 'authorised' }], { 1: 'waiting' }, [
    'authorised',
    { 2: 'authorised' },
  ]),
  batchRow('TAKE_OUT', ['prepared', { 1: 'prepared', 2: 'authorised' }], { 2: 'waiting' }, [
    'prepared',
    { 1: 'prepared' },
  ]),
  batchRow('TAKE_OUT', ['prepared', { 1: 'prepared' }], { 1: 'waiting' }, ['closed', {}]),
  {
    ...batchRow(
      'SEND',
      ['authorised', { 1: 'authorised', 2: 'authorised' }],
      { 1: 'sent', 2: 'sent' },
      ['sent', { 1: 'sent', 2: 'sent' }],
    ),
    refused: [{ payload: { moves: { 1: 'sent' } }, by: 'everyPaymentIsSent' }],
  },
  batchRow('TAKE_OUT', ['authorised', { 1: 'authorised', 2: 'authorised' }], { 1: 'waiting' }, [
    'authorised',
    { 2: 'authorised' },
  ]),
  batchRow('TAKE_OUT', ['authorised', { 1: 'authorised' }], { 1: 'waiting' }, ['closed', {}]),
  batchRow('CONFIRM', ['sent', { 1: 'sent', 2: 'sent' }], { 1: 'paid', 2: 'paid' }, [
    'closed',
    { 1: 'paid', 2: 'paid' },
  ]),
  batchRow('CONFIRM', ['sent', { 1: 'sent', 2: 'sent' }], { 1: 'paid' }, [
    'confirmedInPart',
    { 1: 'paid', 2: 'sent' },
  ]),
  batchRow('RETURN', ['sent', { 1: 'sent', 2: 'sent' }], { 1: 'waiting' }, ['sent', { 2: 'sent' }]),
  batchRow('RETURN', ['sent', { 1: 'sent' }], { 1: 'waiting' }, ['closed', {}]),
  batchRow('CONFIRM', ['confirmedInPart', { 1: 'claimed', 2: 'received' }], { 1: 'paid' }, [
    'closed',
    { 1: 'paid', 2: 'received' },
  ]),
  batchRow('CONFIRM', ['confirmedInPart', { 1: 'sent', 2: 'sent', 3: 'paid' }], { 1: 'paid' }, [
    'confirmedInPart',
    { 1: 'paid', 2: 'sent', 3: 'paid' },
  ]),
  batchRow('RETURN', ['confirmedInPart', { 1: 'sent', 2: 'paid' }], { 1: 'waiting' }, [
    'closed',
    { 2: 'paid' },
  ]),
  batchRow('RETURN', ['confirmedInPart', { 1: 'sent', 2: 'claimed' }], { 1: 'waiting' }, [
    'confirmedInPart',
    { 2: 'claimed' },
  ]),
  batchRow('CORRECT', ['confirmedInPart', { 1: 'paid', 2: 'sent' }], { 1: 'paid' }, [
    'confirmedInPart',
    { 1: 'paid', 2: 'sent' },
  ]),
  batchRow(
    'PROPOSE_RETURN',
    ['confirmedInPart', { 1: 'paid', 2: 'sent' }],
    { 1: 'returnProposed' },
    ['confirmedInPart', { 1: 'returnProposed', 2: 'sent' }],
  ),
  batchRow(
    'AGREE_RETURN',
    ['confirmedInPart', { 1: 'returnProposed', 2: 'paid' }],
    { 1: 'waiting' },
    ['closed', { 2: 'paid' }],
  ),
  batchRow(
    'AGREE_RETURN',
    ['confirmedInPart', { 1: 'returnProposed', 2: 'sent' }],
    { 1: 'waiting' },
    ['sent', { 2: 'sent' }],
  ),
  batchRow(
    'AGREE_RETURN',
    ['confirmedInPart', { 1: 'returnProposed', 2: 'sent', 3: 'paid' }],
    { 1: 'waiting' },
    ['confirmedInPart', { 2: 'sent', 3: 'paid' }],
  ),
  batchRow('REFUSE_RETURN', ['confirmedInPart', { 1: 'returnProposed' }], { 1: 'received' }, [
    'closed',
    { 1: 'received' },
  ]),
  batchRow('REFUSE_RETURN', ['confirmedInPart', { 1: 'returnProposed' }], { 1: 'claimed' }, [
    'confirmedInPart',
    { 1: 'claimed' },
  ]),
  batchRow(
    'RECEIVE',
    ['confirmedInPart', { 1: 'claimed', 2: 'paid' }],
    { 1: 'received' },
    ['closed', { 1: 'received', 2: 'paid' }],
    stores,
  ),
  batchRow(
    'RECEIVE',
    ['confirmedInPart', { 1: 'paid', 2: 'sent' }],
    { 1: 'received' },
    ['confirmedInPart', { 1: 'received', 2: 'sent' }],
    stores,
  ),
  batchRow(
    'CLAIM',
    ['confirmedInPart', { 1: 'paid', 2: 'sent' }],
    { 1: 'claimed' },
    ['confirmedInPart', { 1: 'claimed', 2: 'sent' }],
    stores,
  ),
  batchRow('CORRECT', ['closed', { 1: 'paid' }], { 1: 'paid' }, ['closed', { 1: 'paid' }]),
  batchRow('PROPOSE_RETURN', ['closed', { 1: 'received', 2: 'paid' }], { 1: 'returnProposed' }, [
    'confirmedInPart',
    { 1: 'returnProposed', 2: 'paid' },
  ]),
  batchRow(
    'RECEIVE',
    ['closed', { 1: 'paid', 2: 'paid' }],
    { 1: 'received' },
    ['closed', { 1: 'received', 2: 'paid' }],
    stores,
  ),
  batchRow(
    'CLAIM',
    ['closed', { 1: 'paid', 2: 'paid' }],
    { 1: 'claimed' },
    ['confirmedInPart', { 1: 'claimed', 2: 'paid' }],
    stores,
  ),
];

/** Of a decrease, and of a debt of user 2. */
const asked = { valor: 30_000_00, debtor: null, disponible: 30_000_00 };
const debt = { valor: 30_000_00, debtor: 2, disponible: 0 };
const deposit = { dia: '2026-06-17', referencia: '4471', deudor: null };
const undated = { payload: { ...deposit, dia: '', deudor: 2 }, by: 'dayIsGiven' };
const unreferenced = {
  payload: { ...deposit, referencia: ' ', deudor: 2 },
  by: 'referenceIsGiven',
};

/** A store that begins: 300.000 in the drawer, boxes 11 and 12 under way, the rest of 1.000.000 is to be brought. */
const begins = {
  valor: 1_000_000_00,
  debtor: 2,
  disponible: 0,
  begins: { isActive: true, isUntouched: true, custodian: 2, today: '2026-06-17' },
};
const boxes = [
  { numero: 11, valor: 200_000_00, dia: '2026-06-10' },
  { numero: 12, valor: 250_000_00, dia: '2026-06-17' },
];
const opening = {
  base: 1_000_000_00,
  efectivo: 300_000_00,
  debe: 50_000_00,
  sinRegistrar: 80_000_00,
  siguiente: 13,
  boxes,
};
const notBegun = (change: object, by: string) => ({
  context: { ...begins, begins: { ...begins.begins, ...change } },
  by,
});
const opened = (change: object, by: string) => ({
  payload: { opening: { ...opening, ...change } },
  by,
});

/** Of an opening that nothing followed, and of one of its boxes. */
const fresh = { valor: 250_000_00, debtor: null, disponible: 0, followedBy: [] };
const earlier = { ...fresh, isEarlierBox: true, isPrepared: false };

/** What an opening wrote is taken back. */
const takenBack = (from: string): Row => ({
  from,
  type: 'MOVEMENT.TAKE_BACK',
  by: [1],
  to: 'takenBack',
  context: fresh,
  payload: { motivo: 'Era otra tienda' },
  refused: [
    { context: { ...fresh, followedBy: ['un gasto'] }, by: 'nothingFollowed' },
    { context: { valor: 1, debtor: null, disponible: 0 }, by: 'isOfOpening' },
    { payload: { motivo: ' ' }, by: 'reasonIsGiven' },
  ],
});

const granted = (valor: number, to: string, after: object): Row => ({
  from: 'toPay',
  type: 'MOVEMENT.GRANT_LESS',
  by: [6],
  to,
  context: earlier,
  payload: { valor, motivo: 'Faltaba un soporte' },
  after,
  refused: [
    { payload: { valor: 250_000_00, motivo: 'No' }, by: 'grantsLess' },
    { context: { ...earlier, isEarlierBox: false }, by: 'isEarlierBox' },
    { context: { ...earlier, isPrepared: true }, by: 'isNotPrepared' },
    { payload: { valor, motivo: ' ' }, by: 'reasonIsGiven' },
  ],
});

export const movementRows: readonly Row[] = [
  {
    from: 'unopened',
    type: 'MOVEMENT.OPEN',
    by: [1],
    to: 'done',
    context: begins,
    payload: { opening },
    refused: [
      notBegun({ isActive: false }, 'storeIsActive'),
      notBegun({ isUntouched: false }, 'fundIsUntouched'),
      notBegun({ custodian: null }, 'somebodyIsInCharge'),
      // 880.000 are in the drawer and out of it.
      opened({ base: 879_999_99 }, 'baseCoversIt'),
      opened({ siguiente: 12 }, 'numbersAreEarlier'),
      opened({ boxes: boxes.map((box) => ({ ...box, numero: 11 })) }, 'numbersAreEarlier'),
      notBegun({ today: '2026-06-16' }, 'daysArePast'),
    ],
  },
  {
    from: 'unopened',
    type: 'MOVEMENT.OPEN',
    by: [1],
    to: 'done',
    context: begins,
    payload: { opening: { ...opening, base: 880_000_00 } },
  },
  takenBack('done'),
  takenBack('toPay'),
  takenBack('owed'),
  granted(249_999_99, 'toPay', { ...earlier, valor: 249_999_99 }),
  granted(0, 'owed', earlier),
  {
    from: 'asked',
    type: 'MOVEMENT.PAY_IN',
    by: [2, 4, 6],
    to: 'paidIn',
    context: asked,
    payload: deposit,
    refused: [
      { context: { ...asked, disponible: 29_999_99 }, by: 'cashCoversIt' },
      undated,
      unreferenced,
    ],
  },
  {
    from: 'asked',
    type: 'MOVEMENT.KEEP_BACK',
    by: [6],
    to: 'keptBack',
    context: asked,
    payload: {},
  },
  {
    from: 'asked',
    type: 'MOVEMENT.CANCEL',
    by: [1],
    to: 'cancelled',
    context: asked,
    payload: {},
  },
  {
    from: 'owed',
    type: 'MOVEMENT.PAY_IN',
    by: [2, 4, 6],
    to: 'paidIn',
    context: debt,
    payload: { ...deposit, deudor: 2 },
    refused: [
      { payload: deposit, profile: 6, by: 'debtorIsNamed' },
      { payload: { ...deposit, deudor: 3 }, profile: 6, by: 'debtorIsNamed' },
      undated,
      unreferenced,
    ],
  },
  {
    from: 'owed',
    type: 'MOVEMENT.TAKE_OVER',
    by: [6],
    to: 'takenOver',
    context: debt,
    payload: { motivo: 'Lo robaron' },
    refused: [{ payload: { motivo: ' ' }, by: 'reasonIsGiven' }],
  },
];

/** States without an event: nothing leaves them. */
export const endsOfMovements = [
  'toPay',
  'done',
  'paidIn',
  'keptBack',
  'takenOver',
  'cancelled',
  'takenBack',
];

interface Case {
  title: string;
  snapshot: AnyMachineSnapshot;
  event: { type: string; actor: { id: number; profile: number } };
  to: string | null;
  after: object;
  /** The guards that refuse it. */
  by: readonly string[];
}

/** The guard of the profile of a row. */
const guardOfProfile = ({ by, asks }: Row): string =>
  asks ??
  { '1': 'actorIsAdministrator', '6': 'actorIsAccounting', '2,4,6': 'actorPaysIn' }[by.join()] ??
  (by.includes(6) ? 'actorIsAccounting' : 'actorIsStore');

function* casesOf(machine: AnyStateMachine, rows: readonly Row[], only?: Only): Generator<Case> {
  const states = [...new Set(rows.flatMap(({ from, to }) => [from, to]))];
  for (const row of rows) {
    const event = (profile: number, payload: object = row.payload, id = 100) => ({
      type: row.type,
      actor: { id, profile },
      ...payload,
    });
    const made = (title: string, state: string, context: object): Omit<Case, 'event' | 'by'> => ({
      title: `${state} ${row.type}: ${title}`,
      snapshot: machine.resolveState({ value: state, context }),
      to: null,
      after: context,
    });
    if (only !== undefined && only.event !== row.type) continue;
    for (const state of states) {
      if (rows.some(({ from, type }) => from === state && type === row.type)) continue;
      const [profile = 0] = row.by;
      const by = ['stateAllows'];
      yield { ...made('elsewhere', state, row.context), event: event(profile), by };
    }
    if (only !== undefined && only.state !== row.from) continue;
    for (const profile of profiles) {
      const isAllowed = row.by.includes(profile);
      yield {
        ...made(`by ${profile}`, row.from, row.context),
        event: event(profile),
        ...(isAllowed && { to: row.to, after: row.after ?? row.context }),
        by: isAllowed ? [] : [guardOfProfile(row)],
      };
    }
    for (const {
      payload,
      context = row.context,
      actor,
      profile = row.by[0] ?? 0,
      by,
    } of row.refused ?? []) {
      yield { ...made(by, row.from, context), event: event(profile, payload, actor), by: [by] };
    }
  }
}

/** Yields each difference between a machine and its table. */
export const mismatchesOf = (rows: readonly Row[]) =>
  function* mismatches(machine: AnyStateMachine, only?: Only): Generator<string> {
    for (const { title, snapshot, event, to, after } of casesOf(machine, rows, only)) {
      if (snapshot.can(event) !== (to !== null))
        yield `${title}: ${to === null ? 'taken' : 'refused'}`;
      const [next] = transition(machine, snapshot, event);
      const [was, is] = [
        JSON.stringify([to ?? snapshot.value, after]),
        JSON.stringify([next.value, next.context]),
      ];
      if (was !== is) yield `${title}: became ${is} instead of ${was}`;
    }
  };

/** Yields each difference between the explained reasons and the table. */
export function* reasonMismatchesOf(
  machine: AnyStateMachine,
  rows: readonly Row[],
  explain: (snapshot: AnyMachineSnapshot, event: never) => { guardia: string }[],
): Generator<string> {
  for (const { title, snapshot, event, by } of casesOf(machine, rows)) {
    // The event of a row belongs to the explained machine.
    const given = explain(snapshot, event as never).map(({ guardia }) => guardia);
    if (given.join() !== by.join()) yield `${title}: [${given}] instead of [${by}]`;
  }
}
