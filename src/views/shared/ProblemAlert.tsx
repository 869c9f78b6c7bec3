import type { ReactNode } from 'react';
import type { Reason } from '#contract/errors.ts';
import type { Problem } from '#machines/flows/result.ts';
import { isSignedIn } from '#machines/flows/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { keyOf, type Reason as ReasonLine } from '../../components/reason.ts';

export interface ProblemAlertProps {
  problem: Problem | null;
  title?: string | undefined;
  /** Below the words: what leads to the remedy. */
  children?: ReactNode;
}

/** What is missing, as the way to the field where it is known. */
const detailOf = ({ detalle = '', campos: [field] = [] }: Reason): ReasonLine =>
  field === undefined ? detalle : { text: '', links: [{ label: detalle, field }] };

/** What did not work, in the server's words, with the reasons and the code for support. */
export function ProblemAlert({ problem, title, children }: ProblemAlertProps) {
  const signedIn = Session.useSelector(isSignedIn);
  if (problem === null) return null;
  if (problem.status === 401 && signedIn)
    return (
      <InlineAlert tone="warning" title={title}>
        {againMessage}
      </InlineAlert>
    );
  const lines = [
    ...(problem.errores ?? []),
    ...problem.motivos.flatMap((reason) => [reason.mensaje, detailOf(reason)]),
  ];
  const said = new Map(lines.map((line) => [keyOf(line), line]));
  said.delete(problem.msg);
  said.delete('');
  return (
    <InlineAlert tone="danger" title={title} reasons={[...said.values()]}>
      {problem.msg}
      {problem.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
      {children}
    </InlineAlert>
  );
}

/** The session had ended when it was sent, and is there again. */
const againMessage = 'Ya inició sesión de nuevo y lo que escribió sigue aquí: puede reintentar.';
