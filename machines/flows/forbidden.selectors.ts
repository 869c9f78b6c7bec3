/** What views read of any flow that opens something by its address. */
export const isForbidden = (snapshot: { hasTag(tag: 'forbidden'): boolean }): boolean =>
  snapshot.hasTag('forbidden');
