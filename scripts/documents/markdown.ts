const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table as Markdown. Its columns are not lined up, so that a change of one row is one line of a diff. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** Paragraphs, tables and headings, with an empty line between them and one line end after the last. */
export const page = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
