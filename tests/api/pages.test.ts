/** The pages of the history together are the whole list, for every order and search. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/kit/client.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let supervisor: TestClient;
let control: TestClient;
beforeAll(async () => {
  await addManyBoxes(server, { boxes: 120, stores: 12, days: 90, supervisors: 3 });
  supervisor = await server.signIn('supervisa0@cajamenor.test');
  control = await server.signIn(7);
}, 120_000);

interface Asked {
  buscar?: string;
  orden?: string;
  direccion?: 'asc' | 'desc';
}

async function everyPage(browser: TestClient, asked: Asked) {
  const ids: number[] = [];
  for (let pagina = 1; ; pagina += 1) {
    const { answer, total } = await browser.call('/historialCajas', {
      pagina,
      limite: 9,
      ...asked,
    });
    ids.push(...answer.map(({ id_caja }) => id_caja));
    if (answer.length === 0) return { ids, total };
  }
}

/** The same list in SQL: the sent boxes of one supervisor, or all, in this order. */
const idsBySql = async (email: string | null, order: string, where = '1 = 1') =>
  (
    await sql<{ id: number }>`
      select cajas.id from cajas inner join tiendas on tiendas.id = cajas.id_tienda
        inner join usuarios on usuarios.id = tiendas.id_supervisor
      where cajas.active <> 0 and (${email ?? ''} = '' or usuarios.email = ${email ?? ''})
        and ${sql.raw(where)} order by ${sql.raw(order)}`.execute(server.db)
  ).rows.map(({ id }) => id);

const own = 'cajas.fecha_movimiento desc, cajas.id desc';

test.each([
  ['the last moved first', {}, own, '1 = 1'],
  ['by total', { orden: 'total', direccion: 'asc' }, 'cajas.total, cajas.id', '1 = 1'],
  [
    'by store',
    { orden: 'tienda', direccion: 'desc' },
    'tiendas.nombre desc, cajas.id desc',
    '1 = 1',
  ],
  ['of stores with a word', { buscar: 'TIENDA 01' }, own, "tiendas.nombre like 'Tienda 01%'"],
  [
    'of a digit, in a number or in the name of a store',
    { buscar: '1' },
    own,
    "(cast(cajas.consecutivo as text) like '%1%' or tiendas.nombre like '%1%')",
  ],
  ['of a state', { buscar: 'cerrada' }, own, 'cajas.active = 5'],
  ['of nothing', { buscar: 'zzz' }, own, '1 = 0'],
] satisfies [string, Asked, string, string][])('all pages: %s', async (_, asked, order, where) => {
  for (const [browser, email] of [
    [supervisor, 'supervisa0@cajamenor.test'],
    [control, null],
  ] as const) {
    const { ids, total } = await everyPage(browser, asked);
    expect(ids).toEqual(await idsBySql(email, order, where));
    expect(total).toBe(ids.length);
  }
});
