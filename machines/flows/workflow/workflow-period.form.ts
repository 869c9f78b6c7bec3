/** The period and the boxes of which an analyst wants to see the past. */
import type { FailedGuard } from '#machines/domain/explain.ts';
import { type DateRange, rangeRefusals } from '../date-range.form.ts';

/** As the fields of a form have them; '' in a choice is all of them. */
export interface WorkflowFilterValues extends DateRange {
  tienda: string;
  supervisor: string;
}

/** A period has both of its ends. */
export function periodRefusals({ desde, hasta }: DateRange): FailedGuard[] {
  const missing = [
    { guardia: 'desde', mensaje: 'Elija la fecha inicial.', isMissing: desde === '' },
    { guardia: 'hasta', mensaje: 'Elija la fecha final.', isMissing: hasta === '' },
  ];
  return [
    ...missing
      .filter(({ isMissing }) => isMissing)
      .map(({ guardia, mensaje }) => ({ guardia, mensaje })),
    ...rangeRefusals({ desde, hasta }),
  ];
}
