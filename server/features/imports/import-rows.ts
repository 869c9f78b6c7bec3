import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type ImportedTable,
  type ReviewedRow,
  maximumImportRows,
} from '#contract/calls/imports.calls.ts';
import type { Reason } from '#contract/errors.ts';
import type { Permission } from '#contract/permissions.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { hashOf } from '../../platform/access/digests.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import type { UploadedFile } from '../../platform/http/operation.ts';
import { quoted } from '../invoices/xml/refused-file.ts';
import { type TableRow, headIn } from '../tables/read-table.ts';
import { type RequestInfo, readTableFile } from '../tables/read-table-file.ts';

/** Columns of the files that import users, stores, openings, categories, suppliers and answered documents, by the form field that each fills. */

export interface ImportColumn {
  /** Title of the column; matched ignoring case and accents. */
  titulo: string;
  ejemplo: string;
  optional?: true;
}

export const userColumns = {
  tipo: { titulo: 'Tipo de usuario', ejemplo: 'Supervisor' },
  nombre: { titulo: 'Nombre', ejemplo: 'Ana María Rojas' },
  tipo_doc: { titulo: 'Tipo de documento', ejemplo: 'Cédula de ciudadanía' },
  num_doc: { titulo: 'Número de documento', ejemplo: '1020304050' },
  digito: { titulo: 'Dígito de verificación', ejemplo: '', optional: true },
  email: { titulo: 'Correo', ejemplo: 'ana.rojas@empresa.com' },
  celular: { titulo: 'Celular', ejemplo: '3001234567', optional: true },
  permisos: { titulo: 'Permisos', ejemplo: '', optional: true },
  /** Of a new user, who chooses another one at the first sign-in; without it the user is invited. No example: it would be used. */
  password: { titulo: 'Contraseña temporal', ejemplo: '', optional: true },
} as const satisfies Record<string, ImportColumn>;

const optional = <Field extends string>(
  columns: Readonly<Record<Field, { titulo: string; ejemplo: string }>>,
) =>
  Object.fromEntries(
    Object.entries<object>(columns).map(([field, column]) => [
      field,
      { ...column, optional: true },
    ]),
  ) as Record<Field, ImportColumn>;

/** The account that is proposed for a store. */
export const accountColumns = optional({
  banco: { titulo: 'Banco', ejemplo: 'Bancolombia' },
  tipo_cuenta: { titulo: 'Tipo de cuenta', ejemplo: 'ahorros' },
  numero: { titulo: 'Cuenta', ejemplo: '00912344471' },
  titular: { titulo: 'Titular', ejemplo: 'Ana María Rojas' },
  tipo_doc: { titulo: 'Tipo de documento', ejemplo: 'CC' },
  documento: { titulo: 'Documento', ejemplo: '1020304050' },
});

export const storeColumns = {
  nombre: { titulo: 'Nombre', ejemplo: 'Tienda Centro' },
  direccion: { titulo: 'Dirección', ejemplo: 'Calle 10 # 20-30' },
  telefono: { titulo: 'Teléfono', ejemplo: '6044441212' },
  email: { titulo: 'Correo', ejemplo: 'centro@empresa.com' },
  centro_costo: { titulo: 'Centro de costo', ejemplo: 'CC-101' },
  centro_beneficio: { titulo: 'Centro de beneficio', ejemplo: 'CB-101' },
  responsable: { titulo: 'Correo del responsable', ejemplo: 'responsable@empresa.com' },
  gerente: { titulo: 'Correo del gerente', ejemplo: 'gerente@empresa.com' },
  supervisor: { titulo: 'Correo del supervisor', ejemplo: 'ana.rojas@empresa.com' },
  formato_tienda: { titulo: 'Formato', ejemplo: '' },
  base: { titulo: 'Fondo', ejemplo: '1000000' },
  ciudad: { titulo: 'Ciudad', ejemplo: 'Medellín' },
  ...accountColumns,
} as const satisfies Record<string, ImportColumn>;

