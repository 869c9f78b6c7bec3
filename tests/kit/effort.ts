/** What a job costs the person who does it, counted in the browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';

export interface Effort {
  /** Presses of the pointer and of keys; Ctrl and Shift alone are none. */
  inputs: number;
  /** Changes from one screen to another; another expense on the same screen is none. */
  screens: number;
  /** Seconds for which a redirect was waited for. */
  waited: number;
  /** Times that something had to be brought into view. */
  scrolls: number;
  /** Height of the receipt in view beside the decision, at the least. */
  receipt: number;
}

interface NextReceipt {
  milliseconds: number;
  src: string;
}

interface Counts {
  inputs: number;
  /** Those of them that were keys. */
  keys: number;
  screens: string[];
  waited: number;
  scrolls: number;
  scrolled: number;
}

declare global {
  interface Window {
    /** In a page whose effort is counted. */
    effort: Counts;
    nextReceipt: Promise<NextReceipt>;
  }
}

/** Begins to count in the page, which must not be loaded again meanwhile. */
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
        // The list keeps the current expense in sight by itself.
        if (target instanceof Element && target.closest('nav') !== null) return;
        const now = performance.now();
        if (now - counts.scrolled > 300) counts.scrolls += 1;
        counts.scrolled = now;
      },
      true,
    );
    counts.screens.push(screenOf());
    // The router writes addresses by itself, without an event.
    for (const name of ['pushState', 'replaceState'] as const) {
      const write = window.history[name].bind(window.history);
      window.history[name] = (...address: Parameters<History['pushState']>) => {
        write(...address);
        const next = screenOf();
        if (next !== counts.screens.at(-1)) counts.screens.push(next);
        // A flow that has waited leaves its mark.
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

  /** Waits until another expense than `before` can be decided; returns its address. */
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

  /** Points at a list of choices and takes one by its first letters. */
  async pick(list: Locator, letters: string): Promise<void> {
    // Its own window would come over the page: the press that opens it is counted here.
    await list.focus();
    this.#pointed += 1;
    await this.page.keyboard.type(letters);
  }

  /** What was counted up to now. */
  counts(): Promise<Counts> {
    return this.page.evaluate(() => window.effort);
  }

  /** The whole of it is in the window, and nothing lies over it. */
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
   * Leads on by J and waits for the next receipt.
   * @returns milliseconds from the key to the painted picture, and whether the picture was asked for only then
   */
  async nextReceipt(): Promise<{ milliseconds: number; late: boolean }> {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(request.url());
    this.page.on('request', note);
    // It listens before the key is pressed: an input overtakes what is still to be evaluated.
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
            // The frame after this one begins once this one is painted.
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
      // Opened from the one on which it began.
      screens: counts.screens.length - 1,
      waited: counts.waited,
      scrolls: counts.scrolls,
      receipt: this.#receipt,
    };
  }
}

/**
 * Keeps one section of `docs/effort.md`, under its title, where `EFFORT=write` asks for it; the others stay as they are.
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
