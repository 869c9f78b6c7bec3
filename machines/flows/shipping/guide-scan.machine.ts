/**
 * Reads the number of a transport guide from its bar code, by the steps of `scan-steps.ts`.
 *
 * read   passing: can the text be the number of a guide?
 * found  the field takes the number, and the scan closes; the person sends it
 */
import { assign, type SnapshotFrom } from 'xstate';
import { guideOfCode } from '../../domain/invoice/scanned-codes.ts';
import {
  type ScanContext,
  type ScanEvent,
  type ScanTag,
  explains,
  nothingScanned,
  scanActors,
  scanSteps,
} from '../scanning/scan-steps.ts';
import { flow } from '../steps/steps.ts';

interface GuideScanContext extends ScanContext {
  /** Fits into the field; null until one was read. */
  guide: string | null;
}

const scan = flow<{ context: GuideScanContext; events: ScanEvent; tags: ScanTag }>()(
  scanActors,
).extend({
  guards: { isGuide: ({ context }) => guideOfCode(context.text) !== null },
  actions: { keepGuide: assign(({ context }) => ({ guide: guideOfCode(context.text) })) },
});

export const guideScanMachine = scan.createMachine({
  id: 'guideScan',
  description: 'Lee el número de una guía de transporte de su código de barras.',
  context: { ...nothingScanned, guide: null },
  initial: 'closed',
  states: {
    ...scanSteps({}),
    read: {
      description: 'Código leído',
      always: [
        { guard: 'isGuide', target: 'found', actions: 'keepGuide' },
        {
          target: 'unseen',
          actions: explains(
            'Este código no es el número de la guía. Busque el código de barras que está junto al número.',
          ),
        },
      ],
    },
    found: { description: 'Leído', tags: 'done', on: { CLOSE: 'closed' } },
  },
});

/** Fits into the field; null until one was read. */
export const guideOf = ({ context }: SnapshotFrom<typeof guideScanMachine>) => context.guide;
