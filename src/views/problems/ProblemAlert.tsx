import type { ReactNode } from 'react';
import type { Reason } from '#contract/errors.ts';
import type { Problem } from '#machines/flows/result.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { keyOf, type Reason as ReasonLine } from '../../components/reason.ts';
import { useSaidProblem } from './use-said-problem.ts';

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
  const said = useSaidProblem(problem);
  if (said === null) return null;
  const lines = [
    ...(said.errores ?? []),
    ...said.motivos.flatMap((reason) => [reason.mensaje, detailOf(reason)]),
  ];
  const reasons = new Map(lines.map((line) => [keyOf(line), line]));
  reasons.delete(said.msg);
  reasons.delete('');
  return (
    <InlineAlert
      tone={said === problem ? 'danger' : 'warning'}
      title={title}
      reasons={[...reasons.values()]}
      action={children}
    >
      {said.msg}
      {said.codigo_soporte ? ` Código de soporte: ${said.codigo_soporte}` : ''}
    </InlineAlert>
  );
}
