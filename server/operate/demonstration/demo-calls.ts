/**
 * Calls of the people of the demonstration: those that a browser would make, at instants of the past, so that every
 * rule holds and the log records them.
 */
import { format, parseISO, subDays } from 'date-fns';
import pino from 'pino';
import { dateInBogota, momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { absenceOperations } from '../../features/absence/absence.operations.ts';
import { boxOperations } from '../../features/boxes/box.operations.ts';
import { catalogueOperations } from '../../features/catalogues/catalogue.operations.ts';
import { limitOperations } from '../../features/catalogues/limits.ts';
import { expenseOperations } from '../../features/expenses/expense.operations.ts';
import { cashCountOperations } from '../../features/fund/cash-counts.ts';
import { movementOperations } from '../../features/fund/movement.operations.ts';
import { valeOperations } from '../../features/fund/vales.ts';
import { paymentOperations } from '../../features/payments/payment.operations.ts';
import { storePaymentOperations } from '../../features/payments/store-payment.operations.ts';
import { reviewOperations } from '../../features/review/review.operations.ts';
import { shippingOperations } from '../../features/shipping/ship-papers.ts';
import { storeOperations } from '../../features/stores/store.operations.ts';
import { plainSession } from '../../platform/access/session.ts';
import { loadConfig } from '../../platform/config/config.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { demoEmail, demoPersonEntries } from './demo-data.ts';
import { type DemoCast, type DemoWorld, idIn } from './demo-world.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The configuration of the demonstration: its token is public. */
const config = loadConfig({}, { API_TOKEN: 'caja-menor' });
const log = pino({ level: 'silent' });

/** Field of every request body. */
export const token = config.apiToken;

export const demoOperations = {
  ...absenceOperations,
  ...expenseOperations,
  ...boxOperations,
  ...shippingOperations,
  ...reviewOperations,
  ...cashCountOperations,
  ...valeOperations,
  ...movementOperations,
  ...storeOperations,
  ...paymentOperations,
  ...storePaymentOperations,
  ...limitOperations,
  ...catalogueOperations,
};

export interface DemoCalls {
  trx: Trx;
  world: DemoWorld;
  random: SeededRandom;
  /** A day before the demonstration is loaded, 'yyyy-MM-dd', and an instant of such a day; in Colombia. */
  day(daysAgo: number): string;
  instant(daysAgo: number, time: string): number;
  /** Context of an operation that a person calls at an instant. */
  context(person: string, instant: number): SessionContext;
}

export function daysBefore(now: number): Pick<DemoCalls, 'day' | 'instant'> {
  const today = parseISO(dateInBogota(now));
  const day = (daysAgo: number): string => format(subDays(today, daysAgo), 'yyyy-MM-dd');
  return { day, instant: (daysAgo, time) => momentInBogota(day(daysAgo), time).getTime() };
}

/** All calls run in one transaction: the demonstration is loaded completely or not at all. */
export function contextIn(
  trx: Trx,
  receipts: ReceiptStore,
  { people }: DemoWorld,
  cast: DemoCast['people'] = demoPersonEntries,
): DemoCalls['context'] {
  const personOf = new Map(cast);
  return (person, instant) => {
    const { nombre, profile } = idIn(personOf, person);
    const user = { id: 0, idUsuario: idIn(people, person), nombre, profile };
    const run = <Result>(work: (trx: Trx) => Promise<Result>) => work(trx);
    return {
      config,
      log,
      db: trx,
      receipts,
      read: run,
      write: run,
      ask: (query, ...rest) => query(trx, ...rest),
      now: () => instant,
      setTotal: () => undefined,
      session: plainSession({ ...user, email: demoEmail(person) }),
    };
  };
}
