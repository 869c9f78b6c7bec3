/**
 * A receipt as somebody reads it: which sheet, how large, which side up.
 *
 * coming the picture of the sheet is on its way
 * shown  it is there
 * failed it did not come: try again
 */
import { assign, type SnapshotFrom } from 'xstate';
import { type Problem, named } from '../steps/result.ts';
import {
  flow,
  inputOf,
  assignOutputTo,
  assignFailure,
  assignFromEvent,
  assignRefusal,
  guardOnOutput,
} from '../steps/steps.ts';

/** A PDF is shown by pictures of its sheets, an image as it is. */
export const isPdf = (soporte: string): boolean => soporte.endsWith('.pdf');

/** How many times as large as it fits. */
const enlargements = [1, 1.5, 2, 3, 4] as const;

interface ReceiptInput {
  /** The name of the file. */
  soporte: string;
}

const asItComes = {
  /** Null until they are counted. */
  sheets: null as number | null,
  sheet: 1,
  /** A place in `enlargements`. */
  enlargement: 0,
  /** Fits the width of its place, not the whole of it. */
  wide: false,
  /** Quarter turns to the right. */
  turns: 0,
  /** Width by height of the picture; null until it is there. */
  proportion: null as number | null,
  /** Another try is another picture: the browser does not ask again for the same one. */
  tries: 0,
  problem: null as Problem | null,
};

export type ReceiptEvent =
  | { type: 'COME'; proportion: number }
  | { type: 'FAIL' }
  | { type: 'RETRY' }
  | { type: 'ENLARGE' }
  | { type: 'REDUCE' }
  | { type: 'FIT'; wide: boolean }
  | { type: 'TURN' }
  | { type: 'NEXT_SHEET' }
  | { type: 'PREVIOUS_SHEET' };

const receipt = flow<{
  context: ReceiptInput & typeof asItComes;
  events: ReceiptEvent;
  input: ReceiptInput;
}>()({ countSheets: named<number, ReceiptInput>('countSheets') }).extend({
  guards: {
    mayEnlarge: ({ context }) => context.enlargement < enlargements.length - 1,
    mayReduce: ({ context }) => context.enlargement > 0,
    hasNextSheet: ({ context }) => context.sheet < (context.sheets ?? 1),
    hasPreviousSheet: ({ context }) => context.sheet > 1,
  },
  actions: {
    enlarge: assign({ enlargement: ({ context }) => context.enlargement + 1 }),
    reduce: assign({ enlargement: ({ context }) => context.enlargement - 1 }),
    fit: assign({ enlargement: 0 }),
    turn: assign({ turns: ({ context }) => (context.turns + 1) % 4 }),
    turnOver: assign({ sheet: ({ context }) => context.sheet + 1, turns: 0 }),
    turnBack: assign({ sheet: ({ context }) => context.sheet - 1, turns: 0 }),
    tryAgain: assign({ tries: ({ context }) => context.tries + 1 }),
  },
});

export const receiptMachine = receipt.createMachine({
  id: 'receipt',
  description: 'Un soporte mientras alguien lo lee.',
  context: ({ input }) => ({ ...input, ...asItComes }),
  invoke: {
    id: 'countSheets',
    src: 'countSheets',
    input: inputOf('soporte'),
    onDone: [
      { guard: guardOnOutput('succeeded'), actions: assignOutputTo('sheets') },
      { actions: assignRefusal('keepRefusal') },
    ],
    onError: { actions: assignFailure('keepFailure') },
  },
  initial: 'coming',
  on: {
    ENLARGE: { guard: 'mayEnlarge', actions: 'enlarge' },
    REDUCE: { guard: 'mayReduce', actions: 'reduce' },
    FIT: { actions: [assignFromEvent('wide'), 'fit'] },
    TURN: { actions: 'turn' },
    NEXT_SHEET: { guard: 'hasNextSheet', target: '.coming', actions: 'turnOver' },
    PREVIOUS_SHEET: { guard: 'hasPreviousSheet', target: '.coming', actions: 'turnBack' },
  },
  states: {
    coming: {
      description: 'En camino',
      tags: 'loading',
      on: { COME: { target: 'shown', actions: assignFromEvent('proportion') }, FAIL: 'failed' },
    },
    shown: { description: 'A la vista', tags: 'shown' },
    failed: {
      description: 'No llegó',
      tags: 'failed',
      on: { RETRY: { target: 'coming', actions: 'tryAgain' } },
    },
  },
});

type Snapshot = SnapshotFrom<typeof receiptMachine>;

/** From 1. */
export const sheetOf = ({ context }: Snapshot) => context.sheet;
/** One until they are counted. */
export const sheetCountOf = ({ context }: Snapshot) => context.sheets ?? 1;
/** Its picture is there. */
export const isShown = (snapshot: Snapshot) => snapshot.hasTag('shown');
export const triesOf = ({ context }: Snapshot) => context.tries;

/** How the sheet lies in its place. */
export interface SheetShape {
  /** As wide as its place. */
  wide: boolean;
  /** Quarter turns to the right. */
  turns: number;
  /** Null until the picture is there. */
  proportion: number | null;
  /** As large as it fits is once. */
  times: number;
}

export const shapeOf = ({
  context: { wide, turns, proportion, enlargement },
}: Snapshot): SheetShape => ({ wide, turns, proportion, times: enlargements[enlargement] ?? 1 });
