/** `ref` of the marked one of a list that scrolls. */
export function keepInSight(element: HTMLElement | null): void {
  // jsdom has no layout and no scrollIntoView.
  element?.scrollIntoView?.({ block: 'nearest' });
}
