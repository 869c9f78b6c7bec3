import type { UserEvent } from '@testing-library/user-event';

/**
 * Fills a field in by one change, as pasting does. Typing renders the form for each letter: it is for tests of what happens
 * while somebody types.
 */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
