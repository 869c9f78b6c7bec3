/** The documents for purchases from who does not invoice as data of an acting flow, with the rules of their calls. */
import type { AnswerOf } from '#contract/contract.ts';
import { refusedIf } from '#contract/errors.ts';
import type { ActingKind } from '../records/acting.machine.ts';

export const nothingToExport = 'Ninguna compra espera un documento soporte.';
export const hasNumbers = 'Esta exportación ya tiene números.';

export const supportingDocumentKind: ActingKind<
  AnswerOf<'/documentosSoporte'>,
  '/exportarDocumentosSoporte' | '/retirarDocumentosSoporte'
> = {
  refusals: ({ path, body }, { por_exportar, exportados }) =>
    path === '/exportarDocumentosSoporte'
      ? refusedIf(por_exportar.length === 0, 'purchasesWait', nothingToExport)
      : refusedIf(
          exportados.some(
            ({ exportacion, numero }) => exportacion === body.exportacion && numero !== '',
          ),
          'exportHasNoNumbers',
          hasNumbers,
        ),
};
