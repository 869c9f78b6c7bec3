import { sql } from 'kysely';
import type { Trx } from './transactions.ts';

interface Window {
  /** Requests in the window, this one counted. */
  cuenta: number;
  /** Its end, epoch milliseconds. */
  vence: number;
}

/** Counts a request, in a new window when the last one is over. */
export async function countRequest(
  trx: Trx,
  clave: string,
  now: number,
  length: number,
): Promise<Window> {
  const isOver = sql<boolean>`limite_peticiones.vence <= ${now}`;
  const { rows } = await sql<Window>`
    insert into limite_peticiones (clave, cuenta, vence) values (${clave}, 1, ${now + length})
    on conflict (clave) do update set
      cuenta = case when ${isOver} then 1 else limite_peticiones.cuenta + 1 end,
      vence = case when ${isOver} then excluded.vence else limite_peticiones.vence end
    returning cuenta, vence`.execute(trx);
  return rows[0] ?? { cuenta: 1, vence: now + length };
}
