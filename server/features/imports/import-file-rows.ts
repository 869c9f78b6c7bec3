/** The rows of an uploaded file under the fields of their columns. */
import { maximumImportRows } from '#contract/calls/imports.calls.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import type { ReadTable } from './tables/read-table.ts';
import type { TableRow } from './tables/table-cells.ts';
import { runUntrusted, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import type { UploadedFile } from '../../platform/http/operation.ts';
import { type ImportColumn, sameText } from './import-columns.ts';

/** Milliseconds: a thousand rows take one. */
const DEADLINE = 10_000;

const harmful =
  'El archivo tardó demasiado en leerse o necesita demasiada memoria: use la plantilla y cargue menos filas.';

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

type Asking = Pick<RunOptions, 'by' | 'signal'>;

async function tableOf(file: string, asking: Asking): Promise<ReadTable> {
  try {
    return await runUntrusted(() =>
      untrustedFiles.run(
        'readTable',
        { file, maximumRows: maximumImportRows },
        { ...asking, deadline: DEADLINE },
      ),
    );
  } catch (error) {
    if (isFaultOfFile(error)) return { ok: false, motivo: harmful };
    throw error;
  }
}

const listed = (titles: readonly string[]): string =>
  titles.map((title) => `«${title.slice(0, 60)}»`).join(', ');

/** Where each field stands. @throws HttpError 422 when a column is missing or stands there twice */
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
 * @param asking whose import it is
 * @throws HttpError 422 with a sentence when the file cannot be read, lacks a column or has no rows
 */
export async function rowsOfFile<Field extends string>(
  { file }: UploadedFile,
  columns: Readonly<Record<Field, ImportColumn>>,
  asking: Asking,
): Promise<FileRows<Field>> {
  const table = await tableOf(file, asking);
  if (!table.ok) throw refused(table.motivo);
  const [head, ...rest] = table.filas;
  if (head === undefined) throw refused('El archivo está vacío.');
  const { places, unread } = placesOf(head, columns);
  if (rest.length === 0) throw refused('El archivo no tiene filas debajo de los títulos.');
  const cellOf = ({ celdas }: TableRow, field: Field): string | null => {
    const place = places.get(field);
    return place === undefined ? '' : celdas[place] === undefined ? '' : celdas[place];
  };
  const fields = Object.keys(columns) as Field[];
  return {
    rows: rest.map((row) => ({
      fila: row.fila,
      celdas: Object.fromEntries(fields.map((field) => [field, cellOf(row, field)])) as Record<
        Field,
        string | null
      >,
    })),
    avisos:
      unread.length === 0
        ? []
        : [`No se leen estas columnas, que no se conocen: ${listed(unread)}.`],
  };
}
