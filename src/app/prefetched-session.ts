/** The question for the session, asked before the machine is there that wants to know. */
import { callApi } from '../wire/client.ts';
import { isSignOutPending } from './sign-out.ts';
import { isStoredLogin } from '../wire/browser-storage.ts';

const askSession = () => callApi('/auth/sesion', {});

/** Null once the machine has it, or when it was not answered. */
let begun: ReturnType<typeof askSession> | null = null;
let answered = false;

/**
 * Asks for the session before the machine does, which takes the answer as that of its own question.
 *
 * @returns when that is over; null when nobody is signed in for certain, and nothing was asked
 */
export function beginSession(): Promise<unknown> | null {
  if (!isStoredLogin()) return null;
  begun = askSession();
  const keep = () => {
    answered = true;
  };
  const forget = () => {
    begun = null;
  };
  return begun.then(keep, forget);
}

/** The answer is there, or nobody is signed in for certain, and nothing waits: to ask for the session takes no time. */
export const isSessionKnown = (): boolean => !isSignOutPending() && (answered || !isStoredLogin());

/** The answer that was prefetched, once; else a new one. */
export function takeSession(): ReturnType<typeof askSession> {
  const session = begun ?? askSession();
  begun = null;
  answered = false;
  return session;
}
