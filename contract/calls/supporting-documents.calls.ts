import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aNumber,
  answer,
  anId,
  aText,
  body,
  done,
  rowsOf,
  whole,
} from '../fields.ts';

/** A document of one supplier; amounts in pesos, days as `yyyy-MM-dd`. */
const documentFields = {
  documento: aText(),
  proveedor: aText(),
  /** 1: of the purchases of a week; 0: of one purchase. */
  semanal: aFlag(),
  /** First and last day on which its purchases were recorded. */
  desde: aText(),
  hasta: aText(),
  compras: aCount(),
  valor: aNumber(),
};

export const supportingDocumentCalls = defineCalls({
  '/documentosSoporte': read({
    summary:
      'Las compras a quien no factura que esperan su documento soporte, por proveedor y semana, y los últimos exportados.',
    who: ['comprobantes'],
    body: body({}),
    answer: answer({
      /** `vence`: last day of a weekly document; '' when its six days have passed. */
      por_exportar: rowsOf({
        ...documentFields,
        /** The first of its purchases. */
        id_gasto: anId(),
        vence: aText(),
      }),
      exportados: rowsOf({
        ...documentFields,
        referencia: anId(),
        exportacion: anId(),
        /** Day of the export. */
        dia: aText(),
        /** '' while the company's provider has not answered. */
        numero: aText(),
        cuds: aText(),
        /** 1: one of its purchases was corrected, rejected or deleted since. */
        cambio: aFlag(),
      }),
    }),
  }),
  '/exportarDocumentosSoporte': mutation({
    summary:
      'Exporta los documentos soporte que esperan, para el proveedor tecnológico de la compañía.',
    who: ['comprobantes'],
    body: body({}),
    answer: done({ exportacion: anId(), documentos: aCount() }),
  }),
  '/retirarDocumentosSoporte': mutation({
    summary: 'Retira una exportación sin números: sus compras esperan de nuevo.',
    who: ['comprobantes'],
    body: body({ exportacion: whole(1).required() }),
    answer: done(),
  }),
});
