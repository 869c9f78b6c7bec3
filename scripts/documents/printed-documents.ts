/** The documents that are printed from the code, never written by hand: `npm run docs:write`. */
import { permissionsDocument } from './permissions-document.ts';
import { workflowDocument } from './workflow.ts';

export interface PrintedDocument {
  /** From the root of the project. */
  file: string;
  /** The whole text of the file. */
  print: () => string | Promise<string>;
}

export const printedDocuments: readonly PrintedDocument[] = [
  { file: 'docs/permissions.md', print: permissionsDocument },
  { file: 'docs/workflow.md', print: workflowDocument },
];
