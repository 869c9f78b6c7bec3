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

/** Tables whose rows can be imported from a file. */
export const importedTables = [
  'usuarios',
  'tiendas',
  'aperturas',
  'categorias',
  'proveedores',
  'documentos_soporte',
] as const;
export type ImportedTable = (typeof importedTables)[number];

/** Maximum size of an import file, in bytes (2 MB). */
export const maximumImportBytes = 2_000_000;

/** Maximum number of rows in a file, not counting the header. */
export const maximumImportRows = 1_000;

/**
 * Outcome of a row: it is new, it changes a registered row, it equals one, it stands for one that an import never
 * changes, or it has errors.
 */
const rowResults = ['correcta', 'cambia', 'igual', 'registrada', 'error'] as const;

/** Guard name of the refusal when the rows of the file, or their outcomes, differ from the review. */
export const reviewedGuard = 'importIsAsReviewed';

const upload = {
  maximumBytes: maximumImportBytes,
  types: 'xlsx o csv',
  missing: 'Adjunte el archivo con las filas (xlsx o csv).',
};

const reviewedRow = () =>
  answer({
    /** Row number as in a spreadsheet; the header is row 1. */
    fila: aCount(),
    nombre: aText(),
    resultado: oneOfTexts(rowResults),
    /** Errors of the row, or what it changes, «Celular: 300 → 310»; of an opening, what is left to be paid. */
    mensajes: someOf(aText()),
  });

export type ReviewedRow = yup.InferType<ReturnType<typeof reviewedRow>>;

const importers = [
  'crearUsuario',
  'crearTienda',
  'editarTienda',
  'catalogos',
  'proveedores',
  'comprobantes',
] as const;

export const importCalls = defineCalls({
  '/revisarImportacion': read({
    summary:
      'Dice de cada fila de un archivo de usuarios, tiendas, aperturas, categorías, proveedores o números de documentos soporte si es nueva o qué cambia; no escribe nada.',
    who: importers,
    multipart: upload,
    body: body({ tabla: choice(importedTables).required() }),
    answer: answer({
      filas: someOf(reviewedRow()),
      /** Warnings about the file as a whole: ignored columns, hidden rows, another sheet. */
      avisos: someOf(aText()),
      /** Hash of the reviewed rows and of their outcomes. */
      huella: aText(),
    }),
  }),
  '/importarFilas': mutation({
    summary:
      'Crea y cambia las filas correctas de un archivo de usuarios, tiendas, aperturas, categorías, proveedores o números de documentos soporte, todas o ninguna, si son las que se revisaron.',
    who: importers,
    multipart: upload,
    body: body({
      tabla: choice(importedTables).required(),
      /** `huella` of the review. */
      huella: text(64).required(),
    }),
    answer: done({ creadas: aCount(), cambiadas: aCount() }),
  }),
});

export type ImportReview = yup.InferType<(typeof importCalls)['/revisarImportacion']['answer']>;

/** Maximum size of a file of electronic invoices, in bytes (20 MB). */
export const maximumInvoiceFileBytes = 20_000_000;

/** Outcome of an invoice: it is new, it already exists, or it cannot be imported. */
const importResults = ['nueva', 'repetida', 'rechazada'] as const;

const imported = () =>
  answer({
    /** File name, prefixed with the name of its ZIP. */
    archivo: aText(),
    resultado: oneOfTexts(importResults),
    numero: orNull(aText()),
    proveedor: orNull(aText()),
    /** Pesos. */
    total: orNull(aNumber()),
    cufe: orNull(aText()),
    /** Number of waiting expenses that match the invoice. */
    gastos: aCount(),
    mensaje: aText(),
    /** Parts of a saved invoice that could not be verified, signature or CUFE; '' when everything was. */
    aviso: aText(),
  });

export type ImportedInvoice = yup.InferType<ReturnType<typeof imported>>;

export const invoiceCalls = defineCalls({
  '/importarFacturas': mutation({
    summary:
      'Importa las facturas electrónicas de un archivo: XML (Invoice o AttachedDocument), o ZIP con XML y PDF.',
    who: ['cajasPendientes'],
    keys: 'escrituraFacturas',
    multipart: {
      maximumBytes: maximumInvoiceFileBytes,
      types: 'xml o zip',
      missing: 'Adjunte el archivo de la factura electrónica (xml o zip).',
    },
    body: body({}),
    answer: done({ resultados: someOf(imported()).min(1) }),
  }),
});
