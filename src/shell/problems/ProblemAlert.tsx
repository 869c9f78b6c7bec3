import { setIn } from 'formik';
import type { ReactNode } from 'react';
import type { Reason, FailedGuard } from '#contract/errors.ts';
import { isSignedIn } from '#machines/flows/session/session.setup.ts';
import { type Problem, fieldErrors, problemOfRules } from '#machines/flows/steps/result.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { type Reason as ReasonLine, keyOf } from '../../ui/fields/ReasonList.tsx';
import { Session } from '../../shell/session.ts';

/** For a request that failed because the session had ended, once the user has signed in again. */
const againMessage = 'Ya inició sesión de nuevo y lo que escribió sigue aquí: puede reintentar.';

/** Returns the problem with its current message: a user who has signed in again is not asked to sign in. */
export function useProblemMessage(problem: Problem | null): Problem | null {
  const signedIn = Session.useSelector(isSignedIn);
  return problem?.status === 401 && signedIn ? { ...problem, msg: againMessage } : problem;
}

interface ProblemAlertProps {
  problem: Problem | null;
  title?: string | undefined;
  /** As in `InlineAlert`. */
  isResult?: boolean;
  /** Action below the message, such as a link to the remedy. */
  children?: ReactNode;
}

/** Links the detail of a reason to its field when the field is known. */
const detailOf = ({ detalle = '', campos: [field] = [] }: Reason): ReasonLine =>
  field === undefined ? detalle : { text: '', links: [{ label: detalle, field }] };

/** Shows the message of a problem with its reasons and its support code. */
export function ProblemAlert({ problem, title, isResult, children }: ProblemAlertProps) {
  const shown = useProblemMessage(problem);
  if (shown === null) return null;
  const lines = [
    ...(shown.errores ?? []),
    ...shown.motivos.flatMap((reason) => [reason.mensaje, detailOf(reason)]),
  ];
  const reasons = new Map(lines.map((line) => [keyOf(line), line]));
  reasons.delete(shown.msg);
  reasons.delete('');
  return (
    <InlineAlert
      tone={shown === problem ? 'danger' : 'warning'}
      title={title}
      reasons={[...reasons.values()]}
      action={children}
      isResult={isResult ?? false}
    >
      {shown.msg}
      {shown.codigo_soporte ? ` Código de soporte: ${shown.codigo_soporte}` : ''}
    </InlineAlert>
  );
}

/**
 * Formik errors: the first sentence of each field; errors of the whole form are left out.
 *
 * @param fieldOf the field that shows a reason; null for the whole form. Without it, a reason has the name of its field
 */
export const formErrors = (
  refusals: readonly FailedGuard[],
  fieldOf: (guardia: string) => string | null = (guardia) => guardia,
): object =>
  Object.entries(fieldErrors(problemOfRules(refusals))).reduce<object>(
    (errors, [name, sentence]) => {
      const field = fieldOf(name);
      return field === null ? errors : setIn(errors, field, sentence);
    },
    {},
  );
