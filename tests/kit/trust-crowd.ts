/** Fifty requests at the same time, and what must be true of a store and its boxes afterwards. */
import type { CallPath } from '#contract/contract.ts';
import { auditOf, eventsOf } from './box-rows.ts';
import type { Scene } from './box-scene.ts';
import { tried } from './cases.ts';
import type { CallResult } from './client.ts';

export const CROWD = 50;

type Answer = Pick<CallResult<CallPath>, 'status' | 'body'>;

/** All begin before any is answered. */
export function crowd<Result>(request: (index: number) => Promise<Result>): Promise<Result[]> {
  tried(CROWD);
  return Promise.all(Array.from({ length: CROWD }, (_, index) => request(index)));
}

/** How many answers have each status: `{ 200: 1, 409: 49 }`. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The different bodies of answers with a status, without the code that differs in each failure. */
export const bodiesOf = (answers: readonly Answer[], status: number): string[] => [
  ...new Set(
    answers.filter((answer) => answer.status === status).map(({ body }) => JSON.stringify(body)),
  ),
];

export const onlyOne = { 200: 1, 409: CROWD - 1 };

/** How often an event stands in the log of a box. */
export const timesLogged = async (scene: Scene, idCaja: number, evento: string): Promise<number> =>
  (await eventsOf(scene, idCaja)).filter((row) => row.evento === evento).length;

interface Fund {
  base: number;
  current: number;
  reembolso: number;
}

const worthOf = (expenses: readonly { valor: number }[]): number =>
  expenses.reduce((sum, { valor }) => sum + valor, 0);

/** The fund of a store, added up from the expenses themselves, in pesos. */
async function fundFromExpenses({ db }: Scene, idTienda: number): Promise<Fund> {
  const { base } = await db
    .selectFrom('tiendas')
    .select('base')
    .where('id', '=', idTienda)
    .executeTakeFirstOrThrow();
  const expenses = await db
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .select(['gastos.valor', 'cajas.active'])
    .where('cajas.id_tienda', '=', idTienda)
    .execute();
  const [open, closed] = [0, 5];
  return {
    base: base / 100,
    current: worthOf(expenses.filter(({ active }) => active === open)) / 100,
    reembolso: worthOf(expenses.filter(({ active }) => active !== open && active !== closed)) / 100,
  };
}

/**
 * What is wrong with a store after a race: boxes whose rows and log disagree, more or less than one open
 * box, gaps between numbers, a fund that is not what its expenses add up to. Empty, always.
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
  const { base, current, reembolso } = await fundFromExpenses(scene, idTienda);
  const { answer } = await scene.browsers[4].call('/obtenerDatosTiendaCaja', {
    id_tienda: idTienda,
  });
  if (answer.disponible !== base - current - reembolso || answer.reembolso !== reembolso)
    wrong.push(`the fund says ${JSON.stringify(answer)}`);
  return wrong;
}
