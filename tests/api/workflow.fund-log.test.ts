/** The movements, vales, cash counts and payments of movements in the OCEL file, against the administration log. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import { documents } from '#contract/contract.ts';
import { must, record, startScene, today, unlike } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { readOcel } from '#tests/kit/files/ocel.ts';
import { changeBase, movementsOf, openingForm } from '#tests/kit/movement-scene.ts';
import { partlyGranted, preparedBatch, treasurer } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let ofStore: Record<'counted' | 'paid' | 'vales' | 'opened', number>;
let keptBox: number;
let legalised: number;

/** Notes of 10.000. */
const notes = (count: number): number[] =>
  denominations.map((_, place) => (place === 3 ? count : 0));

const count = async (id_tienda: number, cantidades: number[]): Promise<number> => {
  const body = { id_tienda, cantidades };
  const [saved] = await must(scene.browsers[2], '/guardarArqueo', body);
  scene.clock.advance(60_000);
  return saved?.id_arqueo ?? 0;
};

/** A shortage that the company takes over, one that a later count corrects, and a surplus. */
async function countedStore(): Promise<number> {
  const { id } = await newStore(scene);
  const [supervisor, accounting] = [scene.browsers[3], scene.browsers[6]];
  const id_arqueo = await count(id, notes(98));
  await must(scene.browsers[2], '/explicarArqueo', { id_arqueo, nota: 'Faltan dos billetes' });
  await must(supervisor, '/resolverArqueo', { id_arqueo, como: 'aCargo', motivo: 'Sin soporte' });
  const [shortage] = await movementsOf(scene, id);
  const debt = { id_movimiento: shortage?.id ?? 0, motivo: 'Robo denunciado' };
  await must(accounting, '/asumirMovimiento', debt);
  // What was taken over is not in the drawer yet.
  const wrong = await count(id, notes(90));
  await count(id, notes(98));
  await must(supervisor, '/resolverArqueo', {
    id_arqueo: wrong,
    como: 'recontado',
    motivo: 'Se contó mal',
  });
  const surplus = await count(id, notes(99));
  const handed = { como: 'entregado', dia: today, referencia: 'RC 12' } as const;
  await must(accounting, '/resolverArqueo', { id_arqueo: surplus, ...handed });
  return id;
}

/** A raise that is paid, and a decrease that is kept back from the payment of a box. */
async function paidStore(): Promise<number> {
  const box = await partlyGranted(scene);
  keptBox = box.id;
  const { base } = await must(scene.browsers[1], '/obtenerTiendaById', {
    id_tienda: box.id_tienda,
  });
  await changeBase(scene, box.id_tienda, base + 20_000);
  const key = -((await movementsOf(scene, box.id_tienda))[0]?.id ?? 0);
  const id_lote = await preparedBatch(scene, { ...box, id: key });
  await must(await treasurer(scene), '/autorizarGiros', { id_lote });
  await must(scene.browsers[6], '/enviarGiros', { id_lote });
  const giros = [{ id_caja: key, referencia: 'M1' }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
  const claim = { id_caja: key, recibido: 0, nota: 'No está en el banco' } as const;
  await must(scene.browsers[2], '/responderGiro', claim);
  await changeBase(scene, box.id_tienda, base + 5_000);
  await must(scene.browsers[6], '/prepararGiros', { cajas: [box.id], retener: [box.id] });
  return box.id_tienda;
}

/** A vale that came back, one in a box that was sent, and one in a box that is open. */
async function storeWithVales(): Promise<number> {
  const { id: id_tienda, idCaja } = await newStore(scene);
  const give = async (valor: number): Promise<number> => {
    const vale = { id_tienda, valor, persona: 'Ana Ruiz', dia: today, motivo: 'Taxi' };
    return (await must(scene.browsers[2], '/darVale', vale))[0]?.id_vale ?? 0;
  };
  await must(scene.browsers[2], '/devolverVale', { id_vale: await give(5_000) });
  const use = async (valor: number) =>
    record(scene, unlike({ id_tienda, valor, id_vale: await give(valor) }));
  legalised = await use(30_000);
  await must(scene.browsers[2], '/enviarCaja', { id_caja: idCaja, id_tienda });
  await use(40_000);
  return id_tienda;
}

/** An opening that is taken back and written again; less is granted of its boxes, and a receipt is recorded. */
async function openedStore(): Promise<number> {
  const { id } = await newStore(scene);
  const [admin, accounting] = [scene.browsers[1], scene.browsers[6]];
  const [first] = await must(admin, '/abrirFondo', openingForm(id));
  const taken = { id_movimiento: first?.id_movimiento ?? 0, motivo: 'Era otra tienda' };
  await must(admin, '/deshacerApertura', taken);
  await must(admin, '/abrirFondo', openingForm(id));
  const lines = (await movementsOf(scene, id)).toReversed().slice(-4);
  const grant = async (place: number, valor: number) =>
    must(accounting, '/reconocerMenos', {
      id_movimiento: lines[place]?.id ?? 0,
      valor,
      motivo: 'Sin soporte',
    });
  await grant(0, 150_000);
  await grant(1, 0);
  const { vales } = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda: id });
  await record(scene, unlike({ id_tienda: id, valor: 30_000, id_vale: vales[0]?.id ?? 0 }));
  return id;
}

