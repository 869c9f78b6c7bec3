import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aNumber,
  answer,
  anId,
  aText,
  body,
  dateText,
  done,
  filledLine,
  orNull,
  requiredId,
  rowsOf,
  whole,
} from '../fields.ts';

/** Settings with the accounts of entries, besides those of the categories, with their labels. */
export const entryAccounts = {
  cuenta_fondo: 'Caja menor',
  cuenta_banco: 'Banco',
  cuenta_faltantes: 'Faltantes por cobrar',
  cuenta_apertura: 'Apertura de fondos',
  cuenta_asumidos: 'Asumido por la empresa',
  cuenta_iva: 'IVA descontable',
} as const;

export type EntryAccount = keyof typeof entryAccounts;
export const entryAccountNames = Object.keys(entryAccounts) as EntryAccount[];

/** Forms of the file, with their labels. */
export const entryTemplates = {
  generica: 'CSV con punto y coma',
  excel: 'Excel',
  ejemplo: 'CSV de ejemplo, 500 filas por archivo',
} as const;

export type EntryTemplate = keyof typeof entryTemplates;
export const entryTemplateNames = Object.keys(entryTemplates) as EntryTemplate[];

/**
 * What a closed box credits, with their labels. With the petty cash its payment debits it again; with the bank its payment
 * books nothing. The petty cash is in the name of the company or of the main person in charge of the store.
 */
export const counterAccounts = {
  caja: 'Caja menor, a nombre de la empresa',
  responsable: 'Caja menor, a nombre del responsable',
  banco: 'Banco',
} as const;

export type CounterAccount = keyof typeof counterAccounts;
export const counterAccountNames = Object.keys(counterAccounts) as CounterAccount[];

/** Settings of the entries: `comprobantes_desde` is the day from which the program has them. */
export const entrySettings = [
  ...entryAccountNames,
  'contrapartida',
  'plantilla_comprobantes',
  'comprobantes_desde',
] as const;
export type EntrySetting = (typeof entrySettings)[number];

/** The choices among these settings, with their defaults. @param textOf stored text of a setting; '' for none */
export const entryChoicesIn = (textOf: (name: EntrySetting) => string) => ({
  contrapartida:
    counterAccountNames.find((name) => name === textOf('contrapartida')) ?? ('caja' as const),
  plantilla_comprobantes:
    entryTemplateNames.find((name) => name === textOf('plantilla_comprobantes')) ??
    ('generica' as const),
});

const required = 'Este campo es obligatorio';

const number = () => whole(1).required();

/** A line of an entry; amounts in pesos. */
const line = {
  cuenta: aText(),
  documento: aText(),
  tercero: aText(),
  detalle: aText(),
  debito: aNumber(),
  credito: aNumber(),
};

export const entryCalls = defineCalls({
  '/comprobantes': read({
    summary: 'Los comprobantes por exportar hasta un día, y las exportaciones.',
    who: ['comprobantes'],
    keys: 'lecturaComprobantes',
    body: body({
      /** Absent: today. */
      hasta: dateText(),
    }),
    answer: answer({
      hasta: aText(),
      /** Last day of the closed periods; '' before the first one. */
      cerrado: aText(),
      /** Of the entries that can be exported; amounts in pesos. */
      comprobantes: aCount(),
      filas: aCount(),
      debitos: aNumber(),
      creditos: aNumber(),
      tipos: rowsOf({ nombre: aText(), comprobantes: aCount(), valor: aNumber() }),
      /** What is missing, and for how many entries, which are not exported. */
      faltan: rowsOf({ falta: aText(), comprobantes: aCount() }),
      /** Expenses recorded until the day in boxes that were not closed then, and their value in pesos: the «corte». */
      corte: answer({ gastos: aCount(), valor: aNumber() }),
      exportaciones: rowsOf({
        numero: anId(),
        hasta: aText(),
        comprobantes: aCount(),
        /** Numbers of its first and last entry. */
        desde_numero: anId(),
        hasta_numero: anId(),
        valor: aNumber(),
        nombre: aText(),
        sha256: aText(),
        /** `yyyy-MM-dd HH:mm` in Colombia. */
        creada: aText(),
        persona: aText(),
        /** When and why it was taken back; '' while it counts. */
        retirada: aText(),
        motivo: aText(),
      }),
    }),
  }),
  '/exportarComprobantes': mutation({
    summary: 'Numera y exporta los comprobantes hasta un día; cada uno se exporta una vez.',
    who: ['comprobantes'],
    body: body({ hasta: dateText().required(required) }),
    answer: done({ numero: anId(), comprobantes: aCount() }),
  }),
  '/retirarExportacion': mutation({
    summary:
      'Retira una exportación: su número no se usa de nuevo y sus comprobantes quedan libres.',
    who: ['comprobantes'],
    body: body({ numero: number(), motivo: filledLine(200, required).required(required) }),
    answer: done(),
  }),
  '/reversarComprobante': mutation({
    summary:
      'Reversa un comprobante exportado: la próxima exportación lleva la reversa y el comprobante nuevo.',
    who: ['comprobantes'],
    body: body({ numero: number(), motivo: filledLine(200, required).required(required) }),
    answer: done(),
  }),
  '/cerrarPeriodo': mutation({
    summary: 'Cierra los días hasta uno: ningún comprobante nuevo lleva un día cerrado.',
    who: ['comprobantes'],
    body: body({ hasta: dateText().required(required) }),
    answer: done(),
  }),
  '/comprobanteDeCaja': read({
    summary: 'El comprobante de una caja cerrada.',
    who: ['comprobantes'],
    keys: 'lecturaComprobantes',
    body: body({ id_caja: requiredId() }),
    answer: answer({
      /** Null before its export. */
      numero: orNull(anId()),
      dia: aText(),
      faltan: rowsOf({ falta: aText() }),
      lineas: rowsOf(line),
    }),
  }),
});
