import { expect, test } from 'vitest';
import { printedDocuments } from '../../scripts/documents/printed-documents.ts';
import { textOf } from './source-graph.ts';

test.each(printedDocuments)('$file is up to date with the code', async ({ file, print }) => {
  expect(textOf(file), `${file} is older than the code: npm run docs:write`).toBe(await print());
});
