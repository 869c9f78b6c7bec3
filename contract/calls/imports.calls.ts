import type * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aNumber,
  aText,
  answer,
  body,
  choice,
  done,
  oneOfTexts,
  orNull,
  someOf,
  text,
} from '../fields.ts';

/** The tables of which a file may bring rows. */
export const importedTables = ['usuarios', 'tiendas'] as const;
export type ImportedTable = (typeof importedTables)[number];

/** Largest file of rows, in bytes (2 MB). */
export const maximumImportBytes = 2_000_000;

/** Rows of one file; the head is none of them. */
export const maximumImportRows = 1_000;

/** Outcome of a row: it can be written, it is there already, or something about it is wrong. */
const rowResults = ['correcta', 'registrada', 'error'] as const;

/** Name of the refusal when a file is no longer what was reviewed: the rows, or what is registered meanwhile. */
export const reviewedGuard = 'importIsAsReviewed';

const upload = {
  maximumBytes: maximumImportBytes,
  types: 'xlsx o csv',
  missing: 'Adjunte el archivo con las filas (xlsx o csv).',
};

const reviewedRow = () =>
  answer({
    /** Number of the row in the file, as a spreadsheet counts: the head is the first one. */
    fila: aCount(),
    nombre: aText(),
    resultado: oneOfTexts(rowResults),
    /** Everything that is wrong; empty for a right row. */
    mensajes: someOf(aText()),
  });

export type ReviewedRow = yup.InferType<ReturnType<typeof reviewedRow>>;

export const importCalls = defineCalls({
  '/revisarImportacion': read({
    summary:
      'Dice de cada fila de un archivo de usuarios o de tiendas si se puede crear; no escribe nada.',
    who: ['crearUsuario', 'crearTienda'],
    multipart: upload,
    body: body({ tabla: choice(importedTables).required() }),
    answer: answer({
      filas: someOf(reviewedRow()),
      /** Remarks about the file beside its rows: columns that nobody reads. */
      avisos: someOf(aText()),
      /** Names what was reviewed: the rows and what became of each. */
      huella: aText(),
    }),
  }),
  '/importarFilas': mutation({
    summary:
      'Crea las filas correctas de un archivo de usuarios o de tiendas, todas o ninguna, si son las que se revisaron.',
    who: ['crearUsuario', 'crearTienda'],
    multipart: upload,
    body: body({
      tabla: choice(importedTables).required(),
      /** That of the review. */
      huella: text(64).required(),
    }),
    answer: done({ creadas: aCount() }),
  }),
});

export type ImportReview = yup.InferType<(typeof importCalls)['/revisarImportacion']['answer']>;

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
