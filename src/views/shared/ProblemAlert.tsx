import type { Problem } from '#machines/flows/result.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';

/** What did not work, in the server's words, with the reasons and the code for support. */
export function ProblemAlert({ problem, title }: { problem: Problem | null; title?: string }) {
  if (problem === null) return null;
  const reasons = [
    ...(problem.errores ?? []),
    ...problem.motivos.map(({ mensaje }) => mensaje),
  ].filter((line) => line !== problem.msg);
  return (
    <InlineAlert tone="danger" title={title} reasons={[...new Set(reasons)]}>
      {problem.msg}
      {problem.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
    </InlineAlert>
  );
}
