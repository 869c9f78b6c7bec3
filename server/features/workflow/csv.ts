/** The log as CSV (RFC 4180) in UTF-8 with its mark, so that spreadsheets read the accents. */
import { type ExportedEvent, speakable } from './exported-event.ts';

type Cell = string | number | null;

/** Others read the file by these names: new ones go to the end. */
const columns: readonly (readonly [header: string, value: (event: ExportedEvent) => Cell])[] = [
  ['Caja', ({ box }) => box.id],
  ['Tienda', ({ box }) => box.tienda],
  ['Centro de costo', ({ box }) => box.centro_costo],
  ['Supervisor', ({ box }) => box.supervisor],
  ['Reembolso n.º', ({ box }) => box.consecutivo],
  ['Secuencia', ({ secuencia }) => secuencia],
  ['Fecha y hora', ({ instante }) => instante],
  ['Evento', ({ evento }) => evento],
  ['Código del evento', ({ codigo }) => codigo],
  ['Gasto', ({ id_gasto }) => id_gasto],
  ['Desde', ({ desde }) => desde],
  ['Hacia', ({ hacia }) => hacia],
  ['Persona', ({ persona }) => persona],
  ['Perfil', ({ perfil }) => perfil],
  ['Observación', ({ observacion }) => observacion],
  ['Motivo de rechazo', ({ motivo }) => motivo],
  ['Ingreso', ({ ingreso }) => ingreso],
];

/** Beginnings of a cell that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The same behind a semicolon, a tab or the end of a line: spreadsheets that separate by these, as those set to
 * Spanish do, see no quotes around our cells and begin another cell there.
 */
const formulaInside = /([;\t\r\n])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = speakable(value).replace(formulaInside, "$1'").replace(formula, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The file, a page of events at a time. */
export async function* csvOf(pages: AsyncIterable<ExportedEvent[]>): AsyncGenerator<string> {
  yield `\ufeff${line(columns.map(([header]) => header))}`;
  for await (const events of pages) {
    if (events.length === 0) continue;
    yield events.map((event) => line(columns.map(([, value]) => value(event)))).join('');
  }
}
