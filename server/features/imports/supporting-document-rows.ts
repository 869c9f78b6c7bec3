/** The numbers of «documentos soporte» from a file of the provider that transmitted them. */
import { grouped } from '#machines/domain/values/grouped.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SessionContext, authorOf } from '../../platform/http/operation.ts';
import {
  documentOfCuds,
  documentsWith,
  writeAnswer,
} from '../supporting-documents/supporting-documents.ts';
import {
  type FieldFaults,
  type FieldRow,
  type RowKind,
  type SupportingDocumentField,
  supportingDocumentColumns,
} from './import-rows.ts';

interface Form {
  referencia: number;
  numero: string;
  cuds: string;
}

const referenceIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

export async function supportingDocumentRows(
  trx: Trx,
  rows: readonly FieldRow<SupportingDocumentField>[],
  context: SessionContext,
  locks: boolean,
): Promise<RowKind<SupportingDocumentField, Form>> {
  if (locks) await lockAdministrationLog(trx);
  const ids = rows.map(({ celdas }) => referenceIn(celdas.referencia ?? ''));
  const stored = grouped(
    await documentsWith(trx, ids),
    ({ id }) => id,
    (row) => row,
  );
  return {
    columns: supportingDocumentColumns,
    read: ({ referencia, numero, cuds }) => {
      const form = {
        referencia: referenceIn(referencia.trim()),
        numero: numero.trim(),
        cuds: cuds.trim().toLowerCase(),
      };
      const faults: FieldFaults<SupportingDocumentField> = {};
      if (!stored.has(form.referencia))
        faults.referencia = 'ningún documento soporte exportado la tiene.';
      if (!/^[A-Za-z0-9-]{1,30}$/.test(form.numero))
        faults.numero = 'solo letras, números y guiones, hasta 30.';
      if (!/^[0-9a-f]{96}$/.test(form.cuds)) faults.cuds = 'tiene 96 dígitos hexadecimales.';
      return { form, faults };
    },
    rules: () => [],
    keys: ({ referencia, cuds }) => [
      { key: `${referencia}`, what: 'La referencia' },
      { key: cuds, what: 'El CUDS' },
    ],
    registered: async ({ referencia }) => {
      const [row] = stored.get(referencia) ?? [];
      return row === undefined ? null : { referencia, numero: row.numero, cuds: row.cuds };
    },
    shown: ({ numero, cuds }) => ({ numero, cuds }),
    reasons: async ({ referencia, cuds }) => {
      const other = await documentOfCuds(trx, cuds);
      return other === undefined || other.id === referencia
        ? []
        : [{ guardia: 'cuds', mensaje: `El CUDS es el del documento soporte ${other.id}.` }];
    },
    write: ({ referencia, ...answer }) => writeAnswer(trx, referencia, answer, authorOf(context)),
  };
}
