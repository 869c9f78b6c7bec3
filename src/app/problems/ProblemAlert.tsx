import { setIn } from 'formik';
import type { ReactNode } from 'react';
import type { Reason, FailedGuard } from '#contract/errors.ts';
import { fieldOf } from '#machines/domain/expense/expense-guards.ts';
import { isSignedIn } from '#machines/flows/session/session.setup.ts';
import { type Problem, fieldErrors, problemOfRules } from '#machines/flows/steps/result.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { type Reason as ReasonLine, keyOf } from '../../ui/fields/ReasonList.tsx';
import { Session } from '../SessionProvider.tsx';

/** The session had ended when it was sent, and is there again. */
const againMessage = 'Ya inició sesión de nuevo y lo que escribió sigue aquí: puede reintentar.';

/** Returns the problem with its current message: a person who has signed in again is not asked to do so. */
export function useProblemMessage(problem: Problem | null): Problem | null {
  const signedIn = Session.useSelector(isSignedIn);
  return problem?.status === 401 && signedIn ? { ...problem, msg: againMessage } : problem;
}

interface ProblemAlertProps {
  problem: Problem | null;
  title?: string | undefined;
  /** Below the words: what leads to the remedy. */
  children?: ReactNode;
}

/** Links what is missing to its field where that is known. */
const detailOf = ({ detalle = '', campos: [field] = [] }: Reason): ReasonLine =>
  field === undefined ? detalle : { text: '', links: [{ label: detalle, field }] };

/** Shows a problem in the server's words, with the reasons and the code for support. */
export function ProblemAlert({ problem, title, children }: ProblemAlertProps) {
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
    >
      {shown.msg}
      {shown.codigo_soporte ? ` Código de soporte: ${shown.codigo_soporte}` : ''}
    </InlineAlert>
  );
}

/** For formik: the first sentence of each field; what is wrong with the form as a whole has none. */
export const formErrors = (refusals: readonly FailedGuard[]): object =>
  Object.entries(fieldErrors(problemOfRules(refusals))).reduce<object>(
    (errors, [name, sentence]) => {
      const field = fieldOf(name);
      return field === null ? errors : setIn(errors, field, sentence);
    },
    {},
  );
