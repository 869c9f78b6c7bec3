/** Requests the session and the first list before the rest of the page is evaluated: `entry.ts` imports it. */
import { redirectFor } from '#machines/domain/people/profiles.ts';
import { adoptSession, isStoredLogin, storedPermissions } from '../wire/browser-storage.ts';
import { prefetch } from '../wire/client.ts';
import { addressAfterCompany } from '../shell/screens/company-address.ts';
import { askFirstList } from '../shell/screens/first-lists.ts';

// The address to which a sign-in with the account of the company leads.
if (window.location.search === '?ingreso') {
  window.history.replaceState(null, '', addressAfterCompany());
  adoptSession();
}

/** Null, without a request, when no user is stored as signed in. */
const session = isStoredLogin() ? prefetch('/auth/sesion', {}) : null;
const permissions = storedPermissions();
const path = window.location.hash.slice(1);

/** Path of the first screen of a signed-in user; null when no user is stored as signed in. */
export const beginning = session && (redirectFor(path, permissions) ?? path);

/** Resolves when the session and the first list have arrived or failed. */
export const prefetchedAnswers = Promise.all([
  session,
  beginning === null ? undefined : askFirstList(beginning, permissions),
]);
