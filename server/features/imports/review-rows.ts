/** Reviews each row of a file: the rules of the form, and those that hold among the rows. */
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { ReviewedRow } from '#contract/calls/imports.calls.ts';
import type { Reason } from '#contract/errors.ts';
import { hashOf } from '../../platform/access/digests.ts';
import type { ImportColumn } from './import-columns.ts';
import type { FieldRow, FileRows } from './import-file-rows.ts';

/** A key that no row has: the form of a row whose text names nothing is never written. */
export const NOTHING = 0;

/** Something of a row by which it is known, which no other row may have. */
interface RowKey {
  key: string;
  /** The Spanish name of it: «El correo». */
  what: string;
}

/** A field of a form, and what is wrong about it. */
export type FieldFaults<Field extends string> = Partial<Record<Field, string>>;

/** The rows of one table: how a row becomes a form, and what the forms of that table ask. */
export interface RowKind<Field extends string, Form> {
  columns: Readonly<Record<Field, ImportColumn>>;
  /** The form of a row; `faults` name what is not found, for example a city. */
  read: (cells: Readonly<Record<Field, string>>) => { form: Form; faults: FieldFaults<Field> };
  /** The rules of the form that need no database. */
  rules: (form: Form) => Reason[];
  keys: (form: Form) => RowKey[];
  isThere: (form: Form) => Promise<boolean>;
  /** The rules of the form that need the database. */
  reasons: (form: Form) => Promise<Reason[]>;
}

interface Review<Form> {
  filas: ReviewedRow[];
  avisos: string[];
  /** Names the rows and what became of each: the same file has another one when something else is registered. */
  huella: string;
  /** The forms of the right rows. */
  forms: Form[];
}

type Outcome<Form> = Pick<ReviewedRow, 'resultado' | 'mensajes'> & { form: Form | null };

const wrong = (mensajes: readonly string[]): Outcome<never> => ({
  resultado: 'error',
  mensajes: [...new Set(mensajes)],
  form: null,
});

/** Faults that show before the row is read: nothing where something must be, or a formula. */
function cellFaults<Field extends string>(
  columns: Readonly<Record<Field, ImportColumn>>,
  { celdas }: FieldRow<Field>,
): FieldFaults<Field> {
  const faults: FieldFaults<Field> = {};
  for (const field of Object.keys(columns) as Field[]) {
    if (celdas[field] === null) faults[field] = 'tiene una fórmula; deje solo el valor.';
    else if (celdas[field] === '' && !columns[field].optional) faults[field] = 'está vacío.';
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
  if (await kind.isThere(form)) return { resultado: 'registrada', mensajes: [], form: null };
  const repeated = kind.keys(form).flatMap(({ key, what }) => {
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row.fila);
    return before === undefined ? [] : [`${what} es el de la fila ${before}.`];
  });
  const reasons = await kind.reasons(form);
  const mensajes = [...repeated, ...reasons.map(({ mensaje }) => mensaje)];
  return mensajes.length > 0 ? wrong(mensajes) : { resultado: 'correcta', mensajes: [], form };
}

/** Looks at every row; nothing is written. */
export async function reviewRows<Field extends string, Form>(
  kind: RowKind<Field, Form>,
  { rows, avisos }: FileRows<Field>,
): Promise<Review<Form>> {
  const seen = new Map<string, number>();
  const filas: ReviewedRow[] = [];
  const forms: Form[] = [];
  for (const row of rows) {
    // A row takes some tenths of a millisecond, and may wait for nothing.
    await othersHadTheirTurn();
    const { form, resultado, mensajes } = await outcomeOf(kind, row, seen);
    const nombre = Object.entries<string | null>(row.celdas).find(([field]) => field === 'nombre');
    filas.push({ fila: row.fila, nombre: nombre?.[1] ?? '', resultado, mensajes });
    if (form !== null) forms.push(form);
  }
  return { filas, avisos, huella: hashOf(JSON.stringify([rows, filas])), forms };
}
