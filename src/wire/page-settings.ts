/** Settings that the server writes into the page, each a `meta` element; '' for one that is absent. */
export const pageSetting = (
  name: 'api-token' | 'company' | 'version' | 'mails' | 'company-sign-in' | 'demonstration',
): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
