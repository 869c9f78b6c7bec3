/** What was not granted: who owes it, and the ways in which it is settled, with the cash of the store counted by hand. */
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { openBoxOf } from '#tests/kit/box-rows.ts';
import {
  attach,
  categories,
  must,
  nextReceipt,
  reason,
  record,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const follow = (control_giros: 'si' | 'no') =>
  must(scene.browsers[1], '/configGeneral', { monto_maximo: 1_000_000, control_giros });

const reject = (id_caja: number, id_gasto: number) =>
  must(scene.browsers[3], '/guardarSupervisor', {
    id_caja,
    id_gasto,
    estado: 4,
    id_rechazo: reason,
    ...approval,
  });

/** A box that left the supervisor with its first expense, of this value in pesos, rejected. */
async function rejectedBox(valor: number): Promise<StagedBox> {
  const box = await boxIn(scene, 'supervision', [{ valor }, { valor: 5_000 }]);
  await reject(box.id, box.expenses[0] ?? 0);
  await moveTo(scene, box, 'preliminary');
  return box;
}

async function recordAgain({ id_tienda, expenses: [origen = 0] }: StagedBox, valor: number) {
  const id = await record(scene, { id_tienda, valor, origen });
  await attach(scene.browsers[2], id, `copia ${id}`);
  return id;
}

const remove = ({ id_tienda }: StagedBox, id_gasto: number) =>
  must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda });

/** Sends the open box, has its expense rejected, and corrects the value of that expense. */
async function correctAfterSending({ id_tienda }: StagedBox, id_gasto: number, valor: number) {
  const id_caja = await openBoxOf(scene, id_tienda);
  await must(scene.browsers[2], '/enviarCaja', { id_caja, id_tienda });
  await reject(id_caja, id_gasto);
  const { status } = await scene.browsers[2].upload(
    '/corregirGasto',
    {
      id_gasto,
      fecha_gasto: today,
      id_proveedor: scene.suppliers.known,
      valor,
      recibo: nextReceipt(),
      concepto: 'Taxi',
      tipo_factura: 0,
      categoria: [categories.plain],
    },
    null,
  );
  expect(status).toBe(200);
}

/** The fund in pesos, added up by own SQL from the rows; the cash is what is left of the base. */
async function fundBySql({ id_tienda }: StagedBox) {
  const { rows } = await sql<{ base: number; abiertas: number; cargo: number; girar: number }>`
    select tiendas.base,
      (select coalesce(sum(gastos.valor), 0) from gastos join cajas on cajas.id = gastos.id_caja
        where cajas.id_tienda = tiendas.id and cajas.active <> 5)
      - (select coalesce(sum(trasladado), 0) from cajas where id_tienda = tiendas.id) as abiertas,
      (select sum(a_cargo) from cajas where id_tienda = tiendas.id) as cargo,
      (select sum(por_girar) from cajas where id_tienda = tiendas.id) as girar
    from tiendas where tiendas.id = ${id_tienda}`.execute(scene.db);
  const [base = 0, open = 0, owed = 0, due = 0] = rows.flatMap((row) =>
    [row.base, row.abiertas, row.cargo, row.girar].map((amount) => Number(amount) / 100),
  );
  return { owed, cash: base - open - owed - due };
}

/** Pesos in the drawer and owed, in own SQL and as the store reads them; the logs agree. */
async function expectFund(box: StagedBox, fund: { owed: number; cash: number }): Promise<void> {
  const { id_tienda } = box;
  expect(await fundBySql(box)).toEqual(fund);
  const parts = { a_cargo_tienda: fund.owed, disponible: fund.cash };
  const store = scene.browsers[2];
  expect(await must(store, '/obtenerDatosTiendaCaja', { id_tienda })).toMatchObject(parts);
  expect((await inSnapshot(scene.db, (trx) => auditStore(trx, id_tienda))).differences).toEqual([]);
}

