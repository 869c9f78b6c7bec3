/** Simulated user who works without a pause until the server is gone, and records the answers. */
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import type { WebAnswer, WebClient } from '#tests/kit/web-client.ts';
import { type Facts, Ledger } from './ledger.ts';

export interface Action {
  /** Relative frequency of the action. */
  weight: number;
  send: () => Promise<WebAnswer>;
  /** Facts that hold once it is answered with 200. */
  facts: Facts;
  /** Facts that only the answer contains, from its first element. */
  learn?: (answer: Record<string, unknown>) => Facts;
  /** Sent again after a kill: the result is the same whether it had happened or not. */
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
  /** Actions that are possible now; reads missing data from the server. */
  protected abstract choices(): Promise<Action[]>;

  moveTo(url: string): void {
    for (const browser of this.browsers) browser.url = url;
  }

  /** Works until a request is cut off or `isEnough()`. @throws Error when a request is refused */
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

/** `fetch failed`, or an incomplete answer. */
const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof SyntaxError;