/** Boxes under way that a row may have. */
export const openingBoxes = [1, 2, 3, 4, 5] as const;
type BoxField = `${'numero' | 'valor' | 'dia'}_${(typeof openingBoxes)[number]}`;

const boxColumns = Object.fromEntries(
  openingBoxes.flatMap((place) => [
    [`numero_${place}`, { titulo: `Caja ${place}: número`, ejemplo: place === 1 ? '12' : '' }],
    [`valor_${place}`, { titulo: `Caja ${place}: valor`, ejemplo: place === 1 ? '250000' : '' }],
    [`dia_${place}`, { titulo: `Caja ${place}: día`, ejemplo: place === 1 ? '2026-06-10' : '' }],
  ]),
) as Record<BoxField, { titulo: string; ejemplo: string }>;

export const openingColumns = {
  nombre: { titulo: 'Tienda', ejemplo: 'Tienda Centro' },
  centro_costo: { titulo: 'Centro de costo', ejemplo: 'CC-101', optional: true },
  base: { titulo: 'Fondo', ejemplo: '1000000' },
  efectivo: { titulo: 'Efectivo contado', ejemplo: '300000' },
  siguiente: { titulo: 'Próxima caja', ejemplo: '13' },
  ...optional({
    debe: { titulo: 'A cargo', ejemplo: '50000' },
    sin_registrar: { titulo: 'Recibos sin registrar', ejemplo: '80000' },
    ...boxColumns,
  }),
  ...accountColumns,
} as const satisfies Record<string, ImportColumn>;

export type OpeningField = keyof typeof openingColumns;

export const categoryColumns = {
  nombre: { titulo: 'Categoría', ejemplo: 'Elementos de aseo' },
  cuenta: { titulo: 'Cuenta', ejemplo: '529525' },
  /** Separated by commas. */
  formatos: { titulo: 'Formatos', ejemplo: 'Droguería, Punto exprés' },
  mantenimiento: { titulo: 'Mantenimiento', ejemplo: 'No', optional: true },
} as const satisfies Record<string, ImportColumn>;

export const supplierColumns = {
  tipo_doc: { titulo: 'Tipo de documento', ejemplo: 'NIT' },
  num_doc: { titulo: 'Documento', ejemplo: '900373923' },
  digito: { titulo: 'Dígito de verificación', ejemplo: '8', optional: true },
  nombre: { titulo: 'Nombre', ejemplo: 'Ferretería El Tornillo S.A.S.' },
  /** Of a natural person, whose given names are in `nombre`. */
  apellidos: { titulo: 'Apellidos', ejemplo: '', optional: true },
  regimen: { titulo: 'Régimen', ejemplo: 'Responsable de IVA', optional: true },
  tipo: { titulo: 'Tipo', ejemplo: 'Habitual', optional: true },
  estado: { titulo: 'Estado', ejemplo: 'Activo', optional: true },
} as const satisfies Record<string, ImportColumn>;

/** `referencia` is that of the exported file. */
export const supportingDocumentColumns = {
  referencia: { titulo: 'Referencia', ejemplo: '12' },
  numero: { titulo: 'Número', ejemplo: 'SEDS984000012' },
  cuds: { titulo: 'CUDS', ejemplo: 'a1'.repeat(48) },
} as const satisfies Record<string, ImportColumn>;

export type SupportingDocumentField = keyof typeof supportingDocumentColumns;
export type SupplierField = keyof typeof supplierColumns;
export type CategoryField = keyof typeof categoryColumns;
export type UserField = keyof typeof userColumns;
export type StoreField = keyof typeof storeColumns;

export const importColumns = {
  usuarios: userColumns,
  tiendas: storeColumns,
  aperturas: openingColumns,
  categorias: categoryColumns,
  proveedores: supplierColumns,
  documentos_soporte: supportingDocumentColumns,
} as const satisfies Record<ImportedTable, Record<string, ImportColumn>>;

