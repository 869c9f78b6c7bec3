/**
 * The people of the demonstration at work: they make the calls that a browser would make, at instants
 * of the past, so that every rule holds and the log tells a true story.
 */
import pino from 'pino';
import { loadConfig } from '../config/config.ts';
import type { ReceiptStore } from '../documents/receipt-store.ts';
import { boxOperations } from '../operations/boxes/box.operations.ts';
import { shippingOperations } from '../operations/boxes/ship-papers.ts';
import { expenseOperations } from '../operations/expenses/expense.operations.ts';
import type { SessionContext } from '../operations/operation.ts';
import { reviewOperations } from '../operations/reviews/review.operations.ts';
import { plainSession } from '../policies/session.ts';
import type { Trx } from '../database/transactions.ts';
import { demoEmail, demoPeople, type PersonKey } from './demo-people.ts';
import { type DemoWorld, idIn } from './demo-world.ts';

/** The configuration of the demonstration: its token is public. */
const config = loadConfig({}, { API_TOKEN: 'caja-menor' });
const log = pino({ level: 'silent' });

export interface DemoCalls {
  trx: Trx;
  world: DemoWorld;
  /** Context of an operation that this person calls at that instant. */
  context(person: PersonKey, instant: number): SessionContext;
}

export const demoOperations = {
  ...expenseOperations,
  ...boxOperations,
  ...shippingOperations,
  ...reviewOperations,
};

/** Field of every body. */
export const token = config.apiToken;

/** All calls run in the one transaction: the demonstration is loaded whole or not at all. */
export function demoCalls(trx: Trx, receipts: ReceiptStore, world: DemoWorld): DemoCalls {
  const context = (person: PersonKey, instant: number): SessionContext => {
    const { nombre, profile } = demoPeople[person];
    const run = <Result>(work: (trx: Trx) => Promise<Result>) => work(trx);
    return {
      config,
      log,
      db: trx,
      receipts,
      now: () => instant,
      read: run,
      write: run,
      setTotal: () => undefined,
      session: plainSession({
        id: 0,
        idUsuario: idIn(world.people, person),
        nombre,
        email: demoEmail(person),
        profile,
      }),
    };
  };
  return { trx, world, context };
}
