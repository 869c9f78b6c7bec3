import type { UserEvent } from '@testing-library/user-event';

/** Writes a text into a field at once, as a paste does: a large form draws itself once, not per letter. */
export async function fillIn(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.clear(field);
  await user.paste(text);
}