beforeAll(async () => {
  ofStore = {
    counted: await countedStore(),
    paid: await paidStore(),
    vales: await storeWithVales(),
    opened: await openedStore(),
  };
}, 300_000);

async function download(query: Record<string, string | number>) {
  scene.clock.advance(3_000);
  const params = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const { body } = await scene.browsers[7].get(`${documents.workflowOcel.path}?${params}`);
  return readOcel(body);
}

const everything = { desde: '2020-01-01', hasta: '2026-12-31' };

type OcelEvent = Awaited<ReturnType<typeof download>>['events'][number];

/** Events of funds: those of boxes begin with the number of the box. */
const isOfFund = ({ id }: OcelEvent): boolean => !/^\d/.test(id);

const attributeOf = ({ attributes }: Pick<OcelEvent, 'attributes'>, wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value ?? '';

/** Types of the related objects, without store and author, which every event has. */
const relatedTypes = ({ relationships }: OcelEvent): string[] =>
  relationships
    .map(({ objectId }) => objectId.split(':')[0] ?? '')
    .filter((type) => type !== 'tienda' && type !== 'persona');

const eventsOf = async (name: keyof typeof ofStore, asked: object = {}) => {
  const { events } = await download({ ...everything, ...asked, id_tienda: ofStore[name] });
  return events
    .filter(isOfFund)
    .map((event) => [
      event.type,
      attributeOf(event, 'codigo'),
      attributeOf(event, 'hacia'),
      relatedTypes(event).join(' '),
    ]);
};

describe('the OCEL file has of a store', () => {
  test('its counts and what settled them', async () => {
    expect(await eventsOf('counted')).toEqual([
      ['Arqueo', 'COUNT.SAVE', 'Con diferencia', 'arqueo'],
      ['Explicación de la diferencia', 'COUNT.EXPLAIN', '', 'arqueo'],
      ['Faltante de un arqueo', 'MOVEMENT.CREATE', 'A cargo', 'movimiento arqueo'],
      ['Faltante a cargo', 'COUNT.CHARGE', 'Resuelto', 'arqueo'],
      [
        'Deuda asumida por la empresa',
        'MOVEMENT.TAKE_OVER',
        'Asumido por la empresa',
        'movimiento arqueo',
      ],
      ['Asumido por la empresa', 'MOVEMENT.CREATE', 'Se gira', 'movimiento movimiento'],
      ['Arqueo', 'COUNT.SAVE', 'Con diferencia', 'arqueo'],
      ['Arqueo', 'COUNT.SAVE', 'Cuadra', 'arqueo'],
      ['Corrección por un arqueo posterior', 'COUNT.CORRECT', 'Resuelto', 'arqueo'],
      ['Arqueo', 'COUNT.SAVE', 'Con diferencia', 'arqueo'],
      ['Sobrante de un arqueo', 'MOVEMENT.CREATE', 'Hecho', 'movimiento arqueo'],
      ['Sobrante entregado', 'COUNT.HAND_OVER', 'Resuelto', 'arqueo'],
    ]);
  });

  test('its movements, their payments, and the box from whose payment one was kept back', async () => {
    const ofPayment = (name: string, code: string) => [name, code, '', 'giro movimiento'];
    expect(await eventsOf('paid')).toEqual([
      ['Aumento de la base', 'MOVEMENT.CREATE', 'Se gira', 'movimiento'],
      ofPayment('Preparación del giro', 'PAYMENT.PREPARE'),
      ofPayment('Autorización del giro', 'PAYMENT.AUTHORISE'),
      ofPayment('Envío del giro al banco', 'PAYMENT.SEND'),
      ofPayment('Confirmación del giro', 'PAYMENT.CONFIRM'),
      ofPayment('Reclamo de la tienda', 'PAYMENT.CLAIM'),
      ['Disminución de la base', 'MOVEMENT.CREATE', 'Por devolver', 'movimiento caja'],
      ['Retención de un giro', 'MOVEMENT.KEEP_BACK', 'Retenido de un giro', 'movimiento caja'],
    ]);
    const { events, objects } = await download({ ...everything, id_tienda: ofStore.paid });
    const claim = events.find(({ type }) => type === 'Reclamo de la tienda');
    expect(claim && attributeOf(claim, 'observacion')).toBe('No está en el banco');
    expect(claim && attributeOf(claim, 'perfil')).toBe('Responsable de tienda');
    const [raised, lowered] = objects.filter(({ type }) => type === 'movimiento');
    expect(objects.find(({ relationships }) => relationships[1]?.objectId === raised?.id)).toEqual(
      expect.objectContaining({ type: 'giro' }),
    );
    expect(lowered?.relationships).toEqual([
      { objectId: `tienda:${ofStore.paid}`, qualifier: 'de' },
      { objectId: `caja:${keptBox}`, qualifier: 'retenido de' },
    ]);
    expect(lowered && attributeOf(lowered, 'valor')).toBe('15000');
  });

  test('its opening with its parts, taken back, and what is granted and recorded of another one', async () => {
    const part = 'movimiento movimiento';
    const opening = [
      ['Apertura', 'MOVEMENT.CREATE', 'Hecho', 'movimiento'],
      ['Apertura', 'MOVEMENT.CREATE', 'Se gira', part],
      ['Apertura', 'MOVEMENT.CREATE', 'Se gira', part],
      ['Apertura', 'MOVEMENT.CREATE', 'Se gira', part],
      ['Apertura', 'MOVEMENT.CREATE', 'A cargo', part],
      ['Entrega de un vale', 'VALE.GIVE', 'Por legalizar', 'vale movimiento'],
    ];
    const back = ['Apertura deshecha', 'MOVEMENT.TAKE_BACK', 'Deshecho'];
    const less = ['Caja anterior reconocida en parte', 'MOVEMENT.GRANT_LESS'];
    expect(await eventsOf('opened')).toEqual([
      ...opening,
      [...back, 'movimiento'],
      ...[1, 2, 3, 4].map(() => [...back, part]),
      ['Vale deshecho con su apertura', 'VALE.TAKE_BACK', 'Devuelto', 'vale movimiento'],
      ...opening,
      [...less, '', part],
      ['Apertura', 'MOVEMENT.CREATE', 'A cargo', part],
      [...less, 'A cargo', part],
      ['Legalización del vale', 'VALE.USE', '', 'vale movimiento'],
    ]);
    const { objects } = await download({ ...everything, id_tienda: ofStore.opened });
    const names = objects
      .filter(({ type }) => type === 'movimiento')
      .map((object) => attributeOf(object, 'tipo'));
    expect(names.filter((name) => name === 'Apertura, caja n.º 12')).toHaveLength(2);
  });

  test('its vales, with the expense of a box that is in the file', async () => {
    const boxesUnderWay = { corte: 'eventos' };
    expect(await eventsOf('vales', boxesUnderWay)).toEqual([
      ['Entrega de un vale', 'VALE.GIVE', 'Por legalizar', 'vale'],
      ['Devolución del vale', 'VALE.RETURN', 'Devuelto', 'vale'],
      ['Entrega de un vale', 'VALE.GIVE', 'Por legalizar', 'vale gasto'],
      ['Legalización del vale', 'VALE.USE', 'Legalizado', 'vale gasto'],
      ['Entrega de un vale', 'VALE.GIVE', 'Por legalizar', 'vale'],
      ['Legalización del vale', 'VALE.USE', 'Legalizado', 'vale'],
    ]);
    const related = async (asked: object) =>
      (await download({ ...everything, ...asked, id_tienda: ofStore.vales })).objects
        .filter(({ type }) => type === 'vale')
        .map(({ relationships }) => relationships.map(({ objectId }) => objectId));
    const store = `tienda:${ofStore.vales}`;
    expect(await related(boxesUnderWay)).toEqual([[store], [store, `gasto:${legalised}`], [store]]);
    // Without a closed box, the file of whole cases has none of its expenses.
    expect(await related({})).toEqual([[store], [store], [store]]);
  });
});

test('the OCEL file has an event for each change of a state in the administration log', async () => {
  const { rows } = await sql<{ secuencia: number; tabla: string; instante: number }>`
    select secuencia, tabla, instante from evento_administracion
    where evento <> 'BASE' and (tabla in ('giro', 'arqueo')
      or (tabla in ('vale', 'movimiento_fondo') and (payload like '%"estado"%' or payload like '%"valor"%')))
    order by secuencia`.execute(scene.db);
  expect(rows.length).toBeGreaterThan(20);
  const names: Record<string, string> = { movimiento_fondo: 'movimiento' };
  const { events } = await download(everything);
  expect(
    events.filter(isOfFund).map(({ id, time }) => {
      const [, type, sequence] = /^(\w+):\d+-(\d+)$/.exec(id) ?? [];
      return [type, Number(sequence), Date.parse(time)];
    }),
  ).toEqual(
    rows.map(({ secuencia, tabla, instante }) => [names[tabla] ?? tabla, secuencia, instante]),
  );
});

test('the OCEL file has no change of a fund of another period', async () => {
  const { events, objects } = await download({ desde: '2026-01-01', hasta: '2026-01-31' });
  expect(events).toEqual([]);
  const ofFund = objects.filter(({ type }) => ['movimiento', 'vale', 'arqueo'].includes(type));
  expect(ofFund).toEqual([]);
});
