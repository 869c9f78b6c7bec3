/**
 * What each event of an expense may carry, and which guards refuse it: the first payload of every
 * event is faultless.
 */
import type { ExpenseContext, ExpenseEventType } from '#machines/domain/expense.machine.ts';

export interface ExpensePayload {
  name: string;
  event: Record<string, unknown>;
  context?: Partial<ExpenseContext>;
  refusedBy: readonly string[];
  /** What an accepted event writes into the context. */
  keeps?: Partial<ExpenseContext>;
}

type Payloads = readonly [ExpensePayload, ...ExpensePayload[]];

const bare: Payloads = [{ name: 'bare', event: {}, refusedBy: [] }];

const ok = { observacion: 'Revisado', id_rechazo: null };
const silent = { observacion: '', id_rechazo: null };
const blank = { observacion: ' \n\t ', id_rechazo: null };
const reasoned = { observacion: 'No corresponde', id_rechazo: 1 };
const reasonedInSilence = { observacion: '   ', id_rechazo: 1 };

/** An approval or a rejection that carries nothing else; `observation` is the guard of its stage. */
const approvals = (observation: string): Payloads => [
  { name: 'observation', event: ok, refusedBy: [] },
  { name: 'observation and a needless reason', event: reasoned, refusedBy: [] },
  { name: 'no observation', event: silent, refusedBy: [observation] },
  { name: 'blank observation', event: blank, refusedBy: [observation] },
];

const rejections = (observation: string): Payloads => [
  { name: 'reason and observation', event: reasoned, refusedBy: [] },
  { name: 'no reason', event: ok, refusedBy: ['reasonIsGiven'] },
  { name: 'blank observation', event: reasonedInSilence, refusedBy: [observation] },
  { name: 'neither', event: silent, refusedBy: ['reasonIsGiven', observation] },
];

const reimbursing = (
  name: string,
  reembolsar: number,
  categoryIds: number[],
  refusedBy: string[],
): ExpensePayload => ({
  name,
  event: { ...ok, reembolsar },
  context: { categoryIds },
  refusedBy,
  keeps: { reembolsar },
});

const noReimbursement = { reembolsar: null };

const supervisorApprovals: Payloads = [
  {
    name: 'whole value',
    event: { ...ok, reembolsar: null },
    refusedBy: [],
    keeps: noReimbursement,
  },
  {
    name: 'no observation',
    event: { ...silent, reembolsar: null },
    refusedBy: ['observationIsGiven'],
  },
  {
    name: 'blank observation',
    event: { ...blank, reembolsar: null },
    refusedBy: ['observationIsGiven'],
  },
  reimbursing('nothing of 16', 0, [16], []),
  reimbursing('15000 of 16', 15_000_00, [16], []),
  reimbursing('15000 of 36', 15_000_00, [36], []),
  reimbursing('15000 of 55', 15_000_00, [55], []),
  reimbursing('15000 of 67', 15_000_00, [67], []),
  reimbursing('15000 of 89', 15_000_00, [89], []),
  reimbursing('15000 of 108', 15_000_00, [108], []),
  reimbursing('15000.01 of 16', 15_000_01, [16], ['reimbursementIsWithinCap']),
  reimbursing('15000 of 15', 15_000_00, [15], ['reimbursementIsAllowed']),
  reimbursing('15000 of 1', 15_000_00, [1], ['reimbursementIsAllowed']),
  reimbursing('15000 of 16 and 36', 15_000_00, [16, 36], ['reimbursementIsAllowed']),
  reimbursing('15000 of nothing', 15_000_00, [], ['reimbursementIsAllowed']),
  reimbursing(
    '15000.01 of 1',
    15_000_01,
    [1],
    ['reimbursementIsAllowed', 'reimbursementIsWithinCap'],
  ),
  {
    name: 'everything wrong',
    event: { ...silent, reembolsar: 15_000_01 },
    refusedBy: ['observationIsGiven', 'reimbursementIsAllowed', 'reimbursementIsWithinCap'],
  },
];

