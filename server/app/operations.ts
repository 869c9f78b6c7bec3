/** One operation for every call of the contract. */
import type { CallPath } from '#contract/contract.ts';
import { absenceOperations } from '../features/absence/absence.operations.ts';
import { catalogueOperations } from '../features/catalogues/catalogue.operations.ts';
import { companyOperations } from '../features/companies/company.operations.ts';
import { elementOperations } from '../features/records/element.operations.ts';
import { outgoingMailOperations } from '../features/mails/outgoing-mail.operations.ts';
import { settingsOperations } from '../features/settings/settings.operations.ts';
import { storeOperations } from '../features/stores/store.operations.ts';
import { userOperations } from '../features/users/user.operations.ts';
import { boxOperations } from '../features/boxes/box.operations.ts';
import { legalisationOperations } from '../features/legalisation/mail-legalisation.ts';
import { shippingOperations } from '../features/shipping/ship-papers.ts';
import { fundOperations } from '../features/fund/store-fund.ts';
import { cashCountOperations } from '../features/fund/cash-count.operations.ts';
import { expenseOperations } from '../features/expenses/expense.operations.ts';
import { importOperations } from '../features/imports/import.operations.ts';
import { invitationOperations } from '../features/invitations/invitation.operations.ts';
import { invoiceOperations } from '../features/invoice-import/invoice.operations.ts';
import { mailOperations } from '../features/mails/own-mails.operations.ts';
import { paymentOperations } from '../features/payments/payment.operations.ts';
import { storeAccountOperations } from '../features/payments/store-account.operations.ts';
import { storePaymentOperations } from '../features/payments/store-payment.operations.ts';
import type { Operation } from '../platform/http/operation.ts';
import { pendingOperations } from '../features/pending/pending.operations.ts';
import { referenceOperations } from '../features/reference/reference.operations.ts';
import { reviewOperations } from '../features/review/review.operations.ts';
import { searchOperations } from '../features/search/search.operations.ts';
import { sessionOperations } from '../features/session/session.operations.ts';
import { workflowOperations } from '../features/workflow/workflow.operations.ts';

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
  ...paymentOperations,
  ...storePaymentOperations,
  ...storeAccountOperations,
  ...expenseOperations,
  ...invoiceOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...searchOperations,
  ...pendingOperations,
} satisfies { [Path in CallPath]: Operation<Path> };
