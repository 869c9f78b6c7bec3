/** Files of entries, read by readers of their own. */
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { entryFile, type NumberedEntry } from '#server/features/entries/entry-file.ts';

const line = (debito: number, credito: number) => ({
  cuenta: '110510',
  documento: '900123456',
  tercero: 'Peña; «Año» 2026',
  detalle: '=1+1',
  debito,
  credito,
});

/** An entry of so many lines of one centavo. */
const entry = (numero: number, count: number): NumberedEntry => ({
  numero,
  dia: '2026-06-17',
  tipo: 'Caja cerrada',
  tienda: 'Centro',
  centro_costo: 'CC01',
  lineas: [...Array.from({ length: count - 1 }, () => line(1, 0)), line(0, count - 1)],
});

test('the generic file is a CSV with semicolons and decimal commas, and no formula', async () => {
  const { nombre, bytes } = await entryFile('generica', 7, [
    { ...entry(3, 2), lineas: [line(1_234_567, 0), line(0, 1_234_567)] },
  ]);
  expect(nombre).toBe('comprobantes-7.csv');
  const head =
    'Comprobante;Fecha;Tipo;Cuenta;Documento;Tercero;Centro de costo;Tienda;Detalle;Débito;Crédito';
  const start = '3;2026-06-17;Caja cerrada;110510;900123456;"Peña; «Año» 2026";CC01;Centro;\'=1+1';
  expect(bytes.toString('utf8')).toBe(
    `\ufeff${head}\r\n${start};12345,67;0,00\r\n${start};0,00;12345,67\r\n`,
  );
});

test('the example has its own columns, decimal points and Latin-1', async () => {
  const { bytes } = await entryFile('ejemplo', 7, [
    { ...entry(3, 2), lineas: [line(150, 0), line(0, 150)] },
  ]);
  expect(bytes.toString('latin1')).toBe(
    [
      'FECHA,NUMERO,CUENTA,NIT,CCOSTO,DETALLE,DEBITO,CREDITO',
      "2026-06-17,3,110510,900123456,CC01,'=1+1,1.50,0.00",
      "2026-06-17,3,110510,900123456,CC01,'=1+1,0.00,1.50",
      '',
    ].join('\r\n'),
  );
});

test('rows beyond the limit open a second file, and an entry is never in two', async () => {
  // 500 rows a file: 300 + 200, then 201 + 299, then one that is longer than a file.
  const entries = [entry(1, 300), entry(2, 200), entry(3, 201), entry(4, 299), entry(5, 600)];
  const { nombre, bytes } = await entryFile('ejemplo', 8, entries);
  expect(nombre).toBe('comprobantes-8.zip');
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [
    name,
    [
      ...new Set(
        strFromU8(content, true)
          .trim()
          .split('\r\n')
          .slice(1)
          .map((row) => row.split(',')[1]),
      ),
    ],
    strFromU8(content, true).trim().split('\r\n').length - 1,
  ]);
  expect(files).toEqual([
    ['comprobantes-8-1.csv', ['1', '2'], 500],
    ['comprobantes-8-2.csv', ['3', '4'], 500],
    ['comprobantes-8-3.csv', ['5'], 600],
  ]);
  expect((await entryFile('ejemplo', 8, entries)).bytes.equals(bytes)).toBe(true);
});
