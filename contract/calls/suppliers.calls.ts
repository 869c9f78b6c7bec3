import type * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anId,
  answer,
  aText,
  body,
  choice,
  documentText,
  done,
  fillAll,
  flag,
  id,
  isFilled,
  line,
  listBody,
  onlyAlphanumeric,
  orNull,
  otherCheckDigit,
  requiredId,
  rowsOf,
  shaped,
  text,
  version,
} from '../fields.ts';
import { checkDigit } from '../typed-values.ts';
import { holderDocuments } from './payments.calls.ts';

/** Tax regimes of a supplier, with their labels. */
export const regimes = {
  responsable: 'Responsable de IVA',
  no_responsable: 'No responsable de IVA',
  simple: 'Régimen simple',
  autorretenedor: 'Autorretenedor',
} as const;

export type Regime = keyof typeof regimes;
export const regimeNames = Object.keys(regimes) as Regime[];

/** Refusal of a purchase from a blocked supplier. */
export const blockedSupplier =
  'El proveedor está bloqueado: no se le compra con caja menor. Pregunte a contabilidad.';

const isNit = (tipo: unknown): boolean => tipo === 'NIT';

const required = (schema: yup.StringSchema): yup.StringSchema =>
  schema.required(fillAll).test('filled', fillAll, isFilled);

/** A field of companies, or of natural persons. */
const nameOf = (ofCompany: boolean, max: number) =>
  line(max).when('tipo_doc', ([tipo], schema) =>
    isNit(tipo) === ofCompany ? required(schema) : schema,
  );

const isDigitOf = (digit: unknown, { parent: { num_doc } }: yup.TestContext): boolean =>
  typeof num_doc !== 'string' || [null, digit].includes(checkDigit(num_doc));

const supplierFields = {
  tipo_doc: choice(holderDocuments).required(fillAll),
  num_doc: documentText(15, /^[A-Za-z0-9]{3,15}$/, onlyAlphanumeric)
    .required(fillAll)
    .when('tipo_doc', ([tipo], schema) =>
      // Only passports have letters.
      tipo === 'PA'
        ? schema
        : schema.matches(/^[\d-]*$/, {
            message: 'Solo se aceptan números',
            excludeEmptyString: true,
          }),
    ),
  /** Check digit of a NIT. */
  digito: shaped(text(1), /^\d$/, 'Solo números').when('tipo_doc', ([tipo], schema) =>
    isNit(tipo) ? schema.required(fillAll).test('nit', otherCheckDigit, isDigitOf) : schema,
  ),
  /** Of a company. */
  nombre: nameOf(true, 200),
  /** Of a natural person. */
  nombres: nameOf(false, 100),
  apellidos: nameOf(false, 99),
  regimen: choice(['', ...regimeNames]),
  ocasional: flag().required(fillAll),
  /** 1: nothing may be bought from it. */
  bloqueado: flag().required(fillAll),
};

const listed = {
  id: anId(),
  tipo_doc: aText(),
  num_doc: aText(),
  digito: aText(),
  nombre: aText(),
  regimen: aText(),
  ocasional: aFlag(),
  bloqueado: aFlag(),
};

export const supplierCalls = defineCalls({
  '/obtenerProveedores': read({
    summary: 'Lista de proveedores, sin los que se unieron a otro.',
    who: ['proveedores'],
    list: true,
    body: listBody({}),
    answer: rowsOf(listed),
  }),
  '/obtenerProveedorById': read({
    summary: 'Un proveedor; el que se unió a otro responde por ese otro.',
    who: ['proveedores'],
    body: body({ id_proveedor: requiredId() }),
    answer: answer({
      ...listed,
      nombres: aText(),
      apellidos: aText(),
      /** Documents of the suppliers that were merged with it. */
      unidos: rowsOf({ id: anId(), num_doc: aText(), nombre: aText() }),
      /** For `/guardarProveedor`. */
      version: aCount(),
    }),
  }),
  '/guardarProveedor': mutation({
    summary: 'Crea o modifica un proveedor.',
    who: ['proveedores'],
    creates: true,
    body: body({
      ...supplierFields,
      /** Absent for a new one. */
      id_elemento: id(),
      version: version(),
    }),
    answer: done({ id_elemento: anId() }),
  }),
  '/unirProveedores': mutation({
    summary: 'Une un proveedor a otro, que es el mismo tercero: sus compras cuentan como del otro.',
    who: ['proveedores'],
    body: body({
      id_proveedor: requiredId(),
      /** The one that stays. */
      id_destino: requiredId(),
    }),
    answer: done(),
  }),
  '/separarProveedor': mutation({
    summary:
      'Deshace la unión de un proveedor: vuelve a ser otro, con las compras que se anotaron con él.',
    who: ['proveedores'],
    body: body({ id_proveedor: requiredId() }),
    answer: done(),
  }),
  '/comprasDeProveedor': read({
    summary: 'Los gastos de un proveedor que la sesión puede ver, del más nuevo al más viejo.',
    who: ['proveedores'],
    list: true,
    body: listBody({ id_proveedor: requiredId() }),
    answer: rowsOf({
      id_gasto: anId(),
      id_caja: anId(),
      tienda: aText(),
      /** Null while the box is open. */
      consecutivo: orNull(anId()),
      fecha_gasto: aText(),
      recibo: aText(),
      concepto: aText(),
      /** Pesos. */
      valor: aNumber(),
      nombre_estado: aText(),
    }),
  }),
});
