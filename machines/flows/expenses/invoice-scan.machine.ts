/**
 * Reads the code of an electronic invoice: by the steps of `scan-steps.ts`, or from its text.
 *
 * read     transient: is the text the code of an invoice?
 * looking  looks up the invoice and its supplier; without an answer the form takes only the data of the code
 */
import { assign } from 'xstate';
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

/** What the form takes. */
export interface ScannedInvoice {
  code: InvoiceCode;
  /** Null without an answer. */
  found: AnswerOf<'/facturaDelCodigo'> | null;
}

interface InvoiceScanContext extends ScanContext {
  id_tienda: number;
  code: ScannedInvoice['code'] | null;
  found: ScannedInvoice['found'];
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
    /** Provided by the view. */
    fillIn: (_, _scanned: ScannedInvoice) => undefined,
  },
});

const fillIn = {
  type: 'fillIn',
  params: ({ context: { code, found } }: { context: InvoiceScanContext }) => ({
    code: assertPresent(code),
    found,
  }),
} as const;

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
          {
            guard: guardOnOutput('succeeded'),
            target: 'closed',
            actions: [assignOutputTo('found'), fillIn],
          },
          { target: 'closed', actions: fillIn },
        ],
        onError: { target: 'closed', actions: fillIn },
      },
    },
  },
});
