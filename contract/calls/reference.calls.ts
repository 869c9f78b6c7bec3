import * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aText,
  alphanumeric,
  anId,
  body,
  choice,
  done,
  fillAll,
  filledLine,
  flag,
  id,
  line,
  listBody,
  listFields,
  listOf,
  malformed,
  rowsOf,
  shaped,
  someOf,
  version,
  whole,
} from '../fields.ts';

/** Lookup tables and their filterable columns; `prefix` matches the start of a text. */
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

/** Tables that also return inactive rows, limited to the scope of the session. */
export const unfilteredTables = {
  cajas: { id: 'equal' },
  tiendas: { id: 'equal' },
  categoria_gasto: { id: 'equal', id_formato: 'equal' },
  formato_tienda: { id: 'equal' },
  motivo_rechazo: { id: 'equal' },
  impuestos: { id: 'equal' },
  indicadores: { id: 'equal' },
} as const satisfies Record<string, Record<string, 'equal' | 'prefix'>>;

export type UnfilteredTable = keyof typeof unfilteredTables;

/** Value types of the column kinds; `key` is a nullable number, `money` is pesos, `version` that of all rows. */
export interface ColumnKinds {
  number: number;
  key: number | null;
  text: string;
  money: number;
  version: number;
}

type Columns = Readonly<Record<string, keyof ColumnKinds>>;

const named = { id: 'number', nombre: 'text' } as const;
const documentClass = { ...named, codigo: 'text' } as const;
const tax = { ...named, porcentaje: 'number', cuenta_retencion: 'text' } as const;
const category = {
  ...named,
  cuenta: 'text',
  id_formato: 'number',
  mantenimiento: 'number',
} as const;

/** Columns of each table; the first one is the key. */
export const referenceColumns = {
  categoria_gasto: category,
  motivo_rechazo: named,
  empresas: { ...named, id_ciudad: 'number' },
  indicadores: documentClass,
  impuestos: tax,
  tipo_doc: named,
  tipo_usuario: named,
  ciudades: { ...named, id_municipio: 'key' },
  formato_tienda: named,
  paises: { id: 'number', iso_region: 'text', nombre_region: 'text' },
  municipios: { id_municipio: 'number', municipio: 'text', departamento_id: 'number' },
  usuarios: { id: 'number', razon_social: 'text', tipo: 'number' },
  proveedores: {
    id: 'number',
    num_doc: 'text',
    digito: 'text',
    nombre: 'text',
    bloqueado_desde: 'key',
  },
  config: { id: 'number', field_name: 'text', field_content: 'text', version: 'version' },
} as const satisfies Record<ReferenceTable, Columns>;

export const unfilteredColumns = {
  cajas: {
    id: 'number',
    active: 'number',
    consecutivo: 'key',
    fecha: 'text',
    total: 'money',
    total_aprobado: 'money',
    id_tienda: 'number',
  },
  tiendas: {
    ...named,
    centro_costo: 'text',
    id_formato: 'number',
    id_ciudad: 'number',
    base: 'money',
    active_: 'number',
  },
  categoria_gasto: { ...category, active_: 'number' },
  formato_tienda: { ...named, active_: 'number' },
  motivo_rechazo: { ...named, active_: 'number' },
  impuestos: { ...tax, active_: 'number' },
  indicadores: { ...documentClass, active_: 'number' },
} as const satisfies Record<UnfilteredTable, Columns>;

type RowOf<Table extends Columns> = { -readonly [Name in keyof Table]: ColumnKinds[Table[Name]] };

/** A row of `/datosGenerales`, by table. */
export type ReferenceRow<Table extends ReferenceTable = ReferenceTable> = {
  [Name in Table]: RowOf<(typeof referenceColumns)[Name]>;
}[Table];

/** A row of `/datosGeneralesNoActive`, by table. */
export type UnfilteredRow<Table extends UnfilteredTable = UnfilteredTable> = {
  [Name in Table]: RowOf<(typeof unfilteredColumns)[Name]>;
}[Table];

type Scalar = string | number;

/** `{ column: value }` or `{ column: [values] }`; the table determines the allowed columns. */
export type Condition = Record<string, Scalar | Scalar[]>;

const isScalar = (value: unknown): value is Scalar =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && value.length <= 100 && !value.includes('\u0000'));

