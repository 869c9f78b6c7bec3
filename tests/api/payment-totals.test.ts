/** Totals of the lists of payments by way and by bank, against the tables. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type PaymentList, paymentLists } from '#contract/calls/payments.calls.ts';
import { must, startScene, today } from '#tests/kit/box-scene.ts';
import type { StagedBox } from '#tests/kit/box-stages.ts';
import { changeBase, movementsOf } from '#tests/kit/movement-scene.ts';
import {
  accountOf,
  anotherAdministrator,
  partlyGranted,
  preparedBatch,
  treasurer,
} from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
/** Paid by transfer, in cash and, without an account, by hand. */
let boxes: Record<'bank' | 'cash' | 'plain', StagedBox>;

beforeAll(async () => {
  boxes = {
    bank: await partlyGranted(scene, [90_000.5, 10_000]),
    cash: await partlyGranted(scene, [50_000, 10_000]),
    plain: await partlyGranted(scene, [70_000.25, 10_000]),
  };
  await accountOf(scene, boxes.bank, '00912344471');
  const { id_tienda } = boxes.cash;
  const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
    id_tienda,
    via: 'efectivo',
  });
  const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
  await must(await anotherAdministrator(scene), '/resolverCuenta', change);
  await raiseBase(boxes.bank.id_tienda, 20_000);
}, 300_000);

async function raiseBase(id_tienda: number, by: number): Promise<number> {
  const { base } = await must(scene.browsers[1], '/obtenerTiendaById', { id_tienda });
  await changeBase(scene, id_tienda, base + by);
  return -((await movementsOf(scene, id_tienda))[0]?.id ?? 0);
}

const totals = (lista: PaymentList, buscar?: string) =>
  must(scene.browsers[6], '/totalesGiros', { lista, ...(buscar !== undefined && { buscar }) });

/** Each total as 'name: payments, pesos'. */
const inWords = async (lista: PaymentList, buscar?: string) => {
  const { vias, bancos } = await totals(lista, buscar);
  return [...vias, ...bancos].map(({ nombre, giros, valor }) => `${nombre}: ${giros}, ${valor}`);
};

const storeOf = async ({ id_tienda }: StagedBox) =>
  (await must(scene.browsers[1], '/obtenerTiendaById', { id_tienda })).nombre;

const states: Record<PaymentList, string> = {
  porGirar: "pago.giro in ('porGirar', 'noRecibido')",
  girados: "pago.giro in ('girado', 'recibido', 'devolucionPropuesta', 'retenido')",
  // The payments of a batch with one that waits for somebody.
  enCurso: `intento.id_lote in (select id_lote from giro
    where estado in ('preparado', 'autorizado', 'enviado', 'noRecibido')
    or (estado in ('girado', 'recibido') and id_usuario_devolucion is not null))`,
};

/** The totals by way, by own SQL: pesos by name. */
async function totalsBySql(lista: PaymentList) {
  const { rows } = await sql<{ nombre: string; giros: number; valor: number }>`
    select case coalesce(intento.via, vigente.via, 'transferencia') when 'efectivo' then 'Efectivo'
        else case when coalesce(pagada.numero, vigente.numero, '') = '' then 'A mano, sin cuenta'
          else 'Transferencia' end end as nombre, count(*) as giros, sum(pago.valor) as valor
    from (select id as id_caja, null as id_movimiento, id_tienda, giro, total_aprobado as valor from cajas
        where giro is not null
      union all select null, id, id_tienda, giro, valor from movimiento_fondo where giro is not null) as pago
      left join giro as intento on intento.estado not in ('retirado', 'devuelto')
        and (intento.id_caja = pago.id_caja or intento.id_movimiento = cast(pago.id_movimiento as integer))
      left join cuenta_tienda as vigente on vigente.id_tienda = pago.id_tienda and vigente.estado = 'vigente'
      left join cuenta_tienda as pagada on pagada.id = intento.id_cuenta
    where ${sql.raw(states[lista])} group by 1 order by 1`.execute(scene.db);
  return rows.map(({ nombre, giros, valor }) => ({
    nombre,
    giros: Number(giros),
    valor: Number(valor) / 100,
  }));
}

test('every list has its totals by way and by bank, with its search', async () => {
  expect(await inWords('porGirar')).toEqual([
    'A mano, sin cuenta: 1, 70000.25',
    'Efectivo: 1, 50000',
    'Transferencia: 2, 110000.5',
    'Bancolombia: 2, 110000.5',
  ]);
  expect(await inWords('porGirar', await storeOf(boxes.cash))).toEqual(['Efectivo: 1, 50000']);
  expect([await inWords('enCurso'), await inWords('girados')]).toEqual([[], []]);

  const id_lote = await preparedBatch(scene, boxes.bank, boxes.cash);
  expect(await inWords('porGirar')).toEqual([
    'A mano, sin cuenta: 1, 70000.25',
    'Transferencia: 1, 20000',
    'Bancolombia: 1, 20000',
  ]);
  const other = await preparedBatch(scene, boxes.plain);
  const inProgress = [
    'A mano, sin cuenta: 1, 70000.25',
    'Efectivo: 1, 50000',
    'Transferencia: 1, 90000.5',
    'Bancolombia: 1, 90000.5',
  ];
  expect(await inWords('enCurso')).toEqual(inProgress);
  expect(await inWords('enCurso', `lote ${other}`)).toEqual(inProgress.slice(0, 1));

  await must(await treasurer(scene), '/autorizarGiros', { id_lote });
  await must(scene.browsers[6], '/enviarGiros', { id_lote });
  const giros = [{ id_caja: boxes.bank.id, referencia: 'R1' }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
  // A batch that is confirmed in part is in progress with all of its payments, as its row says.
  expect(await inWords('enCurso')).toEqual(inProgress);
  const batches = await must(scene.browsers[6], '/lotesGiros', { abiertos: 1 });
  expect(batches.map(({ valor }) => valor)).toEqual([70_000.25, 140_000.5]);
  const paid = ['Transferencia: 1, 90000.5', 'Bancolombia: 1, 90000.5'];
  expect(await inWords('girados')).toEqual(paid);
  expect(await inWords('girados', 'R1')).toEqual(paid);
  expect(await inWords('girados', 'R2')).toEqual([]);
  for (const lista of paymentLists)
    expect((await totals(lista)).vias).toEqual(await totalsBySql(lista));
});

test('the totals are of the stores that one sees', async () => {
  const { vias } = await must(scene.browsers[8], '/totalesGiros', { lista: 'porGirar' });
  const own = await must(scene.browsers[8], '/giros', { lista: 'porGirar' });
  expect(vias.reduce((sum, { giros }) => sum + giros, 0)).toBe(own.length);
});
