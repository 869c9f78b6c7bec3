/** From a file as a person has it (XLSX or CSV) to its rows. */
import { readFile } from 'node:fs/promises';
import { RefusedFile } from '../../invoices/xml/refused-file.ts';
import { isZip } from '../../invoices/xml/read-zip.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { TableRow } from './table-cells.ts';

interface TableFile {
  file: string;
  maximumRows: number;
}

export type ReadTable = { ok: true; filas: TableRow[] } | { ok: false; motivo: string };

/** Sentences for what people choose by mistake, by the first bytes. */
const otherKinds: readonly (readonly [signature: string, sentence: string])[] = [
  ['%PDF-', 'El archivo es un PDF: cargue el libro de Excel (.xlsx) o el CSV.'],
  [
    '\xd0\xcf\x11\xe0',
    'El libro es de una versión antigua de Excel (.xls) o tiene contraseña: guárdelo como .xlsx sin contraseña.',
  ],
];

function requireReadable(bytes: Buffer): void {
  const other = otherKinds.find(([signature]) =>
    bytes.toString('latin1', 0, 8).startsWith(signature),
  );
  if (other !== undefined) throw new RefusedFile(other[1]);
}

/** Task: the rows of a file. What it holds is never an exception. */
export async function readTable({ file, maximumRows }: TableFile): Promise<ReadTable> {
  try {
    const bytes = await readFile(file);
    requireReadable(bytes);
    const filas = isZip(bytes) ? await readXlsx(bytes, maximumRows) : readCsv(bytes, maximumRows);
    return { ok: true, filas };
  } catch (error) {
    if (error instanceof RefusedFile) return { ok: false, motivo: error.message };
    throw error;
  }
}