const oneRow = {
  indicador: 1,
  tipo_persona: 'PJ',
  categorias: [1],
  valores: [12_500_00],
  impuestos: [1],
};

const given = 'itemisationIsGiven';
const balanced = 'itemisationIsBalanced';
const complete = 'itemisationIsComplete';

/** Splits of an expense of $12.500: what about them is wrong, apart from a total of zero. */
const splits: readonly {
  name: string;
  desglose: Record<string, unknown> & { categorias: number[] };
  wrong: string[];
}[] = [
  { name: 'one row', desglose: oneRow, wrong: [] },
  {
    name: 'two rows, natural person',
    desglose: {
      ...oneRow,
      tipo_persona: 'PN',
      categorias: [2, 3],
      valores: [10_000_00, 2_500_00],
      impuestos: [1, 2],
    },
    wrong: [],
  },
  {
    name: 'one centavo short',
    desglose: { ...oneRow, valores: [12_499_99] },
    wrong: [balanced],
  },
  { name: 'one centavo over', desglose: { ...oneRow, valores: [12_500_01] }, wrong: [balanced] },
  { name: 'no tax', desglose: { ...oneRow, impuestos: [null] }, wrong: [complete] },
  {
    name: 'second row without value',
    desglose: {
      ...oneRow,
      categorias: [1, 2],
      valores: [12_500_00, null],
      impuestos: [1, 1],
    },
    wrong: [complete],
  },
  {
    name: 'more values than categories',
    desglose: { ...oneRow, valores: [12_000_00, 500_00], impuestos: [1, 1] },
    wrong: [complete],
  },
  {
    name: 'no tax and short',
    desglose: { ...oneRow, valores: [1], impuestos: [null] },
    wrong: [balanced, complete],
  },
  ...[16, 36, 55, 67, 89, 108].map((category) => ({
    name: `unbalanced in ${category}`,
    desglose: { ...oneRow, categorias: [category], valores: [20_000_00] },
    wrong: [],
  })),
  {
    name: 'unbalanced in 17',
    desglose: { ...oneRow, categorias: [17], valores: [20_000_00] },
    wrong: [balanced],
  },
  {
    name: 'unbalanced in 16 and 36',
    desglose: { ...oneRow, categorias: [16, 36], valores: [1, 1], impuestos: [1, 1] },
    wrong: [balanced],
  },
  {
    name: '16 without tax',
    desglose: { ...oneRow, categorias: [16], impuestos: [null] },
    wrong: [complete],
  },
];

/** Splits whose total is zero. */
const emptySplits: typeof splits = [
  { name: 'zero', desglose: { ...oneRow, valores: [0] }, wrong: [balanced] },
  { name: 'no value', desglose: { ...oneRow, valores: [null] }, wrong: [balanced, complete] },
  {
    name: 'no row',
    desglose: { ...oneRow, categorias: [], valores: [], impuestos: [] },
    wrong: [balanced, complete],
  },
  {
    name: 'zero in 16',
    desglose: { ...oneRow, categorias: [16], valores: [0] },
    wrong: [],
  },
];

const withSplit =
  (event: Record<string, unknown>, emptyIsRefusedBy: string[]) =>
  (list: typeof splits): ExpensePayload[] =>
    list.map(({ name, desglose, wrong }) => ({
      name,
      event: { ...event, desglose },
      refusedBy: [...wrong, ...(emptySplits === list ? emptyIsRefusedBy : [])],
      keeps: { categoryIds: desglose.categorias },
    }));

const approving = withSplit(ok, [given]);
const rejecting = withSplit(reasoned, []);
const itemising = withSplit({}, []);

