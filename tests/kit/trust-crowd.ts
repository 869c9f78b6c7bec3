/** Fifty simultaneous requests, and the invariants of a store and its boxes afterwards. */
import type { CallPath } from '#contract/contract.ts';
import { auditOf, eventsOf } from './box-rows.ts';
import type { Scene } from './box-scene.ts';
import { tried } from './cases.ts';
import type { CallResult } from './client.ts';

export const CROWD = 50;

type Answer = Pick<CallResult<CallPath>, 'status' | 'body'>;

/** All requests start before any is answered. */
export function crowd<Result>(request: (index: number) => Promise<Result>): Promise<Result[]> {
  tried(CROWD);
  return Promise.all(Array.from({ length: CROWD }, (_, index) => request(index)));
}

/** Number of answers per status: `{ 200: 1, 409: 49 }`. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Distinct bodies of answers with a status. */
export const bodiesOf = (answers: readonly Answer[], status: number): string[] => [
  ...new Set(
    answers.filter((answer) => answer.status === status).map(({ body }) => JSON.stringify(body)),
  ),
];

export const onlyOne = { 200: 1, 409: CROWD - 1 };

/** Number of events of a type in the log of a box. */
export const timesLogged = async (scene: Scene, idCaja: number, evento: string): Promise<number> =>
  (await eventsOf(scene, idCaja)).filter((row) => row.evento === evento).length;

const REJECTED = [4, 7, 10, 16];

/** Expected fund of a store in pesos, added up from its expenses and payments. */
async function fundFromExpenses({ db }: Scene, idTienda: number) {
  const { base } = await db
    .selectFrom('tiendas')
    .select('base')
    .where('id', '=', idTienda)
    .executeTakeFirstOrThrow();
  const expenses = await db
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .select(['gastos.valor', 'gastos.estado', 'gastos.reembolsar', 'gastos.saldado'])
    .select(['cajas.id', 'cajas.active', 'cajas.seguida'])
    .where('cajas.id_tienda', '=', idTienda)
    .execute();
  const paid = await db
    .selectFrom('giro')
    .select('id_caja')
    .where('estado', 'in', ['girado', 'recibido'])
    .execute();
  const movements = await db
    .selectFrom('movimiento_fondo')
    .select(['estado', 'valor'])
    .where('id_tienda', '=', idTienda)
    .execute();
  const vales = await db
    .selectFrom('vale')
    .select('valor')
    .where('id_tienda', '=', idTienda)
    .where('estado', '=', 'fuera')
    .execute();
  const sumOf = (state: string) =>
    movements.reduce((sum, { estado, valor }) => sum + (estado === state ? valor : 0), 0);
  const [open, closed] = [0, 5];
  let reembolso = sumOf('porGirar');
  let out = vales.reduce((sum, { valor }) => sum + valor, reembolso + sumOf('aCargo'));
  for (const { id, active, seguida, valor, estado, reembolsar, saldado } of expenses) {
    const granted = REJECTED.includes(estado) ? 0 : (reembolsar ?? valor);
    const isPaid = seguida === 0 || paid.some(({ id_caja }) => id_caja === id);
    const awaited = active === closed ? (isPaid ? 0 : granted) : active === open ? 0 : valor;
    const owed = active === closed && seguida === 1 ? valor - granted - saldado : 0;
    reembolso += awaited;
    out += awaited + owed + (active === open ? valor : 0);
  }
  return { disponible: (base - out) / 100, reembolso: reembolso / 100 };
}

/**
 * Broken invariants of a store after a race: boxes whose rows and log disagree, not exactly one open box, gaps between
 * numbers, a fund that differs from its expenses. Must be empty.
 */
export async function disorderOf(scene: Scene, idTienda: number): Promise<string[]> {
  const boxes = await scene.db
    .selectFrom('cajas')
    .select(['id', 'active', 'consecutivo'])
    .where('id_tienda', '=', idTienda)
    .orderBy('consecutivo')
    .execute();
  const wrong: string[] = [];
  for (const { id } of boxes) wrong.push(...(await auditOf(scene, id)));
  const open = boxes.filter(({ active }) => active === 0).length;
  if (open !== 1) wrong.push(`${open} open boxes`);
  const numbers = boxes.flatMap(({ consecutivo }) => consecutivo ?? []).toSorted();
  if (numbers.some((consecutivo, index) => consecutivo !== index + 1))
    wrong.push(`numbers ${numbers.join()}`);
  const { disponible, reembolso } = await fundFromExpenses(scene, idTienda);
  const { answer } = await scene.browsers[4].call('/obtenerDatosTiendaCaja', {
    id_tienda: idTienda,
  });
  if (answer.disponible !== disponible || answer.reembolso !== reembolso)
    wrong.push(`the fund says ${JSON.stringify(answer)}`);
  return wrong;
}
