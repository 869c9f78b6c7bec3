/** One operation for every call of the contract. */
import type { CallPath } from '#contract/contract.ts';
import { administrationOperations } from './administration/administration.operations.ts';
import { boxOperations } from './boxes/box.operations.ts';
import { expenseOperations } from './expenses/expense.operations.ts';
import { invoiceOperations } from './invoices/invoice.operations.ts';
import type { Operation } from './operation.ts';
import { referenceOperations } from './reference/reference.operations.ts';
import { reviewOperations } from './reviews/review.operations.ts';
import { searchOperations } from './search/search.operations.ts';
import { sessionOperations } from './session/session.operations.ts';
import { workflowOperations } from './workflow/workflow.operations.ts';

export const operations = {
  ...sessionOperations,
  ...referenceOperations,
  ...administrationOperations,
  ...boxOperations,
  ...expenseOperations,
  ...invoiceOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...searchOperations,
} satisfies { [Path in CallPath]: Operation<Path> };
