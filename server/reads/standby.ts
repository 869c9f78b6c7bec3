/**
 * The standby of `DATABASE_READ_URL` as this process sees it: long reads go there while it has whatever was written before
 * they were asked for, and to the primary while it has not.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { keepDoing } from '../background/repeated-work.ts';
import type { Database } from '../database/schema.ts';
import { withoutTransaction } from '../database/transactions.ts';
import { endOfLog } from '../repositories/standby.repository.ts';
import { atStandby, type Missed, type StandbyTarget, type StandbyTrouble } from './at-standby.ts';

/** Milliseconds between two looks, so that a standby that was passed over is used again. */
const LOOK = 3_000;

/** For the log and `/listo`. */
const sentences: Record<StandbyTrouble, string> = {
  unreachable: 'no responde',
  behind: 'está atrasada',
  foreign: 'no es una réplica de la base principal',
  conflict: 'canceló una consulta, que se hizo en la principal',
  slow: 'tardó demasiado en una consulta, que se hizo en la principal',
};

/** Troubles of one read, after which the next one goes there all the same. */
const ofOneRead: readonly StandbyTrouble[] = ['conflict', 'slow'];

export interface StandbyOptions {
  databaseUrl: string;
  /** The primary. */
  db: Kysely<Database>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export class Standby {
  /** Long reads since the start by where they were answered. */
  readonly reads = { replica: 0, principal: 0 };
  /** Bytes of the log that it lacked at the last look; null while it does not answer. */
  lag: number | null = null;
  readonly #options: StandbyOptions;
  #trouble: StandbyTrouble | null = null;

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  /** One sentence while long reads go to the primary, for `/listo`. */
  get warning(): string | null {
    const trouble = this.#trouble;
    return trouble && `La réplica de DATABASE_READ_URL ${sentences[trouble]}: no se usa.`;
  }

  /** The place of a read that begins now; null: at the primary. */
  async target(): Promise<StandbyTarget | null> {
    return this.#trouble === null ? this.#whole() : null;
  }

  /** Takes down where a read was answered. */
  note(place: 'replica' | 'principal', missed?: Missed): void {
    this.reads[place] += 1;
    if (missed) this.#passOver(missed);
  }

  /** The end of the primary's log, up to which the standby must have come; null where the primary does not say it. */
  async #whole(): Promise<StandbyTarget | null> {
    const { databaseUrl, db } = this.#options;
    try {
      return { databaseUrl, end: await withoutTransaction(db, endOfLog) };
    } catch (error) {
      // The read itself says what is wrong with the primary, if it concerns it.
      this.#options.log.warn(
        { err: error },
        'la base principal no dijo hasta dónde va su registro',
      );
      return null;
    }
  }

  #passOver({ trouble, detail }: Missed): void {
    if (this.#trouble !== trouble)
      this.#options.log.warn({ detalle: detail }, `la réplica ${sentences[trouble]}`);
    if (!ofOneRead.includes(trouble)) this.#trouble = trouble;
  }

  async #look(): Promise<void> {
    const target = await this.#whole();
    if (target === null) return;
    const looked = await atStandby(target, async (_db, lacked) => lacked);
    if ('missed' in looked) {
      this.lag = looked.missed.lag;
      this.#passOver(looked.missed);
      return;
    }
    this.lag = looked.result;
    if (this.#trouble !== null) this.#options.log.info('la réplica se usa de nuevo');
    this.#trouble = null;
  }

  /**
   * Looks now and every three seconds.
   *
   * @returns what ends it
   */
  keepLooking(): () => Promise<void> {
    const failed = (error: unknown) =>
      this.#options.log.warn({ err: error }, 'no se miró la réplica');
    return keepDoing([{ work: () => this.#look(), every: LOOK }], failed).end;
  }
}
