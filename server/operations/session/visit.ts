/** Frame of a try to sign in: who it counts for, its turn, and its line in the log when it is refused. */
import { originOf, type Visitor } from '../../policies/attempt.policy.ts';
import { Turns } from '../../policies/password-turns.ts';
import { HttpError } from '../../errors/http-error.ts';
import { normalEmail } from '../../repositories/user.repository.ts';
import type { OpenContext } from '../operation.ts';

/** Two of the four threads on which Node also reads files; one try at a time from one place. */
const WIDTH = 2;
const LONGEST_LINE = 100;

/** Turns of this process: the limits themselves are rows. */
const turns = new Turns(WIDTH, LONGEST_LINE);

/**
 * Runs one try when its turn comes: comparing a password is dear, and of tries at the same time each must know how
 * the one before it ended, so that right ones never count against each other.
 */
export async function inTurn<Result>(
  typed: string,
  context: OpenContext,
  work: (visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const email = normalEmail(typed);
  const browser = await context.knownBrowser(email);
  const visitor = { email, ip: context.ip, browser };
  try {
    return await turns.take(originOf(visitor), () => work(visitor));
  } catch (error) {
    if (error instanceof HttpError) {
      const { status: estado } = error;
      context.log.warn({ cuenta: email, ip: context.ip, estado }, 'inicio de sesión rechazado');
    }
    throw error;
  }
}
