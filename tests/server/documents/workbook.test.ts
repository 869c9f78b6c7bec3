/** Streamed workbooks. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  type Column,
  columnName,
  rowsOf,
  workbookOf,
} from '#server/platform/workbook/workbook-stream.ts';
import { momentOf, readWorkbook } from '#tests/kit/files/workbook.ts';

interface Row {
  text: string | null;
  money: number | null;
  day: string;
  moment: number;
  count: number;
}

const columns: readonly Column<Row>[] = [
  { header: 'Texto', kind: 'text', width: 30, value: ({ text }) => text },
  { header: 'Valor', kind: 'money', width: 14, value: ({ money }) => money },
  { header: 'Día', kind: 'day', width: 12, value: ({ day }) => day },
  { header: 'Momento', kind: 'moment', width: 17, value: ({ moment }) => moment },
  { header: 'N.º', kind: 'whole', width: 8, value: ({ count }) => count },
];

const row: Row = {
  text: 'Café',
  money: 12_500_50,
  day: '2026-06-17',
  moment: Date.UTC(2026, 5, 18, 3, 30),
  count: 7,
};

const book = workbookOf([{ sheet: 'Hoja', columns }]);
const stream = (pages: AsyncIterable<readonly Row[]>) => book([rowsOf(columns, pages)]);

async function* pagesOf(...pages: readonly Row[][]): AsyncGenerator<readonly Row[]> {
  yield* pages;
}

const written = async (...pages: readonly Row[][]) =>
  readWorkbook(await buffer(await stream(pagesOf(...pages))));

const writtenText = async (text: string) => (await written([{ ...row, text }])).rows[0]?.Texto;

describe('cells', () => {
  test('are numbers, dates and texts of a spreadsheet', async () => {
    const { head, rows } = await written([row]);
    expect(head).toEqual(['Texto', 'Valor', 'Día', 'Momento', 'N.º']);
    expect(rows).toEqual([
      {
        Texto: { type: 'text', value: 'Café' },
        Valor: { type: 'number', value: 12_500.5, format: '"$" #,##0.00' },
        Día: { type: 'number', value: 46_190, format: 'yyyy-mm-dd' },
        Momento: { type: 'number', value: expect.any(Number), format: 'yyyy-mm-dd hh:mm' },
        'N.º': { type: 'number', value: 7, format: '0' },
      },
    ]);
    expect(momentOf(rows[0]?.Día)).toBe('2026-06-17 00:00');
    expect(momentOf(rows[0]?.Momento)).toBe('2026-06-17 22:30');
  });

  test('without a value are omitted', async () => {
    const { rows, sheet } = await written([{ ...row, text: '', money: null }]);
    expect(rows[0]).toMatchObject({ Texto: null, Valor: null });
    expect(sheet).not.toContain('r="A2"');
  });

  test.each([
    '=1+1',
    '+57 300',
    '-7',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '000123',
    '1e5',
    ' con espacios ',
    '<b>&amp;"comillas"</b>',
    ']]>',
    'constructor',
    '__proto__',
    'línea\notra\tcolumna',
    'Ñandú 🧾 «x»',
  ])('contain the text %j unchanged', async (text) => {
    expect(await writtenText(text)).toEqual({ type: 'text', value: text });
  });

  test('omit characters that XML forbids, and escape text that looks like an escape', async () => {
    expect(await writtenText('a\u0001b\u001fc\uffffd')).toEqual({ type: 'text', value: 'abcd' });
    expect(await writtenText('_x0041_')).toEqual({ type: 'text', value: '_x005F_x0041_' });
  });

  test('are truncated at the maximum length of a cell', async () => {
    const cell = await writtenText('ñ'.repeat(40_000));
    expect(cell?.type === 'text' && [cell.value.length, cell.value.at(-1)]).toEqual([32_767, '…']);
  });
});

describe('a sheet', () => {
  test('has a frozen header and a filter over every row', async () => {
    const { sheet } = await written([row, row], [], [row]);
    expect(sheet).toContain('<autoFilter ref="A1:E4"/>');
    expect(sheet).toMatch(/<pane ySplit="1"[^>]*state="frozen"\/>/);
    expect(sheet).toContain('<col min="1" max="1" width="30" customWidth="1"/>');
    expect(sheet).toMatch(/<row r="3">.*<row r="4">/);
  });

  test('without rows has only a header', async () => {
    const { head, rows, sheet } = await written();
    expect([head.length, rows]).toEqual([5, []]);
    expect(sheet).toContain('<autoFilter ref="A1:E1"/>');
  });

  test('may follow another one, of other columns', async () => {
    const others: readonly Column<number>[] = [
      { header: 'Número', kind: 'whole', width: 8, value: (number) => number },
    ];
    async function* numbers(): AsyncGenerator<readonly number[]> {
      yield [1, 2];
      yield [3];
    }
    const two = workbookOf([
      { sheet: 'Hoja', columns },
      { sheet: 'Otra', columns: others },
    ]);
    const bytes = await buffer(
      await two([rowsOf(columns, pagesOf([row])), rowsOf(others, numbers())]),
    );
    expect(readWorkbook(bytes).rows).toHaveLength(1);
    const { sheet, rows } = readWorkbook(bytes, 2);
    expect(rows.map(({ Número }) => Número?.value)).toEqual([1, 2, 3]);
    expect(sheet).toContain('<autoFilter ref="A1:A4"/>');
  });

  test('names its columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ]);
  });
});

describe('a streamed workbook', () => {
  test('fails when its rows fail', async () => {
    async function* failing(): AsyncGenerator<readonly Row[]> {
      yield [row];
      throw new Error('the database is gone');
    }
    const sending = await stream(failing());
    await expect(buffer(sending)).rejects.toThrow('the database is gone');
  });

  test('reads no more rows once its reader stops', async () => {
    let asked = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<readonly Row[]> {
      try {
        for (;;) {
          asked += 1;
          const text = Array.from({ length: 60 }, () => Math.random().toString(36)).join(' ');
          yield Array.from({ length: 100 }, () => ({ ...row, text: `${text} ${asked}` }));
        }
      } finally {
        ended = true;
      }
    }
    const sending = await stream(endless());
    for await (const _part of sending) if (asked > 3) break;
    await expect.poll(() => ended).toBe(true);
    const askedThen = asked;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBe(askedThen);
  });

  test('reads rows only as its reader consumes them', async () => {
    let asked = 0;
    async function* many(): AsyncGenerator<readonly Row[]> {
      for (; asked < 2_000; asked += 1)
        yield Array.from({ length: 50 }, () => ({ ...row, text: Math.random().toString(36) }));
    }
    const sending = await stream(many());
    sending.read(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBeLessThan(500);
    sending.destroy();
  });
});
