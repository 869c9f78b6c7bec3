/** The openings of 50 stores from one file: the fund of each by own SQL and by a ledger of its cash, and taking one back. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import { auditAdministration, auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { movementsOf } from '#tests/kit/movement-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { csvOf, importOf, xlsxOf } from '#tests/kit/row-import.ts';

const scene = perFile(startScene);

const admin = () => scene.browsers[1];

const heads = [
  'Tienda',
  'Centro de costo',
  'Fondo',
  'Efectivo contado',
  'A cargo',
  'Recibos sin registrar',
  'Próxima caja',
  ...[1, 2, 3, 4, 5].flatMap((n) => [`Caja ${n}: número`, `Caja ${n}: valor`, `Caja ${n}: día`]),
  'Banco',
  'Tipo de cuenta',
  'Cuenta',
  'Titular',
  'Tipo de documento',
  'Documento',
];
type Cells = Record<string, string>;
const row = (cells: Cells): string[] => heads.map((head) => cells[head] ?? '');

const nameOf = async (id: number): Promise<string> =>
  (
    await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).nombre;

const reviewed = async (bytes: Buffer) => {
  const { status, answer } = await importOf(admin(), 'aperturas', bytes).review();
  expect(status).toBe(200);
  return answer;
};

/** Pesos out of the drawer by own SQL, and the base. */
async function bySql(id: number) {
  const { rows } = await sql<Record<'base' | 'girar' | 'cargo' | 'vales', number>>`
    select base / 100 as base,
      (select coalesce(sum(por_girar), 0) / 100 from movimiento_fondo where id_tienda = tiendas.id) as girar,
      (select coalesce(sum(a_cargo), 0) / 100 from movimiento_fondo where id_tienda = tiendas.id) as cargo,
      (select coalesce(sum(valor), 0) / 100 from vale where id_tienda = tiendas.id and estado = 'fuera') as vales
    from tiendas where id = ${id}`.execute(scene.db);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, amount]) => [name, Number(amount)]),
  );
}

/** Store n of the file: what a person counted in it, in pesos. */
const ledger = (n: number) => ({
  base: 1_000_000 + n * 10_000,
  efectivo: 100_000 + n * 10_000,
  debe: n % 3 === 0 ? 20_000 : 0,
  recibos: n % 2 === 0 ? 30_000 : 0,
  cajas: Array.from({ length: n % 4 }, (_, place) => ({
    numero: n + place,
    valor: 50_000 * (place + 1),
  })),
});

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

test('50 stores are opened from one file; each fund holds, and its first count differs by 0', async () => {
  const ids: number[] = [];
  for (let n = 1; n <= 50; n += 1) ids.push((await newStore(scene)).id);
  const rows: string[][] = [];
  for (const [place, id] of ids.entries()) {
    const { base, efectivo, debe, recibos, cajas } = ledger(place + 1);
    const boxes = cajas.flatMap(({ numero, valor }, box) => [
      [`Caja ${box + 1}: número`, `${numero}`],
      [`Caja ${box + 1}: valor`, `${valor}`],
      // A day as text, and as the number that a spreadsheet keeps: 46175 is 2 June 2026.
      [`Caja ${box + 1}: día`, box === 0 ? '03/06/2026' : '46175'],
    ]);
    rows.push(
      row({
        Tienda: (await nameOf(id)).toUpperCase(),
        Fondo: `${base}`,
        'Efectivo contado': `${efectivo}`,
        'A cargo': debe === 0 ? '' : `${debe}`,
        'Recibos sin registrar': recibos === 0 ? '' : `${recibos}`,
        'Próxima caja': `${place + 1 + 10}`,
        ...(Object.fromEntries(boxes) as Cells),
      }),
    );
  }
  const bytes = xlsxOf([heads, ...rows]);
  const before = await bySql(ids[49] ?? 0);
  const { filas, huella, avisos } = await reviewed(bytes);
  expect(avisos).toEqual([]);
  expect([...new Set(filas.map(({ resultado }) => resultado))]).toEqual(['correcta']);
  // Of 1.010.000: 110.000 in the drawer, a box of 50.000; the base was 1.000.000.
  expect(filas[0]?.mensajes).toEqual([
    'Por girar $ 850.000',
    'más 1 en camino',
    'Fondo $ 1.000.000 → $ 1.010.000',
  ]);
  expect(await bySql(ids[49] ?? 0)).toEqual(before);

  const { answer } = await importOf(admin(), 'aperturas', bytes).write(huella);
  expect(answer).toEqual([
    { status: '200', msg: 'Se crearon 50 filas.', creadas: 50, cambiadas: 0 },
  ]);
  scene.clock.advance(60_000);
  const listed = await must(scene.browsers[6], '/giros', { lista: 'porGirar', limite: 1000 });
  for (const [place, id] of ids.entries()) {
    const { base, efectivo, debe, recibos, cajas } = ledger(place + 1);
    const girar = base - efectivo - debe - recibos;
    expect(await bySql(id)).toEqual({ base, girar, cargo: debe, vales: recibos });
    const toBring = listed.filter(({ id_tienda }) => id_tienda === id);
    expect(sumOf(toBring.map(({ valor }) => valor))).toBe(girar);
    expect(toBring.map(({ consecutivo }) => consecutivo).toSorted((a, b) => a - b)).toEqual([
      0,
      ...cajas.map(({ numero }) => numero),
    ]);
    const { disponible } = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', {
      id_tienda: id,
    });
    expect(disponible).toBe(efectivo);
    const cantidades = denominations.map(({ valor }) => (valor === 10_000 ? efectivo / valor : 0));
    await must(scene.browsers[2], '/guardarArqueo', { id_tienda: id, cantidades });
    const { arqueos } = await must(scene.browsers[2], '/arqueos', { id_tienda: id });
    expect(arqueos[0]).toMatchObject({ diferencia: 0, estado: 'cuadra' });
    const audited = await inSnapshot(scene.db, (trx) => auditStore(trx, id));
    expect([audited.differences, audited.derived]).toEqual([[], []]);
  }
  expect(await inSnapshot(scene.db, auditAdministration)).toEqual([]);
  const again = await reviewed(bytes);
  expect([...new Set(again.filas.map(({ resultado }) => resultado))]).toEqual(['registrada']);
  expect((await importOf(admin(), 'aperturas', bytes).write(huella)).status).toBe(409);
}, 600_000);

