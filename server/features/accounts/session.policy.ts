/** Duration of a session. */

/** Milliseconds without a request after which a session is over. */
export const IDLE_LIMIT = 30 * 60_000;
/** Milliseconds after which it is over whatever happens. */
export const ABSOLUTE_LIMIT = 12 * 60 * 60_000;
/** Milliseconds after a sign-in in which its password is not asked for once more. */
export const RECENT_SIGN_IN = 5 * 60_000;

/** Sessions that a person may have open: one more ends the oldest. */
export const MOST_SESSIONS = 10;
