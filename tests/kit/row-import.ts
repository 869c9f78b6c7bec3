/** Files with users and stores, and the two calls that import them. */
import type { ImportedTable } from '#contract/calls/imports.calls.ts';
import type { TestClient } from './client.ts';
import { zipOf } from './files/zip-file.ts';

let numbers = 0;
/** A number of no other row in the test file. */
export const nextRow = (): number => {
  numbers += 1;
  return 7_700_000 + numbers;
};

export const userHeads = [
  'Tipo de usuario',
  'Nombre',
  'Tipo de documento',
  'Número de documento',
  'Dígito de verificación',
  'Correo',
  'Celular',
] as const;

/** A row of a new user. */
export const userCells = (changes: Partial<Record<(typeof userHeads)[number], string>> = {}) => {
  const number = nextRow();
  return userHeads.map(
    (head) =>
      ({
        'Tipo de usuario': 'Supervisor',
        Nombre: `Persona ${number}`,
        'Tipo de documento': 'Cédula de ciudadanía',
        'Número de documento': `${number}`,
        'Dígito de verificación': '',
        Correo: `persona.${number}@cajamenor.test`,
        Celular: '3001234567',
        ...changes,
      })[head],
  );
};

export const storeHeads = [
  'Nombre',
  'Dirección',
  'Teléfono',
  'Correo',
  'Centro de costo',
  'Centro de beneficio',
  'Correo del responsable',
  'Correo del gerente',
  'Correo del supervisor',
  'Formato',
  'Fondo',
  'Ciudad',
] as const;

export const csvOf = (rows: readonly (readonly string[])[], separator = ';'): Buffer =>
  Buffer.from(`${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`);

const letters = (index: number): string =>
  (index < 26 ? '' : 'A') + String.fromCharCode(65 + (index % 26));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Adds the other parts of a workbook to a sheet, as spreadsheets write them. */
export const workbookAround = (sheet: string, more: Record<string, string> = {}): Buffer =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });

/** A workbook with shared texts, as Excel writes it; cells with only digits are numbers. */
export function xlsxOf(rows: readonly (readonly string[])[]): Buffer {
  const texts: string[] = [];
  const cell = (text: string, at: string): string => {
    if (text === '') return '';
    if (text.startsWith('=')) return `<c r="${at}"><f>${escaped(text.slice(1))}</f><v>1</v></c>`;
    if (/^\d+(\.\d+)?$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    texts.push(`<si><t xml:space="preserve">${escaped(text)}</t></si>`);
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const sheetRows = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((text, index) => cell(text, `${letters(index)}${row + 1}`)).join('')}</row>`,
  );
  return workbookAround(`<worksheet><sheetData>${sheetRows.join('')}</sheetData></worksheet>`, {
    'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>`,
  });
}

/** The review and the import of one file. */
export function importOf(by: TestClient, tabla: ImportedTable, bytes: Buffer) {
  const file = { filename: 'filas', bytes };
  return {
    review: () => by.upload('/revisarImportacion', { tabla }, file),
    write: (huella: string) => by.upload('/importarFilas', { tabla, huella }, file),
  };
}
