/** The form of a supplier: its values, its rules and the call that saves it. */
import { type HolderDocument, holderDocuments } from '#contract/calls/payments.calls.ts';
import { type Regime, regimeNames } from '#contract/calls/suppliers.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { fillAll } from '#contract/fields.ts';
import { checkDigit, readDocument } from '#contract/typed-values.ts';
import {
  type RequestTo,
  createRecordFormMachine,
  recordKind,
  trimmed,
} from '../records/record-form.machine.ts';

export interface SupplierFormFacts {
  /** Null for a new one. */
  supplier: AnswerOf<'/obtenerProveedorById'> | null;
}

/** Names of the kinds of documents. */
export const documentNames: Record<HolderDocument, string> = {
  CC: 'Cédula de ciudadanía (CC)',
  NIT: 'NIT',
  CE: 'Cédula de extranjería (CE)',
  PPT: 'Permiso por protección temporal (PPT)',
  PA: 'Pasaporte',
};

/** A supplier that a store created has one name; as a person's, it begins as given names. */
export const initialSupplierValues = ({ supplier }: SupplierFormFacts) => ({
  tipo_doc: holderDocuments.find((name) => name === supplier?.tipo_doc) ?? 'NIT',
  num_doc: supplier?.num_doc ?? '',
  digito: supplier?.digito ?? '',
  nombre: supplier?.nombre ?? '',
  nombres: supplier?.nombres || (supplier?.nombre ?? ''),
  apellidos: supplier?.apellidos ?? '',
  regimen: regimeNames.find((name) => name === supplier?.regimen) ?? ('' as Regime | ''),
  ocasional: String(supplier?.ocasional ?? 0),
  bloqueado: String(supplier?.bloqueado ?? 0),
});

export type SupplierValues = ReturnType<typeof initialSupplierValues>;

/** A company has one name, a person given names and surnames. */
export const isCompany = ({ tipo_doc }: Pick<SupplierValues, 'tipo_doc'>): boolean =>
  tipo_doc === 'NIT';

/** The form with a typed number; the check digit of a NIT follows it. */
export const withNumber = (values: SupplierValues, num_doc: string): SupplierValues => ({
  ...values,
  num_doc,
  digito: checkDigit(readDocument(num_doc)) ?? '',
});

export const supplierKind = recordKind<SupplierFormFacts, SupplierValues, '/guardarProveedor'>({
  draft: 'proveedor',
  request: (values, { supplier }) => {
    const { nombre, nombres, apellidos, digito, ...typed } = trimmed(values);
    return {
      path: '/guardarProveedor',
      body: {
        ...typed,
        ...(isCompany(values) ? { nombre, digito } : { nombres, apellidos }),
        num_doc: readDocument(typed.num_doc),
        ocasional: Number(typed.ocasional),
        bloqueado: Number(typed.bloqueado),
        ...(supplier !== null && { id_elemento: supplier.id, version: supplier.version }),
      },
    } as RequestTo<'/guardarProveedor'>;
  },
  rules: () => [],
  incomplete: fillAll,
  destination: { route: 'proveedores' },
});

export const supplierFormMachine = createRecordFormMachine(supplierKind);
