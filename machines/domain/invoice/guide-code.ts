/** The number of a transport guide, as the bar code on it says it. */
import { isOneLine, maximumGuide } from '#contract/fields.ts';

/** The text as the field takes it, without the spaces around it; null where it cannot be the number of a guide. */
export function guideOfCode(text: string): string | null {
  const guide = text.trim();
  return guide !== '' && guide.length <= maximumGuide && isOneLine(guide) ? guide : null;
}
