/**
 * Reads the code of an electronic invoice: by the steps of `scan-steps.ts`, or from its text.
 *
 * read     transient: is the text the code of an invoice?
 * looking  looks up the invoice and its supplier; without an answer only the data of the code are used
 * found    the form takes the data, and closes the scan
 */
import { assign, type SnapshotFrom } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { type InvoiceCode, readInvoiceCode } from '../../domain/invoice/scanned-codes.ts';
import { call, assertPresent } from '../steps/result.ts';
import {
  type ScanContext,
  type ScanEvent,
  type ScanTag,
  explains,
  nothingScanned,
  scanActors,
  scanSteps,
} from '../scanning/scan-steps.ts';
import { flow, assignOutputTo, assignFromEvent, guardOnOutput } from '../steps/steps.ts';

interface InvoiceScanContext extends ScanContext {
  id_tienda: number;
  code: InvoiceCode | null;
  /** Null without an answer. */
  found: AnswerOf<'/facturaDelCodigo'> | null;
}

export type InvoiceScanEvent = ScanEvent | { type: 'PASTE'; text: string };

const scan = flow<{
  context: InvoiceScanContext;
  events: InvoiceScanEvent;
  input: Pick<InvoiceScanContext, 'id_tienda'>;
  tags: ScanTag;
}>()({ ...scanActors, facturaDelCodigo: call('/facturaDelCodigo') }).extend({
  guards: { isInvoice: ({ context }) => readInvoiceCode(context.text) !== null },
  actions: {
    setCode: assign(({ context }) => ({ code: readInvoiceCode(context.text), found: null })),
  },
});

export const invoiceScanMachine = scan.createMachine({
  id: 'invoiceScan',
  description: 'Lee el código QR o el CUFE de una factura electrónica.',
  context: ({ input }) => ({ ...nothingScanned, ...input, code: null, found: null }),
  initial: 'closed',
  states: {
    ...scanSteps({ PASTE: { target: 'read', actions: assignFromEvent('text') } }),
    read: {
      description: 'Código leído',
      always: [
        { guard: 'isInvoice', target: 'looking', actions: 'setCode' },
        {
          target: 'unseen',
          actions: explains(
            'Este no es el código de una factura electrónica. Busque el QR de la DIAN o el CUFE.',
          ),
        },
      ],
    },
    looking: {
      description: 'Buscando la factura',
      tags: ['open', 'loading'],
      on: { CLOSE: 'closed' },
      invoke: {
        id: 'facturaDelCodigo',
        src: 'facturaDelCodigo',
        input: ({ context: { id_tienda, code } }) => ({
          id_tienda,
          cufe: assertPresent(code).cufe,
          nit: assertPresent(code).nit,
        }),
        onDone: [
          { guard: guardOnOutput('succeeded'), target: 'found', actions: assignOutputTo('found') },
          { target: 'found' },
        ],
        onError: 'found',
      },
    },
    found: {
      description: 'Leído',
      tags: 'done',
      on: { CLOSE: 'closed' },
    },
  },
});

type Snapshot = SnapshotFrom<typeof invoiceScanMachine>;

/** Null until a code is read. */
export const codeOf = ({ context }: Snapshot) => context.code;
/** Null without an answer. */
export const foundOf = ({ context }: Snapshot) => context.found;
