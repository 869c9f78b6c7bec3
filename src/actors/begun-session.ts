/** The question for the session, asked before the machine is there that wants to know. */
import { callApi } from './client.ts';
import { isStoredLogin } from './stored-session.ts';

const askSession = () => callApi('/auth/sesion', {});

/** Null once the machine has it, or when it was not answered. */
let begun: ReturnType<typeof askSession> | null = null;

/**
 * Asks for the session ahead of the machine, which takes the answer as that of its own question.
 *
 * @returns when that is over; null when nobody is signed in for certain, and nothing was asked
 */
export function beginSession(): Promise<unknown> | null {
  if (!isStoredLogin()) return null;
  begun = askSession();
  return begun.catch(() => {
    begun = null;
  });
}

/** The answer that was asked for ahead, once; else a new one. */
export function takeSession(): ReturnType<typeof askSession> {
  const session = begun ?? askSession();
  begun = null;
  return session;
}
