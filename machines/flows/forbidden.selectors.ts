/** Selectors of every flow that opens something by its address. */
export const isForbidden = (snapshot: { hasTag(tag: 'forbidden'): boolean }): boolean =>
  snapshot.hasTag('forbidden');