test('a row is refused with a sentence for each cell; the others are opened, with their account', async () => {
  const [{ id }, { id: other }] = [await newStore(scene), await newStore(scene)];
  const nombre = await nameOf(id);
  const whole = {
    Tienda: nombre,
    Fondo: '1.000.000',
    'Efectivo contado': '300.000,50',
    'Próxima caja': '1',
  };
  const account = {
    Banco: 'bancolombia',
    'Tipo de cuenta': 'Ahorros',
    Cuenta: '00912344471',
    Titular: 'Ana Rojas',
    'Tipo de documento': 'CC',
    Documento: '1018464851',
  };
  const bytes = csvOf([
    heads,
    row({ ...whole, ...account }),
    row({ ...whole, Tienda: 'Ninguna' }),
    row(whole),
    row({ ...whole, Tienda: await nameOf(other), 'Efectivo contado': '1000001' }),
    row({
      ...whole,
      Tienda: await nameOf(other),
      Fondo: 'mucho',
      'Próxima caja': 'x',
      'Caja 1: número': '3',
      'Caja 2: valor': '5',
      Banco: 'El mío',
      'Tipo de cuenta': 'plazo',
    }),
    row({ ...whole, Tienda: await nameOf(other), ...account, Banco: '', Titular: '' }),
  ]);
  const { filas, huella } = await reviewed(bytes);
  expect(filas.map(({ fila, resultado, mensajes }) => [fila, resultado, ...mensajes])).toEqual([
    [2, 'correcta', 'Por girar $ 699.999,50', 'Propone su cuenta'],
    [3, 'error', 'Tienda: no existe «Ninguna».'],
    [4, 'error', 'La tienda es el de la fila 2.'],
    [
      5,
      'error',
      'Lo contado y lo pendiente pasan del fondo: suba el fondo o entregue lo que sobra. Sobran $ 1.',
    ],
    [
      6,
      'error',
      'Fondo: «mucho» no son pesos.',
      'Próxima caja: no es un número de caja.',
      'Caja 1: valor: no son pesos.',
      'Caja 1: día: no es un día hasta hoy.',
      'Caja 2: número: no es un número de caja.',
      'Caja 2: día: no es un día hasta hoy.',
      'Banco: no existe «El mío».',
      'Tipo de cuenta: es ahorros, corriente, deposito.',
    ],
    [
      7,
      'error',
      'Banco: Escriba la cuenta completa, o deje vacíos todos sus campos.',
      'Titular: Escriba la cuenta completa, o deje vacíos todos sus campos.',
    ],
  ]);
  const { answer } = await importOf(admin(), 'aperturas', bytes).write(huella);
  expect(answer[0]?.creadas).toBe(1);
  expect((await movementsOf(scene, other)).length).toBe(0);
  const { propuesta } = await must(admin(), '/cuentaTienda', { id_tienda: id });
  expect(propuesta).toMatchObject({ banco: 'Bancolombia', titular: 'Ana Rojas' });
});

test('only who edits stores imports openings', async () => {
  const bytes = csvOf([heads, row({ Tienda: 'x' })]);
  for (const profile of [2, 3, 6, 7] as const)
    expect((await importOf(scene.browsers[profile], 'aperturas', bytes).review()).status).toBe(403);
});

test('the template has a sheet to fill in and an example', async () => {
  const { statusCode, rawPayload } = await admin().get('/documentos/plantillas?tabla=aperturas');
  expect([statusCode, rawPayload.length > 1_000]).toEqual([200, true]);
});
