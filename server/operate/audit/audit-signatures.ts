/** Checks that every signed head is still a head of the logs as they are now. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';
import { administrationEventsAfter } from '../../platform/database/administration-log.repository.ts';
import { signedHeadAt, signedHeadsAfter } from '../../features/cases/signature.repository.ts';
import { eventsIn } from './log-head.ts';
import { fingerprint, isSignedBy, type PublicKey } from './log-key.ts';
import {
  type HeadBefore,
  noHead,
  type SignedHead,
  signedText,
  summaryAfter,
} from './signed-head.ts';

/** Heads read at a time. */
const CHUNK = 200;

export interface StoredSignatures {
  /** Those of which a signature is believed. */
  keys: readonly PublicKey[];
  /** Heads that were stored outside the database. */
  heads: readonly SignedHead[];
}

async function administrationHashAt(db: Kysely<Database>, secuencia: number): Promise<string> {
  if (secuencia === 0) return '';
  const [event] = await inSnapshot(db, (trx) => administrationEventsAfter(trx, secuencia - 1, 1));
  return event?.secuencia === secuencia ? event.hash : '';
}

/** Faults of one head that goes on from another one. */
async function headDifferences(
  db: Kysely<Database>,
  keys: ReadonlyMap<string, PublicKey>,
  before: HeadBefore,
  head: SignedHead,
): Promise<string[]> {
  const what = `firma ${head.secuencia} (${new Date(head.instante).toISOString()})`;
  const key = keys.get(head.clave);
  if (key === undefined) return [`${what}: no se conoce la clave ${head.clave}`];
  if (!isSignedBy(key, signedText(head), head.firma)) return [`${what}: no es de la clave`];
  const found: string[] = [];
  if ((await summaryAfter(eventsIn(db), before, head.evento)) !== head.resumen)
    found.push(`${what}: el registro de cajas hasta el evento ${head.evento} ya no es el firmado`);
  if ((await administrationHashAt(db, head.administracion)) !== head.administracion_hash)
    found.push(
      `${what}: el registro de administración hasta el evento ${head.administracion} ya no es el firmado`,
    );
  return found;
}

/** The signed heads of the table, each after the one before it. */
async function* storedHeads(db: Kysely<Database>): AsyncGenerator<SignedHead> {
  for (let after = 0; ; ) {
    const heads = await inSnapshot(db, (trx) => signedHeadsAfter(trx, after, CHUNK));
    yield* heads;
    if (heads.length < CHUNK) return;
    after = heads.at(-1)?.secuencia ?? after;
  }
}

/** One sentence for each signed head that does not fit the logs, or is gone. */
export async function auditSignatures(
  db: Kysely<Database>,
  { keys, heads }: StoredSignatures,
): Promise<{ signatures: number; differences: string[] }> {
  const known = new Map(keys.map((key) => [fingerprint(key), key]));
  const differences: string[] = [];
  let before: HeadBefore = noHead;
  let signatures = 0;
  for await (const head of storedHeads(db)) {
    if (head.secuencia !== before.secuencia + 1)
      differences.push(`firma ${before.secuencia + 1}: falta en la base de datos`);
    differences.push(...(await headDifferences(db, known, before, head)));
    before = head;
    signatures += 1;
  }
  for (const head of heads) {
    const { secuencia } = head;
    const first = await inSnapshot(db, (trx) => signedHeadAt(trx, secuencia - 1));
    if (secuencia > 1 && first === undefined)
      differences.push(`firma ${secuencia - 1}: falta en la base de datos`);
    else differences.push(...(await headDifferences(db, known, first ?? noHead, head)));
  }
  return { signatures, differences };
}
