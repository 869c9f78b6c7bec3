/**
 * The people of the demonstration at work: they make the calls that a browser would make, at instants
 * of the past, so that every rule holds and the log tells a true story.
 */
import pino from 'pino';
import { loadConfig } from '../../platform/config/config.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { boxOperations } from '../../features/boxes/box.operations.ts';
import { shippingOperations } from '../../features/shipping/ship-papers.ts';
import { expenseOperations } from '../../features/expenses/expense.operations.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { reviewOperations } from '../../features/review/review.operations.ts';
import { plainSession } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
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
