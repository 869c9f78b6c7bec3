/**
 * Every event of the two domain machines, with valid and invalid payloads that a user could send. The generated paths
 * consist of these events; an event without a fixture does not compile.
 */
import type { BoxEventType } from '#machines/domain/box/box.machine.ts';
import type { BoxSend } from '#machines/domain/case/box-case.ts';
import type { AccountingSplit, ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';

/** The kinds of expense that the state machine treats differently. */
export const expenseKinds = ['plain', 'maintenance', 'reimbursable', 'invoiced'] as const;
export type ExpenseKind = (typeof expenseKinds)[number];

/** True for the kinds whose supplier and number match several electronic invoices: `World.invoiceUrls`. */
export const offersInvoices = (kind: ExpenseKind): boolean =>
  kind === 'invoiced' || kind === 'maintenance';

/** Ids and amounts of the paths; the API tests use those of their database. */
export interface World {
  /** One category of each kind; that of `reimbursable` is 16, 36, 55, 67, 89 or 108. */
  categories: Record<ExpenseKind, number>;
  /** Centavos; that of `reimbursable` above $15.000. */
  values: Record<ExpenseKind, number>;
  reason: number;
  tax: number;
  documentClass: number;
  /** Name of a shipping company with guide numbers. */
  company: string;
  /** Links from which the reviewer chooses where `offersInvoices`: at least two. */
  invoiceUrls: readonly string[];
}

/** Reimbursement that the supervisor grants for a reimbursable expense: the cap. */
export const reimbursementIn = (kind: ExpenseKind): number | null =>
  kind === 'reimbursable' ? 15_000_00 : null;

const grantedIn = (world: World, kind: ExpenseKind): number =>
  reimbursementIn(kind) ?? world.values[kind];

export const exampleWorld: World = {
  categories: { plain: 1, maintenance: 2, reimbursable: 16, invoiced: 3 },
  values: {
    plain: 12_500_00,
    maintenance: 180_000_50,
    reimbursable: 20_000_00,
    invoiced: 45_900_00,
  },
  reason: 1,
  tax: 1,
  documentClass: 1,
  company: 'Servientrega',
  invoiceUrls: ['https://facturas.test/a', 'https://facturas.test/b'],
};

/** An event of a step; its actor is the profile of the step. */
type Unsigned<Event> = Event extends unknown ? Omit<Event, 'actor'> : never;
export type ExpenseMove = Unsigned<ExpenseCommand>;
export type BoxMove = Unsigned<BoxSend>;

/** The only user of a profile in the generated paths. */
export const actorOf = (profile: ProfileId): Person => ({ id: 100 + profile, profile });

/** The guards that refuse a payload, written by hand; none refuses one without them. */
interface Refused {
  refusedBy?: Partial<Record<ExpenseKind | 'every', readonly string[]>>;
}

export interface ExpenseFixture extends Refused {
  name: string;
  as: ProfileId;
  event: (world: World, kind: ExpenseKind) => ExpenseMove;
}

export interface BoxFixture extends Refused {
  name: string;
  as: ProfileId;
  event: (world: World) => BoxMove;
}

const decision = { observacion: 'Revisado contra el soporte', id_rechazo: null };
const blank = { observacion: '   ', id_rechazo: null };
const rejection = (world: World) => ({
  observacion: 'No corresponde a la tienda',
  id_rechazo: world.reason,
});

const split = (
  world: World,
  kind: ExpenseKind,
  changes: Partial<AccountingSplit> = {},
): AccountingSplit => ({
  indicador: world.documentClass,
  tipo_persona: 'PJ',
  categorias: [world.categories[kind]],
  valores: [grantedIn(world, kind)],
  impuestos: [world.tax],
  ...changes,
});

/** Changes only the concept, which the state machine does not read. */
const correction = (world: World, kind: ExpenseKind) => ({
  type: 'EXPENSE.CORRECT' as const,
  corregido: {
    needsMaintenance: kind === 'maintenance',
    categoryIds: [world.categories[kind]],
    valor: world.values[kind],
    offeredInvoices: offersInvoices(kind) ? world.invoiceUrls : [],
  },
  diferencias: [
    { campo: 'concepto' as const, antes: 'Compra de la tienda', despues: 'Compra corregida' },
  ],
});

/** Only one kind takes a reimbursement, and the plain expense is below the cap. */
const notGrantable = {
  plain: ['reimbursementIsAllowed', 'reimbursementIsWithinValue'],
  maintenance: ['reimbursementIsAllowed'],
  invoiced: ['reimbursementIsAllowed'],
};

/** The split of a kind that takes a reimbursement need not add up to the value. */
const unbalanced = {
  plain: ['itemisationIsBalanced'],
  maintenance: ['itemisationIsBalanced'],
  invoiced: ['itemisationIsBalanced'],
};

export const expenseFixtures = {
  'EXPENSE.ATTACH_SUPPORT': [
    { name: 'attach', as: 2, event: () => ({ type: 'EXPENSE.ATTACH_SUPPORT' }) },
  ],
  'EXPENSE.CORRECT': [
    { name: 'correct', as: 2, event: (world, kind) => correction(world, kind) },
    {
      name: 'correct nothing',
      as: 4,
      refusedBy: { every: ['somethingIsCorrected'] },
      event: (world, kind) => ({ ...correction(world, kind), diferencias: [] }),
    },
  ],
  'EXPENSE.REMOVE': [{ name: 'remove', as: 2, event: () => ({ type: 'EXPENSE.REMOVE' }) }],
  'EXPENSE.CHOOSE_INVOICE': [
    {
      name: 'choose offered',
      as: 3,
      refusedBy: { plain: ['invoiceIsOffered'], reimbursable: ['invoiceIsOffered'] },
      event: (world) => ({ type: 'EXPENSE.CHOOSE_INVOICE', url: world.invoiceUrls[1] ?? '' }),
    },
    {
      name: 'choose foreign',
      as: 3,
      refusedBy: { every: ['invoiceIsOffered'] },
      event: () => ({ type: 'EXPENSE.CHOOSE_INVOICE', url: 'https://otra.test/x' }),
    },
  ],
  'EXPENSE.INVOICE_FOUND': [
    {
      name: 'find',
      as: 6,
      event: (world, kind) => ({
        type: 'EXPENSE.INVOICE_FOUND',
        offered: offersInvoices(kind) ? world.invoiceUrls : [],
      }),
    },
  ],
  'SUPERVISOR.APPROVE': [
    {
      name: 'approve',
      as: 3,
      refusedBy: { reimbursable: ['reimbursementIsGiven'] },
      event: () => ({ type: 'SUPERVISOR.APPROVE', ...decision, reembolsar: null }),
    },
    {
      name: 'approve at the cap',
      as: 3,
      refusedBy: notGrantable,
      event: () => ({ type: 'SUPERVISOR.APPROVE', ...decision, reembolsar: 15_000_00 }),
    },
    {
      name: 'approve above the cap',
      as: 3,
      refusedBy: { every: ['reimbursementIsWithinCap'], ...notGrantable },
      event: () => ({ type: 'SUPERVISOR.APPROVE', ...decision, reembolsar: 15_000_01 }),
    },
    {
      name: 'approve in silence',
      as: 3,
      refusedBy: { every: ['observationIsGiven'], reimbursable: ['reimbursementIsGiven'] },
      event: () => ({ type: 'SUPERVISOR.APPROVE', ...blank, reembolsar: null }),
    },
  ],
  'SUPERVISOR.REJECT': [
    {
      name: 'reject',
      as: 3,
      event: (world) => ({ type: 'SUPERVISOR.REJECT', ...rejection(world) }),
    },
    {
      name: 'reject without reason',
      as: 3,
      refusedBy: { every: ['reasonIsGiven'] },
      event: () => ({ type: 'SUPERVISOR.REJECT', ...decision }),
    },
  ],
  'MAINTENANCE.APPROVE': [
    { name: 'approve', as: 5, event: () => ({ type: 'MAINTENANCE.APPROVE', ...decision }) },
    {
      name: 'approve in silence',
      as: 5,
      refusedBy: { every: ['observationIsGiven'] },
      event: () => ({ type: 'MAINTENANCE.APPROVE', ...blank }),
    },
  ],
  'MAINTENANCE.REJECT': [
    {
      name: 'reject',
      as: 5,
      event: (world) => ({ type: 'MAINTENANCE.REJECT', ...rejection(world) }),
    },
    {
      name: 'reject without reason',
      as: 5,
      refusedBy: { every: ['reasonIsGiven'] },
      event: () => ({ type: 'MAINTENANCE.REJECT', ...decision }),
    },
  ],
  'ACCOUNTING.APPROVE': [
    {
      name: 'approve itemised',
      as: 6,
      event: (world, kind) => ({
        type: 'ACCOUNTING.APPROVE',
        ...decision,
        desglose: split(world, kind),
      }),
    },
    {
      name: 'approve without itemisation',
      as: 6,
      refusedBy: { every: ['itemisationIsGiven'] },
      event: () => ({ type: 'ACCOUNTING.APPROVE', ...decision, desglose: null }),
    },
    {
      name: 'approve without tax',
      as: 6,
      refusedBy: { every: ['itemisationIsComplete'] },
      event: (world, kind) => ({
        type: 'ACCOUNTING.APPROVE',
        ...decision,
        desglose: split(world, kind, { impuestos: [null] }),
      }),
    },
    {
      name: 'approve one centavo short',
      as: 6,
      refusedBy: unbalanced,
      event: (world, kind) => ({
        type: 'ACCOUNTING.APPROVE',
        ...decision,
        desglose: split(world, kind, { valores: [grantedIn(world, kind) - 1] }),
      }),
    },
  ],
  'ACCOUNTING.REJECT': [
    {
      name: 'reject without itemisation',
      as: 6,
      event: (world) => ({ type: 'ACCOUNTING.REJECT', ...rejection(world), desglose: null }),
    },
    {
      name: 'reject without reason',
      as: 6,
      refusedBy: { every: ['reasonIsGiven'] },
      event: () => ({ type: 'ACCOUNTING.REJECT', ...decision, desglose: null }),
    },
  ],
  'EXPENSE.ITEMISE': [
    {
      name: 'itemise',
      as: 6,
      event: (world, kind) => ({ type: 'EXPENSE.ITEMISE', desglose: split(world, kind) }),
    },
  ],
  'FINAL.APPROVE': [
    { name: 'approve', as: 6, event: () => ({ type: 'FINAL.APPROVE', ...decision }) },
    {
      name: 'approve in silence',
      as: 6,
      refusedBy: { every: ['accountingObservationIsGiven'] },
      event: () => ({ type: 'FINAL.APPROVE', ...blank }),
    },
  ],
  'FINAL.REJECT': [
    { name: 'reject', as: 6, event: (world) => ({ type: 'FINAL.REJECT', ...rejection(world) }) },
    {
      name: 'reject without reason',
      as: 6,
      refusedBy: { every: ['reasonIsGiven'] },
      event: () => ({ type: 'FINAL.REJECT', ...decision }),
    },
  ],
} as const satisfies Record<ExpenseCommand['type'], readonly ExpenseFixture[]>;

export const boxFixtures = {
  'EXPENSE.RECORD': 'record',
  'BOX.SEND': [
    { name: 'send', as: 2, event: () => ({ type: 'BOX.SEND' }) },
    { name: 'send as coordinator', as: 4, event: () => ({ type: 'BOX.SEND' }) },
  ],
  'BOX.SEND_SUPERVISOR': [{ name: 'send', as: 3, event: () => ({ type: 'BOX.SEND_SUPERVISOR' }) }],
  'BOX.SEND_MAINTENANCE': [
    { name: 'send', as: 5, event: () => ({ type: 'BOX.SEND_MAINTENANCE' }) },
  ],
  'BOX.SEND_PRELIMINARY': [
    { name: 'send', as: 6, event: () => ({ type: 'BOX.SEND_PRELIMINARY' }) },
  ],
  'BOX.PDF_OPENED': [
    { name: 'open the legalisation', as: 2, event: () => ({ type: 'BOX.PDF_OPENED' }) },
  ],
  'BOX.SHIP': [
    {
      name: 'ship with a guide',
      as: 2,
      event: (world) => ({ type: 'BOX.SHIP', empresa: world.company, codigo: 'GUIA0001' }),
    },
    {
      name: 'ship by motorcycle',
      as: 4,
      event: () => ({ type: 'BOX.SHIP', empresa: 'Motorizado', codigo: '' }),
    },
    {
      name: 'ship without a guide',
      as: 2,
      refusedBy: { every: ['shippingIsGiven'] },
      event: (world) => ({ type: 'BOX.SHIP', empresa: world.company, codigo: ' ' }),
    },
  ],
  'BOX.PAPERS_RECEIVED': [
    { name: 'receive the papers', as: 6, event: () => ({ type: 'BOX.PAPERS_RECEIVED' }) },
  ],
  'BOX.SEND_FINAL': [{ name: 'send', as: 6, event: () => ({ type: 'BOX.SEND_FINAL' }) }],
} as const satisfies Record<BoxEventType, readonly BoxFixture[] | 'record'>;