/** The permission to create one row of the table. */
export const importPermissions = {
  usuarios: ['crearUsuario'],
  tiendas: ['crearTienda'],
  aperturas: ['editarTienda'],
  categorias: ['catalogos'],
  proveedores: ['proveedores'],
  documentos_soporte: ['comprobantes'],
} as const satisfies Record<ImportedTable, readonly [Permission]>;

/** The rows of an uploaded file, with their cells by field. */

export interface FieldRow<Field extends string> {
  fila: number;
  /** Null for a formula. */
  celdas: Record<Field, string | null>;
}

export interface FileRows<Field extends string> {
  rows: FieldRow<Field>[];
  avisos: string[];
}

const refused = (mensaje: string) => brokenRule('archivo', mensaje);

const listed = (titles: readonly string[]): string => titles.map(quoted).join(', ');

/** Longest text of a cell, in letters: longer than any field of a form. */
const longestCell = 2_000;

/** Column index of each field. @throws HttpError 422 when a column is missing or occurs twice */
function placesOf<Field extends string>(
  head: TableRow,
  columns: Readonly<Record<Field, ImportColumn>>,
): { places: Map<Field, number>; unread: string[] } {
  const fields = Object.keys(columns) as Field[];
  const titles = head.celdas.map((cell) => sameText(cell ?? ''));
  const places = new Map<Field, number>();
  for (const field of fields) {
    const title = sameText(columns[field].titulo);
    if (titles.indexOf(title) !== titles.lastIndexOf(title))
      throw refused(`La columna «${columns[field].titulo}» está dos veces.`);
    if (titles.includes(title)) places.set(field, titles.indexOf(title));
  }
  const missing = fields.filter((field) => !places.has(field) && !columns[field].optional);
  if (missing.length > 0)
    throw refused(
      `En la fila ${head.fila}, la de los títulos, faltan columnas: ${listed(missing.map((field) => columns[field].titulo))}. Use la plantilla.`,
    );
  const read = new Set(places.values());
  const unread = head.celdas.flatMap((cell, index) => (cell && !read.has(index) ? [cell] : []));
  return { places, unread };
}

/**
 * @param asking user and abort signal of the import
 * @throws HttpError 422 with a sentence when the file cannot be read, lacks a column or has no rows
 */
export async function rowsOfFile<Field extends string>(
  { file }: UploadedFile,
  columns: Readonly<Record<Field, ImportColumn>>,
  asking: RequestInfo,
): Promise<FileRows<Field>> {
  const titles = Object.values<ImportColumn>(columns).flatMap(({ titulo, optional: may }) =>
    may ? [] : [titulo],
  );
  const table = await readTableFile({ file, maximumRows: maximumImportRows, titles }, asking);
  if (!table.ok) throw refused(table.motivo);
  const at = headIn(table.filas, titles);
  const head = table.filas[at];
  const rest = table.filas.slice(at + 1);
  if (head === undefined) throw refused('El archivo está vacío.');
  const { places, unread } = placesOf(head, columns);
  if (rest.length === 0) throw refused('El archivo no tiene filas debajo de los títulos.');
  const cellOf = ({ celdas }: TableRow, field: Field): string | null => {
    const place = places.get(field);
    const cell = place === undefined ? '' : celdas[place];
    return cell === undefined ? '' : (cell?.slice(0, longestCell + 1) ?? null);
  };
  const hidden = rest.filter(({ oculta }) => oculta).map(({ fila }) => `${fila}`);
  const fields = Object.keys(columns) as Field[];
  return {
    rows: rest.map((row) => ({
      fila: row.fila,
      celdas: Object.fromEntries(fields.map((field) => [field, cellOf(row, field)])) as Record<
        Field,
        string | null
      >,
    })),
    avisos: [
      ...table.avisos,
      ...(table.hoja === '' ? [] : [`Se lee la hoja ${quoted(table.hoja)}.`]),
      ...(at === 0 ? [] : [`Los títulos están en la fila ${head.fila}.`]),
      ...(hidden.length === 0
        ? []
        : [
            `Hay filas ocultas, que también se leen: ${hidden.slice(0, 20).join(', ')}${hidden.length > 20 ? '…' : ''}.`,
          ]),
      ...(unread.length === 0
        ? []
        : [`No se leen estas columnas, que no se conocen: ${listed(unread)}.`]),
    ],
  };
}

