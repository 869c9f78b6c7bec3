import { setIn } from 'formik';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/steps/result.ts';

/** For formik: the sentences of the flow's own rules, one a field. */
export const formErrors = (refusals: readonly FailedGuard[]): object =>
  Object.entries(fieldErrors(problemOfRules(refusals))).reduce<object>(
    (errors, [field, sentence]) => setIn(errors, field, sentence),
    {},
  );
