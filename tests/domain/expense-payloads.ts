/**
 * Payloads of each expense event with the guards that refuse them. The first payload of every event is
 * valid.
 */
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { accountingApprovals, accountingRejections, itemisations } from './accounting-payloads.ts';
import {
  blank,
  type ExpensePayload,
  ok,
  type Payloads,
  reasoned,
  reasonedInSilence,
  silent,
} from './payload.ts';

const bare: Payloads = [{ name: 'bare', event: {}, refusedBy: [] }];

/** Approvals or rejections without further data; `observation` is the guard of their stage. */
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
  context: { categoryIds, valor: 20_000_00 },
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
  reimbursing('nothing of 16', 0, [16], ['reimbursementIsPositive']),
  reimbursing('one centavo of 16', 1, [16], []),
  {
    name: 'the empty field above the cap',
    event: { ...ok, reembolsar: null },
    context: { categoryIds: [16], valor: 15_000_01 },
    refusedBy: ['reimbursementIsGiven'],
  },
  {
    name: 'the empty field at the cap',
    event: { ...ok, reembolsar: null },
    context: { categoryIds: [16], valor: 15_000_00 },
    refusedBy: [],
    keeps: noReimbursement,
  },
  {
    name: 'the empty field of 16 and 36',
    event: { ...ok, reembolsar: null },
    context: { categoryIds: [16, 36], valor: 20_000_00 },
    refusedBy: [],
    keeps: noReimbursement,
  },
  {
    name: 'the whole value of 16',
    event: { ...ok, reembolsar: 1_00 },
    context: { categoryIds: [16], valor: 1_00 },
    refusedBy: [],
    keeps: { reembolsar: 1_00 },
  },
  {
    name: 'a centavo more than the value of 16',
    event: { ...ok, reembolsar: 1_01 },
    context: { categoryIds: [16], valor: 1_00 },
    refusedBy: ['reimbursementIsWithinValue'],
  },
  {
    name: 'more than value and cap',
    event: { ...ok, reembolsar: 15_000_01 },
    context: { categoryIds: [16], valor: 1_00 },
    refusedBy: ['reimbursementIsWithinCap', 'reimbursementIsWithinValue'],
  },
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
    context: { valor: 15_000_00 },
    refusedBy: [
      'observationIsGiven',
      'reimbursementIsAllowed',
      'reimbursementIsWithinCap',
      'reimbursementIsWithinValue',
    ],
  },
];

const asItWas = {
  needsMaintenance: false,
  categoryIds: [1],
  valor: 12_500_00,
  offeredInvoices: ['https://facturas.test/a'],
};

const another = [{ campo: 'concepto', antes: 'Taxi', despues: 'Taxi al banco' }];

/** In supervision a correction leaves the grant; later the grant never grows and is at most the cap. */
const granting = (
  name: string,
  before: number | null,
  corregido: { categoryIds: number[]; valor: number },
  after: number | null,
): ExpensePayload => ({
  name,
  event: { corregido: { ...asItWas, ...corregido }, diferencias: another },
  context: { reembolsar: before },
  refusedBy: [],
  keeps: { ...asItWas, ...corregido, reembolsar: after },
  keepsIn: { supervision: { reembolsar: before } },
});

const corrections: Payloads = [
  {
    name: 'another concept',
    event: { corregido: asItWas, diferencias: another },
    context: { reembolsar: null },
    refusedBy: [],
    keeps: asItWas,
  },
  {
    name: 'nothing',
    event: { corregido: asItWas, diferencias: [] },
    refusedBy: ['somethingIsCorrected'],
  },
  {
    name: 'to a category of maintenance',
    event: { corregido: { ...asItWas, needsMaintenance: true }, diferencias: another },
    context: { reembolsar: null, needsMaintenance: false },
    refusedBy: [],
    refusedIn: { preliminary: ['maintenanceIsNotPassed'] },
    keeps: { ...asItWas, needsMaintenance: true },
  },
  {
    name: 'to a category of maintenance, of one',
    event: { corregido: { ...asItWas, needsMaintenance: true }, diferencias: another },
    context: { reembolsar: null },
    refusedBy: [],
    keeps: { ...asItWas, needsMaintenance: true },
  },
  {
    name: 'beyond the fund',
    event: { corregido: asItWas, diferencias: another },
    context: { excess: 1 },
    refusedBy: ['fundIsEnough'],
  },
  {
    name: 'exactly the fund',
    event: { corregido: asItWas, diferencias: another },
    context: { reembolsar: null, excess: 0 },
    refusedBy: [],
    keeps: asItWas,
  },
  granting('to the cap', null, { categoryIds: [16], valor: 20_000_00 }, 15_000_00),
  granting('within the cap', null, { categoryIds: [16], valor: 15_000_00 }, null),
  granting('above what was granted', 9_000_00, { categoryIds: [16], valor: 20_000_00 }, 9_000_00),
  granting('below what was granted', 9_000_00, { categoryIds: [16], valor: 8_000_00 }, 8_000_00),
  granting('to another category', 9_000_00, { categoryIds: [1], valor: 20_000_00 }, null),
];

export const expensePayloads: Record<ExpenseCommand['type'], Payloads> = {
  'EXPENSE.ATTACH_SUPPORT': [
    { name: 'bare', event: {}, refusedBy: [], keeps: { hasReceipt: true } },
    {
      name: 'again',
      event: {},
      context: { hasReceipt: true },
      refusedBy: [],
      keeps: { hasReceipt: true },
    },
  ],
  'EXPENSE.CORRECT': corrections,
  'EXPENSE.REMOVE': bare,
  'SUPERVISOR.APPROVE': supervisorApprovals,
  // `map` returns as many payloads, but its type does not show it.
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
  'EXPENSE.INVOICE_FOUND': [
    {
      name: 'several',
      event: { offered: ['https://facturas.test/c', 'https://facturas.test/d'] },
      refusedBy: [],
      keeps: { offeredInvoices: ['https://facturas.test/c', 'https://facturas.test/d'] },
    },
    {
      name: 'the only one',
      event: { offered: [] },
      refusedBy: [],
      keeps: { offeredInvoices: [] },
    },
  ],
  'MAINTENANCE.APPROVE': [
    ...approvals('observationIsGiven'),
    {
      name: 'what the supervisor left above the cap',
      event: ok,
      context: { categoryIds: [16], valor: 15_000_01, reembolsar: null },
      refusedBy: ['reimbursementIsSettled'],
    },
    {
      name: 'what the supervisor left at the cap',
      event: ok,
      context: { categoryIds: [16], valor: 15_000_00, reembolsar: null },
      refusedBy: [],
    },
    {
      name: 'what the supervisor granted above the cap',
      event: ok,
      context: { categoryIds: [16], valor: 15_000_01, reembolsar: 15_000_00 },
      refusedBy: [],
    },
  ],
  'MAINTENANCE.REJECT': rejections('observationIsGiven'),
  'ACCOUNTING.APPROVE': accountingApprovals,
  'ACCOUNTING.REJECT': accountingRejections,
  'EXPENSE.ITEMISE': itemisations,
  'FINAL.APPROVE': approvals('accountingObservationIsGiven'),
  'FINAL.REJECT': rejections('accountingObservationIsGiven'),
};
