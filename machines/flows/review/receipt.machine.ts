/**
 * The viewer of a receipt: sheet, zoom and rotation.
 *
 * coming the image of the sheet is loading
 * shown  the image is shown
 * failed loading failed, and the server is asked whether the file is gone: RETRY
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

/** A PDF is shown as one image per sheet; an image is shown unchanged. */
export const isPdf = (soporte: string): boolean => soporte.endsWith('.pdf');

/** Zoom factors; 1 fits the sheet into the pane. */
const enlargements = [1, 1.5, 2, 3, 4] as const;

interface ReceiptInput {
  /** The name of the file. */
  soporte: string;
}

const asItComes = {
  /** Null until they are counted. */
  sheets: null as number | null,
  sheet: 1,
  /** An index of `enlargements`. */
  enlargement: 0,
  /** Fits the sheet to the width of the pane, not to the whole pane. */
  wide: false,
  /** Quarter turns to the right. */
  turns: 0,
  /** Width divided by height of the image; null until it is loaded. */
  proportion: null as number | null,
  /** Number of retries; part of the image's key, since the browser does not request an unchanged image again. */
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
}>()({
  countSheets: named<number, ReceiptInput>('countSheets'),
  askForReceipt: named<null, ReceiptInput>('askForReceipt'),
}).extend({
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
      { actions: assignRefusal('setRefusal') },
    ],
    onError: { actions: assignFailure('setFailure') },
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
      invoke: {
        id: 'askForReceipt',
        src: 'askForReceipt',
        input: inputOf('soporte'),
        // Without a refusal the picture may arrive at the next attempt; a lost answer says no more than the picture.
        onDone: [{ guard: guardOnOutput('succeeded') }, { actions: assignRefusal('setRefusal') }],
        onError: {},
      },
      on: { RETRY: { target: 'coming', actions: 'tryAgain' } },
    },
  },
});

type Snapshot = SnapshotFrom<typeof receiptMachine>;

/** From 1. */
export const sheetOf = ({ context }: Snapshot) => context.sheet;
/** 1 until they are counted. */
export const sheetCountOf = ({ context }: Snapshot) => context.sheets ?? 1;
/** The image is loaded. */
export const isShown = (snapshot: Snapshot) => snapshot.hasTag('shown');
export const triesOf = ({ context }: Snapshot) => context.tries;

/** The layout of the sheet in its pane. */
export interface SheetShape {
  /** Fits the width of the pane. */
  wide: boolean;
  /** Quarter turns to the right. */
  turns: number;
  /** Width divided by height; null until the image is loaded. */
  proportion: number | null;
  /** Zoom factor; 1 fits the sheet into the pane. */
  times: number;
}

export const shapeOf = ({
  context: { wide, turns, proportion, enlargement },
}: Snapshot): SheetShape => ({ wide, turns, proportion, times: enlargements[enlargement] ?? 1 });