/** Parses a JSON text; any other value is returned unchanged, `''` as undefined. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A condition, as an object or as its JSON text. */
const condition = () =>
  yup
    .mixed<Condition>(
      (value): value is Condition =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    .typeError(malformed('debe ser un objeto {columna: valor}, o su texto JSON'))
    .meta({ description: 'Un objeto {columna: valor}, o su texto JSON.' })
    .transform(parsed)
    .test(
      'condition',
      malformed('admite cinco columnas, cada una con un valor o una lista de hasta 200'),
      (value) =>
        value == null ||
        (Object.keys(value).length <= 5 &&
          Object.values(value).every(
            (wanted) =>
              isScalar(wanted) ||
              (Array.isArray(wanted) && wanted.length <= 200 && wanted.every(isScalar)),
          )),
    );

const tableRows = <Row extends object>() =>
  yup
    .array(
      yup
        .mixed<Row>((value): value is Row => typeof value === 'object' && value !== null)
        .required(),
    )
    .strict()
    .required();

export const referenceCalls = defineCalls({
  '/datosGenerales': read({
    summary: 'Una lista de referencia, solo lo activo.',
    who: 'session',
    list: true,
    body: body({
      ...listFields,
      tabla: choice(Object.keys(referenceTables) as ReferenceTable[]).required(),
      condicional: condition(),
    }),
    answer: tableRows<ReferenceRow>(),
  }),
  '/datosGeneralesNoActive': read({
    summary: 'Una lista de referencia, también lo inactivo.',
    who: 'session',
    list: true,
    body: body({
      ...listFields,
      tabla: choice(Object.keys(unfilteredTables) as UnfilteredTable[]).required(),
      condicional: condition(),
    }),
    answer: tableRows<UnfilteredRow>(),
  }),
  '/formatearNumero': read({
    summary: 'Da formato a un valor escrito.',
    who: 'session',
    body: body({
      valor: yup
        .mixed<string | number>(
          (value): value is string | number =>
            typeof value === 'string' || typeof value === 'number',
        )
        .required('Solo números'),
    }),
    answer: yup.string().strict().defined(),
  }),
});

/** City id of the national shipping companies, which are offered beside those of the store's city. */
export const nationalCityId = 1146;

/** The catalogues that an administrator maintains, with the columns of their forms. */
export const catalogueColumns = {
  categoria_gasto: ['nombre', 'cuenta', 'formatos', 'mantenimiento'],
  formato_tienda: ['nombre'],
  motivo_rechazo: ['nombre'],
  impuestos: ['nombre', 'porcentaje', 'cuenta_retencion'],
  indicadores: ['nombre', 'codigo'],
} as const;

export type CatalogueTable = keyof typeof catalogueColumns;
export type CatalogueColumn = (typeof catalogueColumns)[CatalogueTable][number];

export const catalogueTables = Object.keys(catalogueColumns) as CatalogueTable[];

/** Formats of one category. */
const maximumFormats = 200;

const accountShape = /^\d{4,10}$/;
const accountMessage = 'Escriba la cuenta con 4 a 10 dígitos.';
const percentMessage = 'Escriba un porcentaje entero entre 0 y 100.';

/** A column of some catalogues: required for those, optional and not saved for the others. */
const columnOf = <Schema extends yup.AnySchema>(column: CatalogueColumn, schema: Schema): Schema =>
  schema.when('tabla', ([tabla]: unknown[], field: yup.AnySchema) => {
    const named = catalogueTables.find((name) => name === tabla);
    const columns: readonly string[] = named === undefined ? [] : catalogueColumns[named];
    return columns.includes(column) ? field.required(fillAll) : field;
  });

export const catalogueCalls = defineCalls({
  '/guardarCatalogo': mutation({
    summary:
      'Crea o modifica una categoría, un formato, un motivo de rechazo, un impuesto o una clase de documento.',
    who: ['catalogos'],
    creates: true,
    body: body({
      tabla: choice(catalogueTables).required(),
      /** Absent for a new row. */
      id_elemento: id(),
      nombre: filledLine(80, fillAll),
      cuenta: columnOf('cuenta', shaped(line(10), accountShape, accountMessage)),
      formatos: columnOf(
        'formatos',
        listOf(id().required(), maximumFormats).min(1, 'Elija al menos un formato.').optional(),
      ),
      mantenimiento: columnOf('mantenimiento', flag()),
      porcentaje: columnOf(
        'porcentaje',
        whole(0, 100).min(0, percentMessage).max(100, percentMessage).integer(percentMessage),
      ),
      /** Of a tax that is a withholding: the account that its rows of a split credit. */
      cuenta_retencion: shaped(line(10), accountShape, accountMessage),
      codigo: columnOf('codigo', alphanumeric(10, line)),
      /** Of a category: version of the row that the form shows. Absent: not compared. */
      version: version(),
    }),
    answer: done({ id_elemento: anId() }),
  }),
  '/listarCategorias': read({
    summary: 'Las categorías de gasto, cada una con sus formatos.',
    who: ['catalogos'],
    list: true,
    body: listBody({
      /** Only the category to which this row of `categoria_gasto` belongs. */
      id_elemento: id(),
    }),
    answer: rowsOf({
      /** The lowest id of its rows of `categoria_gasto`, one for each format. */
      id: anId(),
      nombre: aText(),
      cuenta: aText(),
      mantenimiento: aFlag(),
      active_: aFlag(),
      /** Ids of the formats that offer it; of an inactive one, those that would offer it again. */
      formatos: someOf(anId()),
      version: aCount(),
    }),
  }),
  '/usarPlantilla': mutation({
    summary: 'Crea los seis formatos y sus 108 categorías, en una compañía sin formatos.',
    who: ['catalogos'],
    body: body({}),
    answer: done(),
  }),
});
