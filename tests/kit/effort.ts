/** What a job costs the person who does it, counted in the browser. */
import type { Locator, Page } from 'playwright-core';

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

interface Counts {
  inputs: number;
  screens: string[];
  waited: number;
  scrolls: number;
  scrolled: number;
}

/** Begins to count in the page, which must not be loaded again meanwhile. */
const begin = (page: Page) =>
  page.evaluate(() => {
    const screenOf = () => window.location.hash.split('/')[1] ?? '';
    const counts: Counts = { inputs: 0, screens: [], waited: 0, scrolls: 0, scrolled: 0 };
    Object.assign(window, { effort: counts });
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta'];
    const hear = (event: Event) => {
      if (!event.isTrusted) return;
      if (event instanceof KeyboardEvent && modifiers.includes(event.key)) return;
      counts.inputs += 1;
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

  async effort(): Promise<Effort> {
    const counts = await this.page.evaluate(() => (window as unknown as { effort: Counts }).effort);
    return {
      inputs: counts.inputs + this.#pointed,
      screens: counts.screens.length,
      waited: counts.waited,
      scrolls: counts.scrolls,
      receipt: this.#receipt,
    };
  }
}
