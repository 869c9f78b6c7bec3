/** Payloads of accounting for an expense of $12.500: decisions of the first pass and splits. */
import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';
import {
  blank,
  type ExpensePayload,
  ok,
  type Payloads,
  reasoned,
  reasonedInSilence,
  silent,
} from './payload.ts';

const oneRow = {
  indicador: 1,
  tipo_persona: 'PJ',
  categorias: [1],
  valores: [12_500_00],
  impuestos: [1],
};

const given = 'itemisationIsGiven';
const balanced = 'itemisationIsBalanced';
const granted = 'itemisationIsWithinGranted';
const complete = 'itemisationIsComplete';

/** Splits of an expense of $12.500 with a total above zero, and the guards that refuse them. */
const splits: readonly {
  name: string;
  /** Context of the expense where it is not $12.500 of category 1. */
  own?: Partial<ExpenseContext>;
  desglose: Record<string, unknown> & { valores: readonly (number | null)[] };
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
    name: `short of ${category}`,
    own: { categoryIds: [category], valor: 20_000_00, reembolsar: null },
    desglose: { ...oneRow, categorias: [category], valores: [19_999_99] },
    wrong: [],
  })),
  {
    name: 'short of 16, split to another category',
    own: { categoryIds: [16], valor: 20_000_00, reembolsar: null },
    desglose: { ...oneRow, categorias: [2], valores: [1] },
    wrong: [],
  },
  {
    name: 'a centavo more than 16 is worth',
    own: { categoryIds: [16], valor: 12_000_00, reembolsar: null },
    desglose: { ...oneRow, categorias: [16], valores: [12_000_01] },
    wrong: [granted],
  },
  {
    name: 'all that was granted of 16',
    own: { categoryIds: [16], valor: 20_000_00, reembolsar: 15_000_00 },
    desglose: { ...oneRow, categorias: [16], valores: [15_000_00] },
    wrong: [],
  },
  {
    name: 'a centavo more than was granted of 16',
    own: { categoryIds: [16], valor: 20_000_00, reembolsar: 15_000_00 },
    desglose: { ...oneRow, categorias: [16, 2], valores: [15_000_00, 1], impuestos: [1, 1] },
    wrong: [granted],
  },
  {
    name: 'all that an earlier state machine granted of 16, more than it is worth',
    own: { categoryIds: [16], valor: 1_00, reembolsar: 15_000_00 },
    desglose: { ...oneRow, categorias: [16], valores: [15_000_00] },
    wrong: [granted],
  },
  ...[1, 17, 16].map((category) => ({
    name: `short by naming ${category}`,
    desglose: { ...oneRow, categorias: [category], valores: [1] },
    wrong: [balanced],
  })),
  {
    name: 'more than the value by naming 16',
    desglose: { ...oneRow, categorias: [16], valores: [999_999_999_00] },
    wrong: [balanced],
  },
  {
    name: 'short of 16 and 36',
    own: { categoryIds: [16, 36], reembolsar: null },
    desglose: { ...oneRow, categorias: [16], valores: [1] },
    wrong: [balanced],
  },
  {
    name: '16 without tax',
    own: { categoryIds: [16] },
    desglose: { ...oneRow, categorias: [16], valores: [1], impuestos: [null] },
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
    own: { categoryIds: [16] },
    desglose: { ...oneRow, categorias: [16], valores: [0] },
    wrong: [],
  },
];

const withSplit =
  (event: Record<string, unknown>, emptyIsRefusedBy: string[]) =>
  (list: typeof splits): ExpensePayload[] =>
    list.map(({ name, own, desglose, wrong }) => ({
      name,
      event: { ...event, desglose },
      ...(own && { context: own }),
      refusedBy: [...wrong, ...(emptySplits === list ? emptyIsRefusedBy : [])],
      keeps: { itemised: desglose.valores.reduce<number>((sum, value) => sum + (value ?? 0), 0) },
    }));

const approving = withSplit(ok, [given]);
const rejecting = withSplit(reasoned, []);
const itemising = withSplit({}, []);

export const accountingApprovals: Payloads = [
  {
    name: 'itemised',
    event: { ...ok, desglose: oneRow },
    refusedBy: [],
    keeps: { itemised: 12_500_00 },
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

export const accountingRejections: Payloads = [
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
    keeps: { itemised: 12_500_00 },
  },
];

export const itemisations: Payloads = [
  {
    name: 'itemised',
    event: { desglose: oneRow },
    refusedBy: [],
    keeps: { itemised: 12_500_00 },
  },
  { name: 'saved without itemisation', event: { desglose: null }, refusedBy: [] },
  ...itemising(splits),
  ...itemising(emptySplits),
  {
    name: 'neither document class nor person type',
    event: { desglose: { ...oneRow, indicador: null, tipo_persona: null } },
    refusedBy: [],
    keeps: { itemised: 12_500_00 },
  },
];
