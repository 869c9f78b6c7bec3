import { boxScreens } from '../views/boxes/screens.ts';
import { companyScreens } from '../views/companies/screens.ts';
import { expenseScreens } from '../views/expenses/screens.ts';
import { invoiceScreens } from '../views/invoices/screens.ts';
import { reviewScreens } from '../views/review/screens.ts';
import { settingsScreens } from '../views/settings/screens.ts';
import { storeFormScreens } from '../views/store-forms/screens.ts';
import { userScreens } from '../views/users/screens.ts';
import { workflowScreens } from '../views/workflow/screens.ts';
import type { ScreenRoute } from './screen-route.ts';

/** The screens that need a permission; each is loaded when it is first opened. */
export const screens: readonly ScreenRoute[] = [
  ...boxScreens,
  ...expenseScreens,
  ...invoiceScreens,
  ...reviewScreens,
  ...userScreens,
  ...companyScreens,
  ...storeFormScreens,
  ...settingsScreens,
  ...workflowScreens,
];
