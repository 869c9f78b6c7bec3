/** Somebody who works without a pause until the server is gone, and writes down what was answered. */
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import type { WebAnswer, WebClient } from '#tests/kit/web-client.ts';
import { type Facts, Ledger } from './ledger.ts';

export interface Action {
  /** How often it is chosen beside the others. */
  weight: number;
  send: () => Promise<WebAnswer>;
  /** What is so once it is answered with 200. */
  facts: Facts;
  /** What only the answer tells: the fields of its first element. */
  learn?: (answer: Record<string, unknown>) => Facts;
  /** Sent again after a kill, with the same result whether it had happened or not. */
  repeatable?: boolean;
}

export abstract class Worker {
  readonly ledger = new Ledger();
  protected readonly random: SeededRandom;
  #cutOff: Action | null = null;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  protected abstract readonly browsers: readonly WebClient[];
  /** What may be done now; reads what it does not know. */
  protected abstract choices(): Promise<Action[]>;

  moveTo(url: string): void {
    for (const browser of this.browsers) browser.url = url;
  }

  /** Works until a request is cut off, or it is enough. @throws Error when one is refused */
  async work(isEnough: () => boolean = () => false): Promise<void> {
    let next = this.#cutOff?.repeatable ? this.#cutOff : null;
    while (!isEnough()) {
      try {
        next ??= this.#pick(await this.choices());
      } catch (error) {
        if (isCutOff(error)) return;
        throw error;
      }
      if (!(await this.#do(next))) return;
      next = null;
    }
  }

  async #do(action: Action): Promise<boolean> {
    this.ledger.begin(action.facts);
    this.#cutOff = action;
    let answer: WebAnswer;
    try {
      answer = await action.send();
    } catch (error) {
      if (isCutOff(error)) return false;
      throw error;
    }
    const { status, body } = answer;
    const [first] = Array.isArray(body) ? (body as Record<string, unknown>[]) : [];
    if (status !== 200 || first === undefined)
      throw new Error(
        `refused: ${status} ${JSON.stringify(body)} to ${JSON.stringify(action.facts)}`,
      );
    this.#cutOff = null;
    this.ledger.promise(action.facts);
    if (action.learn) this.ledger.promise(action.learn(first));
    return true;
  }

  #pick(actions: readonly Action[]): Action {
    let left = this.random.next() * actions.reduce((sum, { weight }) => sum + weight, 0);
    for (const action of actions) {
      left -= action.weight;
      if (left < 0) return action;
    }
    throw new Error('there is nothing to do');
  }
}

/** `fetch failed`, or an answer that breaks off. */
const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof SyntaxError;
