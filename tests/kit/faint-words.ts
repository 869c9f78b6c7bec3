/** Contrast of text over gradients, which axe cannot judge: the text must be readable on each colour. */
import type { Page } from 'playwright-core';

/** Runs in the page: the lowest contrast of the element, and the required one. */
function contrastOver(selector: string): { words: string; least: number; wanted: number } | null {
  const element = document.querySelector(selector);
  const isGradient = (place: Element) =>
    getComputedStyle(place).backgroundImage.includes('gradient');
  let behind = element;
  while (behind && !isGradient(behind)) behind = behind.parentElement;
  if (!element || !behind) return null;
  const { backgroundColor, backgroundImage } = getComputedStyle(behind);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour: string): number | null => {
    if (!canvas) return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    if (alpha !== 255) return null;
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const own = luminance(color) ?? 0;
  const colours =
    backgroundImage.match(/(?:rgba?|oklch|color|lab)\([^()]*\)|#[\da-f]{3,8}/gi) ?? [];
  const others = [backgroundColor, ...colours].flatMap((colour) => luminance(colour) ?? []);
  const contrasts = others.map(
    (other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05),
  );
  const size = Number.parseFloat(fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
  return {
    words: element.textContent?.trim().slice(0, 40) ?? '',
    least: Math.min(...contrasts),
    wanted: isLarge ? 3 : 4.5,
  };
}

/** @param unsure selectors of text that axe could not judge */
export async function faintWords(page: Page, unsure: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const selector of unsure) {
    const found = await page.evaluate(contrastOver, selector);
    if (found && found.least < found.wanted)
      faults.push(`«${found.words}» has a contrast of ${found.least.toFixed(1)}`);
  }
  return faults;
}