describe('with control_giros = no, no expense is owed', () => {
  afterEach(() => follow('si'));

  test('when it is recorded again for less, its box is closed, and the copy is deleted', async () => {
    const box = await rejectedBox(100_000);
    const copy = await recordAgain(box, 60_000);
    // $ 105.000 were spent once, and $ 60.000 of them are the copy.
    await expectFund(box, { owed: 0, cash: 895_000 });
    await follow('no');
    await moveTo(scene, box, 'closed');
    await expectFund(box, { owed: 0, cash: 940_000 });
    await remove(box, copy);
    await expectFund(box, { owed: 0, cash: 1_000_000 });
    await recordAgain(box, 70_000);
    await expectFund(box, { owed: 0, cash: 930_000 });
  });

  test('when it is recorded again, its box is closed, and the copy is corrected', async () => {
    const box = await rejectedBox(100_000);
    const copy = await recordAgain(box, 100_000);
    await follow('no');
    await moveTo(scene, box, 'closed');
    await expectFund(box, { owed: 0, cash: 900_000 });
    await correctAfterSending(box, copy, 90_000);
    await expectFund(box, { owed: 0, cash: 910_000 });
  });

  test('when the copy is deleted before its box is closed', async () => {
    const box = await rejectedBox(100_000);
    const copy = await recordAgain(box, 60_000);
    await remove(box, copy);
    await expectFund(box, { owed: 0, cash: 895_000 });
    await follow('no');
    await moveTo(scene, box, 'closed');
    await expectFund(box, { owed: 0, cash: 1_000_000 });
  });

  test('and a box that was closed while payments were followed keeps its debt', async () => {
    const box = await rejectedBox(100_000);
    const copy = await recordAgain(box, 60_000);
    await moveTo(scene, box, 'closed');
    await expectFund(box, { owed: 40_000, cash: 895_000 });
    await follow('no');
    await remove(box, copy);
    await expectFund(box, { owed: 100_000, cash: 895_000 });
  });
});

/** A closed, followed box whose first expense, of $ 100.000, was rejected. */
async function owingBox(): Promise<StagedBox> {
  const box = await rejectedBox(100_000);
  await moveTo(scene, box, 'closed');
  await expectFund(box, { owed: 100_000, cash: 895_000 });
  return box;
}

const detailOf = async (id_gasto: number) =>
  (await must(scene.browsers[2], '/detalleGasto', { id_gasto }))[0];

const tryAgain = ({ id_tienda, expenses: [origen = 0] }: StagedBox, valor: number) =>
  scene.browsers[2].call('/enviarGasto', {
    id_tienda,
    fecha_gasto: today,
    id_proveedor: scene.suppliers.known,
    valor,
    origen,
    recibo: nextReceipt(),
    concepto: 'Taxi',
    categoria: [categories.plain],
    tipo_factura: 0,
  });

describe('what was not granted', () => {
  test('cannot be recorded again once the company took it over', async () => {
    const box = await owingBox();
    const [id_gasto = 0] = box.expenses;
    expect(await detailOf(id_gasto)).toMatchObject({ asumido: 0 });
    await must(scene.browsers[6], '/asumirGasto', { id_gasto, motivo: 'Se perdió' });
    const { status, refusal } = await tryAgain(box, 100_000);
    expect(status).toBe(409);
    expect(refusal?.motivos).toEqual([
      {
        guardia: 'originIsNotTakenOver',
        mensaje: 'La empresa asumió este gasto: no se vuelve a registrar.',
      },
    ]);
    expect(await detailOf(id_gasto)).toMatchObject({ asumido: 1, registrado_de_nuevo: null });
    expect((await fundBySql(box)).owed).toBe(0);
  });

  test('can be recorded again once it was paid in, and who decides reads that it was', async () => {
    const box = await owingBox();
    const [id_gasto = 0] = box.expenses;
    await must(scene.browsers[2], '/consignarGasto', { id_gasto, dia: today, nota: 'Al cajón' });
    await expectFund(box, { owed: 0, cash: 995_000 });
    const copy = await recordAgain(box, 100_000);
    // The money that was paid in is taken out again.
    await expectFund(box, { owed: 0, cash: 895_000 });
    const { informe_novedad } = (await detailOf(copy)) ?? {};
    const sentence = 'Vuelve a registrar un gasto cuyo valor ya se consignó en el fondo.';
    expect(informe_novedad?.split('\n')).toContain(sentence);
    const id_caja = await openBoxOf(scene, box.id_tienda);
    await must(scene.browsers[2], '/enviarCaja', { id_caja, id_tienda: box.id_tienda });
    const rows = await must(scene.browsers[3], '/gastosCaja', { id_caja });
    expect(rows[0]).toMatchObject({ id: copy, informe_novedad });
    await expectFund(box, { owed: 0, cash: 895_000 });
  });

  test('is said to be paid in of no other expense that is recorded again', async () => {
    const copy = await recordAgain(await owingBox(), 100_000);
    expect((await detailOf(copy))?.informe_novedad).not.toContain('se consignó');
  });
});
