/** Why a box cannot be sent, each reason with the way to what is missing. */
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import type { Reason, ReasonLink } from '../../ui/fields/reason.ts';

/** Where a reason can be removed; none where nobody on this screen can. */
export type Remedies = (refusal: FailedGuard) => readonly ReasonLink[];

/** The fixed sentence, then how much is missing and where. */
export const reasonLines = (refusals: readonly FailedGuard[], remedies: Remedies): Reason[] =>
  refusals.flatMap((refusal) => {
    const { mensaje, detalle } = refusal;
    const links = remedies(refusal);
    return detalle === undefined ? [{ text: mensaje, links }] : [mensaje, { text: detalle, links }];
  });

/** The expenses that a refusal is about, each with its screen. */
export const expenseLinks = (
  { gastos = [] }: FailedGuard,
  rows: readonly ExpenseRow[],
  screenOf: (row: ExpenseRow) => string,
): ReasonLink[] =>
  rows
    .filter(({ id }) => gastos.includes(id))
    .map((row) => ({
      label: `Recibo ${row.recibo} · ${row.proveedor_nombre}`,
      to: screenOf(row),
    }));

/** Said before a reviewer sends a box. */
export const reviewWarning =
  'Después de enviarla no podrá cambiar lo que decidió sobre sus gastos.';
