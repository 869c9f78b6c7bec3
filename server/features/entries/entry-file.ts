/** Files of entries. A template is a table of columns; the same entries yield the same bytes. */
import { zipSync } from 'fflate';
import type { EntryTemplate } from '#contract/calls/entries.calls.ts';
import type { EntryLine } from '#machines/domain/entry/entry-lines.ts';
import { csvLineOf, csvMark } from '#machines/domain/values/csv.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';

export interface NumberedEntry {
  numero: number;
  /** Posting day. */
  dia: string;
  tipo: string;
  tienda: string;
  centro_costo: string;
  lineas: readonly EntryLine[];
}

type FieldName = Exclude<keyof NumberedEntry, 'lineas'> | keyof EntryLine;

interface Template {
  kind: 'csv' | 'xlsx';
  /** Of a CSV. */
  separator: ';' | ',' | '\t';
  decimals: '.' | ',';
  encoding: 'utf8' | 'latin1';
  /** Lines of a file; an entry is never in two. */
  rows: number;
  columns: readonly (readonly [title: string, field: FieldName])[];
}

const allColumns: Template['columns'] = [
  ['Comprobante', 'numero'],
  ['Fecha', 'dia'],
  ['Tipo', 'tipo'],
  ['Cuenta', 'cuenta'],
  ['Documento', 'documento'],
  ['Tercero', 'tercero'],
  ['Centro de costo', 'centro_costo'],
  ['Tienda', 'tienda'],
  ['Detalle', 'detalle'],
  ['Débito', 'debito'],
  ['Crédito', 'credito'],
];

const generic = {
  kind: 'csv',
  separator: ';',
  decimals: ',',
  encoding: 'utf8',
  rows: 20_000,
  columns: allColumns,
} as const satisfies Template;

/** To add the form of an accounting program, add a row here and its label to `entryTemplates`. */
const templates: Record<EntryTemplate, Template> = {
  generica: generic,
  excel: { ...generic, kind: 'xlsx' },
  ejemplo: {
    ...generic,
    separator: ',',
    decimals: '.',
    encoding: 'latin1',
    rows: 500,
    columns: [
      ['FECHA', 'dia'],
      ['NUMERO', 'numero'],
      ['CUENTA', 'cuenta'],
      ['NIT', 'documento'],
      ['CCOSTO', 'centro_costo'],
      ['DETALLE', 'detalle'],
      ['DEBITO', 'debito'],
      ['CREDITO', 'credito'],
    ],
  },
};

const fieldOf = (entry: NumberedEntry, line: EntryLine, field: FieldName): string | number =>
  ({ ...entry, ...line })[field];

const isAmount = (field: FieldName): field is 'debito' | 'credito' =>
  field === 'debito' || field === 'credito';

/** Entries of each file, in their order; one that is longer than a file has a file of its own. */
function partsOf(entries: readonly NumberedEntry[], rows: number): NumberedEntry[][] {
  const parts: NumberedEntry[][] = [];
  let left = 0;
  for (const entry of entries) {
    if (parts.length === 0 || entry.lineas.length > left) {
      parts.push([]);
      left = rows;
    }
    parts.at(-1)?.push(entry);
    left -= entry.lineas.length;
  }
  return parts;
}

function csvOf(template: Template, entries: readonly NumberedEntry[]): Buffer {
  const { columns, separator, decimals, encoding } = template;
  const shown = (field: FieldName, value: string | number): string =>
    isAmount(field) ? toPesos(Number(value)).toFixed(2).replace('.', decimals) : String(value);
  const csvLine = csvLineOf(separator);
  const lines = entries.flatMap((entry) =>
    entry.lineas.map((line) =>
      csvLine(columns.map(([, field]) => shown(field, fieldOf(entry, line, field)))),
    ),
  );
  const text = [csvLine(columns.map(([title]) => title)), ...lines].join('');
  return encoding === 'utf8'
    ? Buffer.from(csvMark + text, 'utf8')
    : Buffer.from(text.replace(/[\u0100-\uffff]/g, '?'), 'latin1');
}

const xlsxOf = ({ columns }: Template, entries: readonly NumberedEntry[]): Promise<Buffer> =>
  wholeWorkbook([
    {
      sheet: 'Comprobantes',
      head: columns.map(([title]) => title),
      rows: entries.flatMap((entry) =>
        entry.lineas.map((line) =>
          columns.map(([, field]) => {
            const value = fieldOf(entry, line, field);
            return isAmount(field) ? toPesos(Number(value)) : value;
          }),
        ),
      ),
    },
  ]);

/** Earliest time that a ZIP can hold: the content alone decides its bytes. */
const noTime = '1980-01-01T00:00:00';

/**
 * The file of an export; several are one ZIP.
 *
 * @param numero of the export
 */
export async function entryFile(
  name: EntryTemplate,
  numero: number,
  entries: readonly NumberedEntry[],
): Promise<{ nombre: string; bytes: Buffer }> {
  const template = templates[name];
  const parts = partsOf(entries, template.rows);
  const nombre = `comprobantes-${numero}`;
  const files: [string, Buffer][] = [];
  for (const [place, part] of parts.entries()) {
    const ending = parts.length === 1 ? '' : `-${place + 1}`;
    const bytes = template.kind === 'csv' ? csvOf(template, part) : await xlsxOf(template, part);
    files.push([`${nombre}${ending}.${template.kind}`, bytes]);
  }
  const [only] = files;
  if (only !== undefined && files.length === 1) return { nombre: only[0], bytes: only[1] };
  const zipped = zipSync(Object.fromEntries(files), { level: 0, mtime: noTime });
  return { nombre: `${nombre}.zip`, bytes: Buffer.from(zipped) };
}
