/** Suppliers from a file: a row with the document of a supplier changes it; an empty cell keeps what is registered. */
import { calls } from '#contract/contract.ts';
import { holderDocuments } from '#contract/calls/payments.calls.ts';
import { type Regime, regimeNames, regimes } from '#contract/calls/suppliers.calls.ts';
import { checkDigit, readDocument } from '#contract/typed-values.ts';
import { taxKey } from '#machines/domain/values/document-keys.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SessionContext, authorOf } from '../../platform/http/operation.ts';
import { quoted } from '../invoices/xml/refused-file.ts';
import {
  type SupplierForm,
  supplierReasons,
  suppliersWithKeys,
  writeSupplier,
} from '../suppliers/supplier.operations.ts';
import {
  type FieldFaults,
  type FieldRow,
  type RowKind,
  type SupplierField,
  supplierColumns,
} from './import-rows.ts';

/** Words of the two columns with a fixed choice, by the value of the form. */
export const supplierWords = {
  tipo: { 0: 'Habitual', 1: 'Ocasional' },
  estado: { 0: 'Activo', 1: 'Bloqueado' },
} as const;

const documentNames: Readonly<Record<string, SupplierForm['tipo_doc']>> = {
  ...Object.fromEntries(holderDocuments.map((name) => [sameText(name), name])),
  pasaporte: 'PA',
};

/** The form of a registered supplier; a name that was never split is kept as given names. */
const formOf = (row: Row<'proveedores'>): SupplierForm => ({
  tipo_doc: holderDocuments.find((name) => name === row.tipo_doc) ?? 'NIT',
  num_doc: row.num_doc,
  digito: row.digito,
  nombre: row.nombre,
  nombres: row.nombres,
  apellidos: row.apellidos,
  regimen: regimeNames.find((name) => name === row.regimen) ?? '',
  ocasional: row.ocasional,
  bloqueado: row.bloqueado_desde === null ? 0 : 1,
});

export async function supplierRows(
  trx: Trx,
  rows: readonly FieldRow<SupplierField>[],
  context: SessionContext,
  locks: boolean,
): Promise<RowKind<SupplierField, SupplierForm>> {
  if (locks) await lockAdministrationLog(trx);
  const keyOf = (document: string) => taxKey(readDocument(document));
  const keys = rows.map(({ celdas }) => keyOf(celdas.num_doc ?? ''));
  const stored = new Map(
    (await suppliersWithKeys(trx, keys)).map((row) => [keyOf(row.num_doc), row]),
  );
  const storedOf = ({ num_doc }: Pick<SupplierForm, 'num_doc'>) => stored.get(keyOf(num_doc));
  return {
    columns: supplierColumns,
    read: ({ tipo, estado, ...cells }) => {
      const faults: FieldFaults<SupplierField> = {};
      const num_doc = readDocument(cells.num_doc);
      const before = storedOf({ num_doc });
      const tipo_doc = documentNames[sameText(cells.tipo_doc)];
      if (tipo_doc === undefined) faults.tipo_doc = `${quoted(cells.tipo_doc)} no se conoce.`;
      const wordIn = (field: keyof typeof supplierWords, text: string, otherwise: 0 | 1): 0 | 1 => {
        if (text === '') return otherwise;
        const found = ([0, 1] as const).find(
          (value) => sameText(supplierWords[field][value]) === sameText(text),
        );
        if (found === undefined)
          faults[field] = `escriba ${Object.values(supplierWords[field]).join(' o ')}.`;
        return found ?? otherwise;
      };
      const regimen =
        cells.regimen === ''
          ? before?.regimen
          : regimeNames.find(
              (name) =>
                sameText(regimes[name]) === sameText(cells.regimen) || name === cells.regimen,
            );
      if (regimen === undefined && cells.regimen !== '')
        faults.regimen = `${quoted(cells.regimen)} no se conoce.`;
      const form = {
        tipo_doc: tipo_doc ?? 'NIT',
        num_doc,
        digito: cells.digito || (checkDigit(num_doc) ?? ''),
        nombre: cells.nombre,
        nombres: cells.nombre,
        apellidos: cells.apellidos || (before?.apellidos ?? ''),
        regimen: (regimen ?? '') as Regime | '',
        ocasional: wordIn('tipo', tipo, before?.ocasional ?? 0),
        bloqueado: wordIn('estado', estado, before?.bloqueado_desde == null ? 0 : 1),
      };
      return { form, faults };
    },
    rules: (form) =>
      refusalsOfSchema(calls['/guardarProveedor'].body, form).map((refusal) => ({
        ...refusal,
        guardia: refusal.guardia === 'nombres' ? 'nombre' : refusal.guardia,
      })),
    keys: (form) => [{ key: keyOf(form.num_doc), what: 'El documento' }],
    registered: async (form) => {
      const before = storedOf(form);
      if (before === undefined) return null;
      return before.fusionado_en === null ? formOf(before) : 'fixed';
    },
    shown: (form) => ({
      tipo_doc: form.tipo_doc,
      digito: form.digito ?? '',
      nombre: (form.tipo_doc === 'NIT' ? form.nombre : form.nombres)?.trim() ?? '',
      apellidos: form.tipo_doc === 'NIT' ? '' : (form.apellidos?.trim() ?? ''),
      regimen: form.regimen ? regimes[form.regimen] : '',
      tipo: supplierWords.tipo[form.ocasional],
      estado: supplierWords.estado[form.bloqueado],
    }),
    reasons: (form) => supplierReasons(trx, form, storedOf(form)?.id ?? null),
    write: (form) => writeSupplier(trx, form, storedOf(form) ?? null, authorOf(context)),
  };
}
