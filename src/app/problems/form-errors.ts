import { setIn } from 'formik';
import { fieldOf } from '#machines/domain/expense/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/steps/result.ts';

/** For formik: the first sentence of each field; what is wrong with the form as a whole has none. */
export const formErrors = (refusals: readonly FailedGuard[]): object =>
  Object.entries(fieldErrors(problemOfRules(refusals))).reduce<object>(
    (errors, [name, sentence]) => {
      const field = fieldOf(name);
      return field === null ? errors : setIn(errors, field, sentence);
    },
    {},
  );
