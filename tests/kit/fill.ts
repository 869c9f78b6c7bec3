import type { UserEvent } from '@testing-library/user-event';

/**
 * Fills in a field by one change, as a paste does. Typing renders the form for each letter; it is for tests of the
 * states in between.
 */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
