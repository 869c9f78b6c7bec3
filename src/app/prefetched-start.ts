/** Asks for the session and the first list before the rest of the page is evaluated: `entry.ts` imports it. */
import { redirectFor } from '#machines/domain/people/profiles.ts';
import { beginSession } from './prefetched-session.ts';
import { storedPermissions } from '../wire/browser-storage.ts';
import { askFirstList } from './screens/first-lists.ts';

const session = beginSession();
const permissions = storedPermissions();
const path = window.location.hash.slice(1);

/** Where somebody who is signed in begins; null where that is the sign-in for certain. */
export const beginning = session && (redirectFor(path, permissions) ?? path);

/** Settles when the session and the first list were answered, or will not be. */
export const prefetchedAnswers = Promise.all([
  session,
  beginning === null ? undefined : askFirstList(beginning, permissions),
]);
