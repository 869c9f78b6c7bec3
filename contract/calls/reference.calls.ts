import * as yup from 'yup';
import { defineCalls } from '../call.ts';
import { body, listFields, malformedMessage } from '../fields.ts';

/** Lookup lists and the columns each may be narrowed by; `prefix` compares the beginning of a text. */
export const referenceTables = {
  categoria_gasto: { id: 'equal', id_formato: 'equal' },
  motivo_rechazo: { id: 'equal' },
  empresas: { id: 'equal', id_ciudad: 'equal' },
  indicadores: { id: 'equal' },
  impuestos: { id: 'equal' },
  tipo_doc: { id: 'equal' },
  tipo_usuario: { id: 'equal' },
  ciudades: { id: 'equal' },
  formato_tienda: { id: 'equal' },
  paises: { id: 'equal', iso_region: 'equal' },
  municipios: { id_municipio: 'equal', departamento_id: 'equal' },
  usuarios: { id: 'equal', tipo: 'equal' },
  proveedores: { id: 'equal', num_doc: 'prefix' },
  config: { id: 'equal', field_name: 'equal' },
} as const satisfies Record<string, Record<string, 'equal' | 'prefix'>>;

export type ReferenceTable = keyof typeof referenceTables;

/** Lists that also answer what is inactive, narrowed by scope. */
export const unfilteredTables = {
  cajas: { id: 'equal' },
  tiendas: { id: 'equal' },
  categoria_gasto: { id: 'equal', id_formato: 'equal' },
} as const satisfies Record<string, Record<string, 'equal' | 'prefix'>>;

export type UnfilteredTable = keyof typeof unfilteredTables;

type Scalar = string | number;

/** `{ column: value }` or `{ column: [values] }`; which columns is decided by the table. */
export type Condition = Record<string, Scalar | Scalar[]>;

const isScalar = (value: unknown): value is Scalar =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && value.length <= 100 && !value.includes('\u0000'));

const condition = () =>
  yup
    .mixed<Condition>(
      (value): value is Condition =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    .typeError(malformedMessage)
    .test(
      'condition',
      malformedMessage,
      (value) =>
        value == null ||
        (Object.keys(value).length <= 5 &&
          Object.values(value).every(
            (wanted) =>
              isScalar(wanted) ||
              (Array.isArray(wanted) && wanted.length <= 200 && wanted.every(isScalar)),
          )),
    );

const tableName = <Name extends string>(names: readonly Name[]) =>
  yup.string<Name>().strict().oneOf(names, malformedMessage).required(malformedMessage);

/** A row of a lookup list: which columns it has depends on the table. */
export type ReferenceRow = Record<string, string | number | null>;

const looseRows = () =>
  yup
    .array<ReferenceRow>()
    .strict()
    .of(
      yup
        .mixed<ReferenceRow>(
          (value): value is ReferenceRow => typeof value === 'object' && value !== null,
        )
        .required(),
    )
    .required();

export const referenceCalls = defineCalls({
  '/datosGenerales': {
    summary: 'Una lista de referencia, solo lo activo.',
    who: 'session',
    kind: 'read',
    list: true,
    body: body({
      ...listFields,
      tabla: tableName(Object.keys(referenceTables) as ReferenceTable[]),
      condicional: condition(),
    }),
    answer: looseRows(),
  },
  '/datosGeneralesNoActive': {
    summary: 'Una lista de referencia, también lo inactivo.',
    who: 'session',
    kind: 'read',
    list: true,
    body: body({
      ...listFields,
      tabla: tableName(Object.keys(unfilteredTables) as UnfilteredTable[]),
      condicional: condition(),
    }),
    answer: looseRows(),
  },
  '/formatearNumero': {
    summary: 'Da formato a un valor escrito.',
    who: 'session',
    kind: 'read',
    body: body({
      valor: yup
        .mixed<string | number>(
          (value): value is string | number =>
            typeof value === 'string' || typeof value === 'number',
        )
        .typeError(malformedMessage)
        .required('Solo números'),
    }),
    answer: yup.string().strict().defined(),
  },
});

/** Where the store's own shipping companies and the national ones are found. */
export const nationalCityId = 1146;