/** Reviews each row of a file by the rules of the form, and for repetitions of other rows. */

/** Id that no row has, for a text that matches nothing; a form with it is never written. */
export const NOTHING = 0;

/** A value of a row that must be unique. */
interface RowKey {
  key: string;
  /** Its Spanish name: «El correo». */
  what: string;
}

/** Messages of the invalid fields of a form. */
export type FieldFaults<Field extends string> = Partial<Record<Field, string>>;

/** The rows of one table: how a row becomes a form, and the rules of that form. */
export interface RowKind<Field extends string, Form> {
  columns: Readonly<Record<Field, ImportColumn>>;
  /** The form of a row; `faults` has the values that are not found, for example a city. */
  read: (cells: Readonly<Record<Field, string>>) => { form: Form; faults: FieldFaults<Field> };
  /** The rules of the form that need no database. */
  rules: (form: Form) => Reason[];
  keys: (form: Form) => RowKey[];
  /** The form of the row that is registered under the same key; `fixed` when an import never changes it. */
  registered: (form: Form) => Promise<Form | 'fixed' | null>;
  /** The values that an import may change, as the file has them. */
  shown?: (form: Form) => Partial<Record<Field, string>>;
  /** The rules of the form that need the database. */
  reasons: (form: Form) => Promise<Reason[]>;
  /** Rules that rows break only together: the messages of each of these valid forms. */
  together?: (forms: readonly Form[]) => string[][];
  /** What follows of a valid row, in words. */
  notes?: (form: Form) => string[];
  /** Creates what a form says, or changes the registered row of its key. */
  write: (form: Form) => Promise<unknown>;
}

/** Longest name in a review, in letters. */
const longestName = 200;

interface Review<Form> {
  filas: ReviewedRow[];
  avisos: string[];
  /** Hash of the rows and their results: it changes when the file or the registered data change. */
  huella: string;
  /** The forms of the rows that create or change something. */
  forms: { resultado: ReviewedRow['resultado']; form: Form }[];
}

/** The form is null for a row with errors, and for one that is never changed. */
type Outcome<Form> = Pick<ReviewedRow, 'resultado' | 'mensajes'> & { form: Form | null };

const wrong = (mensajes: readonly string[]): Outcome<never> => ({
  resultado: 'error',
  mensajes: [...new Set(mensajes)],
  form: null,
});

/** Faults of the cells alone: a formula, or a required cell that is empty. */
function cellFaults<Field extends string>(
  columns: Readonly<Record<Field, ImportColumn>>,
  { celdas }: FieldRow<Field>,
): FieldFaults<Field> {
  const faults: FieldFaults<Field> = {};
  for (const field of Object.keys(columns) as Field[]) {
    const cell = celdas[field];
    if (cell === null) faults[field] = 'tiene una fórmula; deje solo el valor.';
    else if (cell.length > longestCell) faults[field] = 'es demasiado largo.';
    else if (cell === '' && !columns[field].optional) faults[field] = 'está vacío.';
  }
  return faults;
}

function withoutFormulas<Field extends string>(
  celdas: Readonly<Record<Field, string | null>>,
): Record<Field, string> {
  const texts = Object.entries<string | null>(celdas).map(([field, cell]) => [field, cell ?? '']);
  return Object.fromEntries(texts) as Record<Field, string>;
}