const accountingApprovals: Payloads = [
  {
    name: 'itemised',
    event: { ...ok, desglose: oneRow },
    refusedBy: [],
    keeps: { categoryIds: [1] },
  },
  ...approving(splits),
  ...approving(emptySplits),
  { name: 'not itemised', event: { ...ok, desglose: null }, refusedBy: [given] },
  {
    name: 'no document class',
    event: { ...ok, desglose: { ...oneRow, indicador: null } },
    refusedBy: ['documentClassIsGiven'],
  },
  {
    name: 'no person type',
    event: { ...ok, desglose: { ...oneRow, tipo_persona: null } },
    refusedBy: ['personTypeIsGiven'],
  },
  {
    name: 'no observation',
    event: { ...silent, desglose: oneRow },
    refusedBy: ['accountingObservationIsGiven'],
  },
  {
    name: 'everything wrong',
    event: {
      ...blank,
      desglose: {
        indicador: null,
        tipo_persona: null,
        categorias: [1],
        valores: [null],
        impuestos: [null],
      },
    },
    refusedBy: [
      'documentClassIsGiven',
      'personTypeIsGiven',
      given,
      balanced,
      complete,
      'accountingObservationIsGiven',
    ],
  },
];

const accountingRejections: Payloads = [
  { name: 'without itemisation', event: { ...reasoned, desglose: null }, refusedBy: [] },
  ...rejecting(splits),
  ...rejecting(emptySplits),
  { name: 'no reason', event: { ...ok, desglose: null }, refusedBy: ['reasonIsGiven'] },
  {
    name: 'no observation',
    event: { ...reasonedInSilence, desglose: null },
    refusedBy: ['accountingObservationIsGiven'],
  },
  {
    name: 'neither document class nor person type',
    event: { ...reasoned, desglose: { ...oneRow, indicador: null, tipo_persona: null } },
    refusedBy: [],
    keeps: { categoryIds: [1] },
  },
];

export const expensePayloads: Record<ExpenseEventType, Payloads> = {
  'EXPENSE.ATTACH_SUPPORT': [
    { name: 'bare', event: {}, refusedBy: [], keeps: { hasSupport: true } },
    {
      name: 'again',
      event: {},
      context: { hasSupport: true },
      refusedBy: [],
      keeps: { hasSupport: true },
    },
  ],
  'EXPENSE.REMOVE': bare,
  'SUPERVISOR.APPROVE': supervisorApprovals,
  'SUPERVISOR.REJECT': rejections('observationIsGiven').map((payload) => ({
    ...payload,
    keeps: noReimbursement,
  })) as unknown as Payloads,
  'EXPENSE.CHOOSE_INVOICE': [
    {
      name: 'offered',
      event: { url: 'https://facturas.test/b' },
      refusedBy: [],
      keeps: { chosenInvoice: 'https://facturas.test/b' },
    },
    {
      name: 'not offered',
      event: { url: 'https://facturas.test/c' },
      refusedBy: ['invoiceIsOffered'],
    },
    {
      name: 'none offered',
      event: { url: 'https://facturas.test/b' },
      context: { offeredInvoices: [] },
      refusedBy: ['invoiceIsOffered'],
    },
  ],
  'BOX.ENTERED_MAINTENANCE': bare,
  'MAINTENANCE.APPROVE': approvals('observationIsGiven'),
  'MAINTENANCE.REJECT': rejections('observationIsGiven'),
  'ACCOUNTING.APPROVE': accountingApprovals,
  'ACCOUNTING.REJECT': accountingRejections,
  'EXPENSE.ITEMISE': [
    {
      name: 'itemised',
      event: { desglose: oneRow },
      refusedBy: [],
      keeps: { categoryIds: [1] },
    },
    ...itemising(splits),
    ...itemising(emptySplits),
    {
      name: 'neither document class nor person type',
      event: { desglose: { ...oneRow, indicador: null, tipo_persona: null } },
      refusedBy: [],
      keeps: { categoryIds: [1] },
    },
  ],
  'BOX.SHIPPED': bare,
  'FINAL.APPROVE': approvals('accountingObservationIsGiven'),
  'FINAL.REJECT': rejections('accountingObservationIsGiven'),
};
