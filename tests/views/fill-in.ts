import type { UserEvent } from '@testing-library/user-event';

/** Pastes a text into a field, so that a large form renders once, not once per character. */
export async function fillIn(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.clear(field);
  await user.paste(text);
}
