/** Asks for the session and the first list before the rest of the page is evaluated: `entry.ts` imports it. */
import { redirectFor } from '#machines/domain/people/profiles.ts';
import { isStoredLogin, storedPermissions } from '../wire/browser-storage.ts';
import { prefetch } from '../wire/client.ts';
import { askFirstList } from './screens/first-lists.ts';

/** Null when nobody is signed in for certain, and nothing is asked. */
const session = isStoredLogin() ? prefetch('/auth/sesion', {}) : null;
const permissions = storedPermissions();
const path = window.location.hash.slice(1);

/** Where somebody who is signed in begins; null where that is the sign-in for certain. */
export const beginning = session && (redirectFor(path, permissions) ?? path);

/** Settles when the session and the first list were answered, or will not be. */
export const prefetchedAnswers = Promise.all([
  session,
  beginning === null ? undefined : askFirstList(beginning, permissions),
]);
