import type * as yup from 'yup';
import { defineCalls, mutation } from '../call.ts';
import {
  aCount,
  aNumber,
  answer,
  aText,
  body,
  done,
  oneOfTexts,
  orNull,
  someOf,
} from '../fields.ts';

/** Largest file of electronic invoices, in bytes (20 MB). */
export const maximumInvoiceFileBytes = 20_000_000;

/** Outcome for an invoice: it is new, it was there already, or it is none that can be imported. */
const importResults = ['nueva', 'repetida', 'rechazada'] as const;

const imported = () =>
  answer({
    /** Name of the file, with that of its ZIP in front. */
    archivo: aText(),
    resultado: oneOfTexts(importResults),
    numero: orNull(aText()),
    proveedor: orNull(aText()),
    /** Pesos. */
    total: orNull(aNumber()),
    cufe: orNull(aText()),
    /** Waiting expenses that were matched with it. */
    gastos: aCount(),
    mensaje: aText(),
    /** Parts of a saved invoice that could not be verified: its signature, its CUFE; '' for none. */
    aviso: aText(),
  });

export type ImportedInvoice = yup.InferType<ReturnType<typeof imported>>;

export const invoiceCalls = defineCalls({
  '/importarFacturas': mutation({
    summary:
      'Importa las facturas electrónicas de un archivo: XML (Invoice o AttachedDocument), o ZIP con XML y PDF.',
    who: ['cajasPendientes'],
    multipart: {
      maximumBytes: maximumInvoiceFileBytes,
      types: 'xml o zip',
      missing: 'Adjunte el archivo de la factura electrónica (xml o zip).',
    },
    body: body({}),
    answer: done({ resultados: someOf(imported()).min(1) }),
  }),
});
