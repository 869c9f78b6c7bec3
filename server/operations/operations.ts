/** One operation for every call of the contract. */
import type { CallPath } from '#contract/contract.ts';
import { absenceOperations } from './absence/absence.operations.ts';
import { administrationOperations } from './administration/administration.operations.ts';
import { catalogueOperations } from './administration/catalogue.operations.ts';
import { boxOperations } from './boxes/box.operations.ts';
import { cashCountOperations } from './cash-counts/cash-count.operations.ts';
import { expenseOperations } from './expenses/expense.operations.ts';
import { importOperations } from './imports/import.operations.ts';
import { invoiceOperations } from './invoices/invoice.operations.ts';
import { invitationOperations } from './invitations/invitation.operations.ts';
import { mailOperations } from './mails/own-mails.operations.ts';
import type { Operation } from './operation.ts';
import { pendingOperations } from './pending/pending.operations.ts';
import { referenceOperations } from './reference/reference.operations.ts';
import { reviewOperations } from './reviews/review.operations.ts';
import { searchOperations } from './search/search.operations.ts';
import { sessionOperations } from './session/session.operations.ts';
import { workflowOperations } from './workflow/workflow.operations.ts';

export const operations = {
  ...sessionOperations,
  ...referenceOperations,
  ...administrationOperations,
  ...catalogueOperations,
  ...importOperations,
  ...invitationOperations,
  ...absenceOperations,
  ...mailOperations,
  ...boxOperations,
  ...cashCountOperations,
  ...expenseOperations,
  ...invoiceOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...searchOperations,
  ...pendingOperations,
} satisfies { [Path in CallPath]: Operation<Path> };
