/** The entries for accounting as data of an acting flow, with the rules of their calls. */
import type { AnswerOf } from '#contract/contract.ts';
import { refusedIf } from '#contract/errors.ts';
import type { ActingKind } from '../records/acting.machine.ts';

export type EntryPath =
  | '/exportarComprobantes'
  | '/retirarExportacion'
  | '/reversarComprobante'
  | '/cerrarPeriodo';

const required = 'Este campo es obligatorio';

export const entryKind: ActingKind<AnswerOf<'/comprobantes'>, EntryPath> = {
  refusals: ({ path, body }, { comprobantes }) => {
    if (path === '/exportarComprobantes')
      return refusedIf(
        comprobantes === 0,
        'entriesAreFree',
        'No hay comprobantes por exportar hasta ese día.',
      );
    if (path === '/cerrarPeriodo') return refusedIf(body.hasta === '', 'hasta', required);
    return [
      ...refusedIf(body.numero === 0, 'numero', 'Escriba el número del comprobante.'),
      ...refusedIf(body.motivo.trim() === '', 'motivo', 'Escriba por qué.'),
    ];
  },
};
