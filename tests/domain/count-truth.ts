/** The machine of a cash count as a handwritten table. Any event outside it must be refused without a change. */
import type { Row } from './payment-truth.ts';

const all = [1, 2, 3, 4, 5, 6, 7, 8];
const counting = [2, 3, 4, 6, 7];
const settling = [3, 6];

/** Counted by user 7 of control, in a store of user 2; the actor of a row is user 100. */
const short = {
  difference: -9_850_00,
  tolerance: 50_00,
  counter: { id: 7, profile: 7 },
  custodian: 2,
  isExplained: false,
  hasOpenClaim: false,
  recountedBy: null,
  recountAgrees: false,
};
const over = { ...short, difference: 12_500_00 };
const recounted = { ...short, recountedBy: 4, recountAgrees: true };

const saved = (to: string, difference: number): Row => ({
  from: 'counted',
  type: 'COUNT.SAVE',
  by: counting,
  asks: 'actorMayCount',
  to,
  context: { ...short, difference },
  payload: {},
});

/** Payload and reasons of a settlement. */
const independence = (context: object) => [
  { context: { ...context, counter: { id: 100, profile: 7 } }, by: 'actorDidNotCount' },
  { context: { ...context, custodian: 100 }, by: 'actorIsNotCustodian' },
  { context: { ...context, hasOpenClaim: true }, by: 'noClaimIsOpen' },
];

/** The first profile of a settlement is a supervisor. */
const bySupervisor = (context: object) => ({
  context: { ...context, counter: { id: 30, profile: 3 } },
  by: 'supervisorDidNotCount',
});

const aReason = { motivo: 'No lo explicó' };
const noReason = { payload: { motivo: ' ' }, by: 'reasonIsGiven' };

export const countRows: readonly Row[] = [
  saved('agrees', 0),
  saved('agrees', 50_00),
  saved('agrees', -50_00),
  saved('withDifference', 50_01),
  saved('withDifference', -50_01),
  {
    from: 'withDifference',
    type: 'COUNT.EXPLAIN',
    by: all,
    to: 'withDifference',
    context: { ...short, counter: { id: 100, profile: 2 } },
    payload: { nota: 'Sin vale' },
    after: { ...short, counter: { id: 100, profile: 2 }, isExplained: true },
    refused: [
      { actor: 7, by: 'actorCounted' },
      {
        context: { ...short, counter: { id: 100, profile: 2 }, isExplained: true },
        by: 'isNotExplained',
      },
      { payload: { nota: ' ' }, by: 'noteIsGiven' },
    ],
  },
  {
    from: 'withDifference',
    type: 'COUNT.CHARGE',
    by: settling,
    asks: 'actorMaySettle',
    to: 'settled',
    context: short,
    payload: aReason,
    refused: [
      ...independence(short),
      bySupervisor(short),
      { context: over, by: 'cashIsMissing' },
      { context: { ...short, recountedBy: 4 }, by: 'isLastCount' },
      { context: { ...short, custodian: null }, by: 'somebodyIsInCharge' },
      noReason,
    ],
  },
  {
    from: 'withDifference',
    type: 'COUNT.HAND_OVER',
    by: [6],
    to: 'settled',
    context: over,
    payload: { dia: '2026-06-17', referencia: '4471' },
    refused: [
      ...independence(over),
      { context: short, by: 'cashIsLeftOver' },
      { context: { ...over, recountedBy: 4 }, by: 'isLastCount' },
      { payload: { dia: '', referencia: '4471' }, by: 'dayIsGiven' },
      { payload: { dia: '2026-06-17', referencia: ' ' }, by: 'referenceIsGiven' },
    ],
  },
  {
    from: 'withDifference',
    type: 'COUNT.CORRECT',
    by: settling,
    asks: 'actorMaySettle',
    to: 'settled',
    context: recounted,
    payload: aReason,
    refused: [
      ...independence(recounted),
      { actor: 4, by: 'actorDidNotCount' },
      bySupervisor(recounted),
      { context: { ...recounted, recountAgrees: false }, by: 'laterCountAgrees' },
      noReason,
    ],
  },
];

/** Accounting settles what a supervisor counted. */
export const countedBySupervisor = { ...short, counter: { id: 30, profile: 3 } };
