/** The sign-in with the account of the company, for which the browser leaves the page. */
import { linkToFollow } from '#machines/domain/people/profiles.ts';
import { storedText, storeText } from '../../wire/browser-storage.ts';

const linkName = 'enlace';

/** @param link the route to open when the server leads back; null for the first screen */
export function leaveForCompany(address = '/ingreso/compania', link: string | null = null): void {
  // A refused sign-in leads to this address: the next one still opens the link of the first.
  if (!link?.startsWith('/login?compania=')) storeText(linkName, link);
  window.location.assign(address);
}

/** The address with which the page begins after the sign-in: a route of this page, whatever is stored. */
export function addressAfterCompany(): string {
  const link = linkToFollow(storedText(linkName) ?? '');
  storeText(linkName, null);
  return `/#${link}`;
}
