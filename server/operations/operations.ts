/** One operation for every call of the contract. */
import type { CallPath } from '#contract/contract.ts';
import { absenceOperations } from './absence/absence.operations.ts';
import { catalogueOperations } from './administration/catalogue.operations.ts';
import { companyOperations } from './administration/company.operations.ts';
import { elementOperations } from './administration/element.operations.ts';
import { outgoingMailOperations } from './administration/outgoing-mail.operations.ts';
import { settingsOperations } from './administration/settings.operations.ts';
import { storeOperations } from './administration/store.operations.ts';
import { userOperations } from './administration/user.operations.ts';
import { boxOperations } from './boxes/box.operations.ts';
import { legalisationOperations } from './boxes/mail-legalisation.ts';
import { shippingOperations } from './boxes/ship-papers.ts';
import { fundOperations } from './boxes/store-fund.ts';
import { cashCountOperations } from './cash-counts/cash-count.operations.ts';
import { expenseOperations } from './expenses/expense.operations.ts';
import { importOperations } from './imports/import.operations.ts';
import { invitationOperations } from './invitations/invitation.operations.ts';
import { invoiceOperations } from './invoices/invoice.operations.ts';
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
  ...userOperations,
  ...companyOperations,
  ...storeOperations,
  ...settingsOperations,
  ...elementOperations,
  ...outgoingMailOperations,
  ...catalogueOperations,
  ...importOperations,
  ...invitationOperations,
  ...absenceOperations,
  ...mailOperations,
  ...boxOperations,
  ...shippingOperations,
  ...legalisationOperations,
  ...fundOperations,
  ...cashCountOperations,
  ...expenseOperations,
  ...invoiceOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...searchOperations,
  ...pendingOperations,
} satisfies { [Path in CallPath]: Operation<Path> };
