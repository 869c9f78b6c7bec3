import { chakra } from '@chakra-ui/react/styled-system';
import type { Problem } from '#machines/flows/result.ts';
import { userMessages } from '#machines/flows/records/user.form.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';

/** The server's list of errors, each behind a dash; anything else in its own words. */
export function RefusedUser({ problem }: { problem: Problem }) {
  if (problem.errores === undefined || problem.errores.length === 0)
    return <ProblemAlert problem={problem} title="El usuario no se ha guardado" />;
  return (
    <InlineAlert tone="danger" title={userMessages.refused}>
      <chakra.ul listStyleType="none">
        {problem.errores.map((line) => (
          <li key={line}>- {line}</li>
        ))}
      </chakra.ul>
    </InlineAlert>
  );
}
