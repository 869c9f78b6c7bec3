/** Parses CSV by RFC 4180. @throws Error for anything else */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const field = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at, at + 100_000));
      if (field === null) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 40)}`);
      row.push((field[1] ?? field[2] ?? '').replaceAll('""', '"'));
      at += field[0].length;
      if (field[3] === '\r\n') break;
    }
    rows.push(row);
  }
  const widths = new Set(rows.map(({ length }) => length));
  if (widths.size > 1) throw new Error('rows of other lengths');
  return rows;
}
