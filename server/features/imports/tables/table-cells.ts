/** The rows of a file as texts, whichever kind of file it was. */
import { RefusedFile } from '../../invoices/xml/refused-file.ts';

/** A row with something in it; a cell with a formula has null. */
export interface TableRow {
  /** As a spreadsheet counts, from 1. */
  fila: number;
  celdas: readonly (string | null)[];
}

/** Columns of a file: far more than any table here has. */
const maximumColumns = 50;

/**
 * Collects the rows that hold something, within the limits.
 *
 * @throws RefusedFile with more rows or columns than a file may have
 */
export class TableRows {
  readonly rows: TableRow[] = [];
  readonly #maximum: number;

  /** @param maximum rows beside the head */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add({ fila, celdas }: TableRow): void {
    if (!celdas.some((cell) => cell !== '')) return;
    if (celdas.length > maximumColumns)
      throw new RefusedFile(
        `La fila ${fila} tiene más de ${maximumColumns} columnas: use la plantilla.`,
      );
    if (this.rows.length > this.#maximum) throw tooManyRows(this.#maximum);
    this.rows.push({ fila, celdas });
  }
}

export const tooManyRows = (maximum: number): RefusedFile =>
  new RefusedFile(
    `El archivo tiene más de ${maximum.toLocaleString('es-CO')} filas: divídalo en varios.`,
  );