async function outcomeOf<Field extends string, Form>(
  kind: RowKind<Field, Form>,
  row: FieldRow<Field>,
  seen: Map<string, number>,
): Promise<Outcome<Form>> {
  const { form, faults: unknown } = kind.read(withoutFormulas(row.celdas));
  const faults: FieldFaults<Field> = { ...unknown, ...cellFaults(kind.columns, row) };
  const isField = (name: string): name is Field => Object.hasOwn(kind.columns, name);
  for (const { guardia, mensaje } of kind.rules(form))
    if (isField(guardia) && faults[guardia] === undefined) faults[guardia] = mensaje;
  const named = (Object.keys(kind.columns) as Field[]).flatMap((field) =>
    faults[field] === undefined ? [] : [`${kind.columns[field].titulo}: ${faults[field]}`],
  );
  if (named.length > 0) return wrong(named);
  const registered = await kind.registered(form);
  if (registered === 'fixed') return { resultado: 'registrada', mensajes: [], form: null };
  const repeated = kind.keys(form).flatMap(({ key, what }) => {
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row.fila);
    return before === undefined ? [] : [`${what} es el de la fila ${before}.`];
  });
  const changes = registered === null ? [] : changesOf(kind, registered, form);
  if (registered !== null && changes.length === 0 && repeated.length === 0)
    return { resultado: 'igual', mensajes: [], form };
  const reasons = await kind.reasons(form);
  const mensajes = [...repeated, ...reasons.map(({ mensaje }) => mensaje)];
  if (mensajes.length > 0) return wrong(mensajes);
  return {
    resultado: registered === null ? 'correcta' : 'cambia',
    mensajes: changes,
    form,
  };
}

/** «Celular: 300 → 310» for each value of the form that differs from the registered one. */
function changesOf<Field extends string, Form>(
  { columns, shown }: RowKind<Field, Form>,
  before: Form,
  after: Form,
): string[] {
  const [old, given] = [shown?.(before), shown?.(after)];
  return (Object.keys(columns) as Field[]).flatMap((field) => {
    const [from = '', to = ''] = [old?.[field], given?.[field]];
    return from === to ? [] : [`${columns[field].titulo}: ${from || '—'} → ${to || '—'}`];
  });
}

/** Refuses the rows that break a rule together, until the valid ones that remain break none. */
function refuseTogether<Field extends string, Form>(
  { together }: RowKind<Field, Form>,
  outcomes: Outcome<Form>[],
): void {
  if (together === undefined) return;
  for (let isValid = false; !isValid; ) {
    isValid = true;
    const valid = outcomes.flatMap(({ form }, index) => (form === null ? [] : [{ form, index }]));
    const messages = together(valid.map(({ form }) => form));
    for (const [place, { index }] of valid.entries()) {
      const mensajes = messages[place] ?? [];
      if (mensajes.length === 0) continue;
      outcomes[index] = wrong(mensajes);
      isValid = false;
    }
  }
}

/** Reviews every row; writes nothing. */
export async function reviewRows<Field extends string, Form>(
  kind: RowKind<Field, Form>,
  { rows, avisos }: FileRows<Field>,
): Promise<Review<Form>> {
  const seen = new Map<string, number>();
  const outcomes: Outcome<Form>[] = [];
  for (const row of rows) {
    // The review of a row may wait for no I/O: this lets other requests run.
    await yieldToEventLoop();
    outcomes.push(await outcomeOf(kind, row, seen));
  }
  refuseTogether(kind, outcomes);
  const filas = rows.map(({ fila, celdas }, index): ReviewedRow => {
    const { resultado, mensajes, form } = outcomes[index] ?? wrong([]);
    const nombre = Object.entries<string | null>(celdas).find(([field]) => field === 'nombre');
    const named = (nombre?.[1] ?? '').slice(0, longestName);
    const notes = form === null ? [] : (kind.notes?.(form) ?? []);
    return { fila, nombre: named, resultado, mensajes: [...mensajes, ...notes] };
  });
  const forms = outcomes.flatMap(({ form, resultado }) =>
    form === null || resultado === 'igual' ? [] : [{ resultado, form }],
  );
  return { filas, avisos, huella: hashOf(JSON.stringify([rows, filas])), forms };
}
