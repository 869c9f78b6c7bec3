import type { Problem } from '#machines/flows/steps/result.ts';
import { isSignedIn } from '#machines/flows/session/session.setup.ts';
import { Session } from '../SessionProvider.tsx';

/** The session had ended when it was sent, and is there again. */
const againMessage = 'Ya inició sesión de nuevo y lo que escribió sigue aquí: puede reintentar.';

/** Returns the problem with its current message: whoever has signed in again is not asked to do so. */
export function useProblemMessage(problem: Problem | null): Problem | null {
  const signedIn = Session.useSelector(isSignedIn);
  return problem?.status === 401 && signedIn ? { ...problem, msg: againMessage } : problem;
}
