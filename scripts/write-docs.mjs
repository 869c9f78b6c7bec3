// `npm run docs:write`: prints the documents that are made from the code (scripts/documents/printed-documents.ts).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from './project.mjs';

const table = path.join(root, 'scripts/documents/printed-documents.ts');

/** @type {Awaited<ReturnType<typeof runnerImport<typeof import('./documents/printed-documents.ts')>>>} */
const { module } = await runnerImport(table, { root, configFile: false });

for (const { file, print } of module.printedDocuments) {
  writeFileSync(path.join(root, file), await print());
  console.log(file);
}
