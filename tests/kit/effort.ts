/** Effort of a job for its user, counted in the browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';

export interface Effort {
  /** Presses of pointer and keys, without Ctrl, Shift, Alt and Meta alone. */
  inputs: number;
  /** Changes between screens; another expense on the same screen does not count. */
  screens: number;
  /** Seconds spent waiting for a redirect. */
  waited: number;
  /** Times that the user had to scroll. */
  scrolls: number;
  /** Minimum visible height of the receipt beside the decision, in pixels. */
  receipt: number;
}

interface NextReceipt {
  milliseconds: number;
  src: string;
}

interface Counts {
  inputs: number;
  /** The part of `inputs` from keys. */
  keys: number;
  screens: string[];
  waited: number;
  scrolls: number;
  scrolled: number;
}

declare global {
  interface Window {
    /** Present once the counting has begun. */
    effort: Counts;
    nextReceipt: Promise<NextReceipt>;
  }
}

/** Starts the counting in the page; a reload would lose it. */
const begin = (page: Page) =>
  page.evaluate(() => {
    const screenOf = () => window.location.hash.split('/')[1] ?? '';
    const counts: Counts = { inputs: 0, keys: 0, screens: [], waited: 0, scrolls: 0, scrolled: 0 };
    Object.assign(window, { effort: counts });
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta'];
    const hear = (event: Event) => {
      if (!event.isTrusted) return;
      if (event instanceof KeyboardEvent && modifiers.includes(event.key)) return;
      counts.inputs += 1;
      if (event instanceof KeyboardEvent) counts.keys += 1;
    };
    window.addEventListener('keydown', hear, true);
    window.addEventListener('pointerdown', hear, true);
    window.addEventListener(
      'scroll',
      ({ target }) => {
        // The list scrolls to the current expense by itself.
        if (target instanceof Element && target.closest('nav') !== null) return;
        const now = performance.now();
        if (now - counts.scrolled > 300) counts.scrolls += 1;
        counts.scrolled = now;
      },
      true,
    );
    counts.screens.push(screenOf());
    // The router changes the address without an event.
    for (const name of ['pushState', 'replaceState'] as const) {
      const write = window.history[name].bind(window.history);
      window.history[name] = (...address: Parameters<History['pushState']>) => {
        write(...address);
        const next = screenOf();
        if (next !== counts.screens.at(-1)) counts.screens.push(next);
        // A flow that waited marks its navigation state.
        if (address[0]?.usr?.noticed !== undefined) counts.waited += 3;
      };
    }
  });

const receiptInView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('[data-receipt]')].map((place) => {
      const { top, bottom } = place.getBoundingClientRect();
      return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
    });
    return Math.round(Math.max(0, ...shown));
  });

export class Job {
  readonly page: Page;
  #receipt = Number.POSITIVE_INFINITY;
  #pointed = 0;

  constructor(page: Page) {
    this.page = page;
  }

  static async begin(page: Page): Promise<Job> {
    await begin(page);
    return new Job(page);
  }

  /** Waits until an expense other than `before` can be decided; returns its address. */
  async expenseAfter(before: string): Promise<string> {
    await this.page.waitForFunction(
      (last) =>
        window.location.hash !== last &&
        document.querySelector('[data-decision] fieldset:not(:disabled)') !== null &&
        [...document.querySelectorAll<HTMLImageElement>('[data-receipt] img')].some(
          (picture) => picture.naturalWidth > 0 && picture.getClientRects().length > 0,
        ),
      before,
    );
    this.#receipt = Math.min(this.#receipt, await receiptInView(this.page));
    return this.page.evaluate(() => window.location.hash);
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Opens a select and chooses an option by its first letters. */
  async pick(list: Locator, letters: string): Promise<void> {
    // The native list would cover the page; the press that opens it is counted here.
    await list.focus();
    this.#pointed += 1;
    await this.page.keyboard.type(letters);
  }

  /** Counts so far. */
  counts(): Promise<Counts> {
    return this.page.evaluate(() => window.effort);
  }

  /** True when the element is fully visible and not covered. */
  isInSight(part: Locator): Promise<boolean> {
    return part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const shows = (x: number, y: number) => {
        const there = document.elementFromPoint(x, y);
        return there !== null && (element.contains(there) || there.contains(element));
      };
      const middle = (left + right) / 2;
      return shows(middle, top + 2) && shows(middle, bottom - 2);
    });
  }

  /**
   * Moves on with J and waits for the next receipt.
   * @returns milliseconds from the key to the painted picture, and whether the picture was requested only then
   */
  async nextReceipt(): Promise<{ milliseconds: number; late: boolean }> {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    this.page.on('request', note);
    // The listener is added before the press: an input overtakes pending evaluations.
    await this.page.evaluate(() => {
      const pictureNow = () =>
        [...document.querySelectorAll<HTMLImageElement>('[data-receipt] img')].find(
          (picture) => picture.getClientRects().length > 0 && picture.naturalWidth > 0,
        );
      const before = pictureNow()?.src;
      const nextReceipt = new Promise<NextReceipt>((resolve) => {
        const hear = ({ timeStamp }: KeyboardEvent) => {
          const look = () => {
            const picture = pictureNow();
            if (picture === undefined || picture.src === before || !picture.complete)
              requestAnimationFrame(look);
            // The next frame begins once this one is painted.
            else
              requestAnimationFrame(() =>
                resolve({ milliseconds: performance.now() - timeStamp, src: picture.src }),
              );
          };
          requestAnimationFrame(look);
        };
        window.addEventListener('keydown', hear, { once: true, capture: true });
      });
      Object.assign(window, { nextReceipt });
    });
    await this.press('j');
    const { milliseconds, src } = await this.page.evaluate(() => window.nextReceipt);
    this.page.off('request', note);
    return { milliseconds, late: asked.includes(src) };
  }

  async effort(): Promise<Effort> {
    const counts = await this.counts();
    return {
      inputs: counts.inputs + this.#pointed,
      // Without the screen on which it began.
      screens: counts.screens.length - 1,
      waited: counts.waited,
      scrolls: counts.scrolls,
      receipt: this.#receipt,
    };
  }
}

/**
 * Writes a section of `docs/effort.md` by title when `EFFORT=write`; the other sections stay unchanged.
 *
 * @param lines below the title
 */
export function recordEffort(title: string, lines: readonly string[]): void {
  if (process.env.EFFORT !== 'write') return;
  const path = 'docs/effort.md';
  const heading = `## ${title}`;
  const [head = '', ...sections] = readFileSync(path, 'utf8').split(/\n(?=## )/);
  const section = [heading, '', ...lines].join('\n');
  const others = sections.filter((other) => !other.startsWith(`${heading}\n`));
  const all = [...others.map((other) => other.trimEnd()), section.trimEnd()].toSorted();
  writeFileSync(path, `${[head.trimEnd(), ...all].join('\n\n')}\n`);
}

/** A row of a table of `docs/effort.md`. */
export const effortRow = (cells: readonly (string | number)[]): string =>
  `| ${cells.join(' | ')} |`;
