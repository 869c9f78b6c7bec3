/** The log of the workflow as files for other programs. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BodyOf, documents } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { instantsOf } from '#machines/domain/values/dates.ts';
import { MOST_EVENTS, eventPages } from '#server/features/workflow/workflow-documents.ts';
import { xesOf } from '#server/features/workflow/event-files.ts';
import { queryRunner } from '#server/app/reads.ts';
import { countEventsOfPeriod } from '#server/features/workflow/workflow-log.repository.ts';
import type { RunQuery } from '#server/platform/http/operation.ts';
import { must } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { readCsv } from '#tests/kit/files/csv.ts';
import { readOcel } from '#tests/kit/files/ocel.ts';
import { liftDefences } from '#tests/kit/forger.ts';
import { readXes } from '#tests/kit/files/xes.ts';
import { partlyGranted, preparedBatch } from '#tests/kit/payment-scene.ts';
import { openConnection } from '#tests/kit/raw-request.ts';
import { sessionOf } from '#tests/kit/reading.ts';
import { passTime, startWorkflowScene, type WorkflowScene } from '#tests/kit/workflow-scene.ts';

/** Hostile texts: markup, control characters, formulas, quotes, line breaks. */
const hostile = {
  tienda: 'Tienda "Él & Ella" <b>\u0001\u001f\u0085\ufffe]]>&amp; 🧾',
  observacion:
    '=HYPERLINK("http://x","y"),\t"dos"\r\nlíneas\u0008\u000b </event>;=1+1; \t"@SUM(A1)\n-2',
  persona: '+57 300, «Ana»\u007f',
};

let scene: WorkflowScene;
beforeAll(async () => {
  scene = await startWorkflowScene(60);
  const { id, id_tienda, expenses } = await boxIn(scene, 'supervision');
  await scene.db
    .updateTable('tiendas')
    .set({ nombre: hostile.tienda, centro_costo: '@SUM(A1)', id_formato: 2, id_ciudad: 11001 })
    .where('id', '=', id_tienda)
    .execute();
  await must(scene.browsers[3], '/guardarSupervisor', {
    id_caja: id,
    id_gasto: expenses[0] ?? 0,
    estado: 4,
    item: 0,
    observacion: hostile.observacion,
    id_rechazo: 1,
  });
  await scene.db
    .updateTable('usuarios')
    .set({ razon_social: hostile.persona })
    .where('id', '=', scene.people[3].id)
    .execute();
}, 300_000);
afterAll(() => scene.close());

interface Asked {
  desde?: string;
  hasta?: string;
  id_tienda?: number;
  id_supervisor?: number;
  id_formato?: number;
  id_ciudad?: number;
  id_categoria?: number;
  valor_min?: number;
  valor_max?: number;
  resultado?: string;
  caso?: string;
  corte?: string;
}

type EventFile = 'workflowXes' | 'workflowOcel' | 'workflowCsv';

/** Whole cases, as without a part of the log in the query. */
const whole = { corte: '' };

/** The events of the period unless `whole`. Advances the clock, because the files are expensive and limited per minute. */
async function download(format: EventFile, asked: Asked) {
  scene.clock.advance(3_000);
  const query = new URLSearchParams(
    Object.entries({ corte: 'eventos', ...asked }).flatMap(([name, value]) =>
      value === '' ? [] : [[name, String(value)]],
    ),
  );
  return scene.browsers[7].get(`${documents[format].path}?${query}`);
}

async function bothOf(asked: Asked) {
  const xes = await download('workflowXes', asked);
  const csv = await download('workflowCsv', asked);
  expect([xes.statusCode, csv.statusCode]).toEqual([200, 200]);
  const [header = [], ...rows] = readCsv(csv.body.replace(/^\ufeff/, ''));
  return { xes, csv, log: readXes(xes.body), header, rows };
}

const everything = { desde: '2020-01-01', hasta: '2026-12-31' };

/** The events that the files must contain, by the tables. */
const eventsInTables = async (from: string, until: string, whose = sql`1 = 1`) =>
  (
    await sql<{ id_caja: number; secuencia: number; instante: number }>`
      select id_caja, secuencia, instante from evento
      where id_caja in (select id from cajas where active <> 0)
        and instante >= ${Date.parse(`${from}T05:00:00Z`)}
        and instante < ${Date.parse(`${until}T05:00:00Z`)} and ${whose}
      order by id_caja, secuencia`.execute(scene.db)
  ).rows;

const ofStores = (which: ReturnType<typeof sql>) =>
  sql`id_caja in (select cajas.id from cajas join tiendas on tiendas.id = id_tienda where ${which})`;
const ofStore = (id: number) => sql`id_caja in (select id from cajas where id_tienda = ${id})`;

describe('the XES and the CSV', () => {
  const cases: Record<string, () => readonly [Asked, string, string, ReturnType<typeof sql>]> = {
    everything: () => [everything, '2020-01-01', '2027-01-01', sql`1 = 1`],
    'a day': () => [
      { desde: '2026-06-17', hasta: '2026-06-17' },
      '2026-06-17',
      '2026-06-18',
      sql`1 = 1`,
    ],
    'a month of the past': () => [
      { desde: '2026-03-01', hasta: '2026-03-31' },
      '2026-03-01',
      '2026-04-01',
      sql`1 = 1`,
    ],
    'a store': () => [
      { ...everything, id_tienda: scene.stores[0] ?? 0 },
      '2020-01-01',
      '2027-01-01',
      ofStore(scene.stores[0] ?? 0),
    ],
    'a supervisor': () => [
      { ...everything, id_supervisor: scene.others.supervisor.id },
      '2020-01-01',
      '2027-01-01',
      ofStores(sql`id_supervisor = ${scene.others.supervisor.id}`),
    ],
    'a format': () => [
      { ...everything, id_formato: 2 },
      '2020-01-01',
      '2027-01-01',
      ofStores(sql`id_formato = 2`),
    ],
    'a city': () => [
      { ...everything, id_ciudad: 11001 },
      '2020-01-01',
      '2027-01-01',
      ofStores(sql`id_ciudad = 11001`),
    ],
    nothing: () => [
      { desde: '2030-01-01', hasta: '2030-01-31' },
      '2030-01-01',
      '2030-02-01',
      sql`1 = 1`,
    ],
  };

  test.each(Object.keys(cases))('contain exactly the events of %s, box by box', async (name) => {
    const [asked, from, until, whose] = cases[name]?.() ?? [{}, '', '', sql`1 = 1`];
    const { log, rows } = await bothOf(asked);
    const wanted = await eventsInTables(from, until, whose);
    const instant = (iso: string | undefined) => Date.parse(iso ?? '');
    expect(rows.map((row) => [Number(row[0]), Number(row[5]), instant(row[6])])).toEqual(
      wanted.map((row) => [row.id_caja, row.secuencia, row.instante]),
    );
    expect(
      log.traces.flatMap(({ attributes, events }) =>
        events.map((event) => [
          attributes['concept:name'],
          event['concept:name'],
          instant(event['time:timestamp']),
        ]),
      ),
    ).toEqual(rows.map((row) => [`Caja ${row[0]}`, row[7], instant(row[6])]));
    expect(new Set(log.traces.map(({ attributes }) => attributes['concept:name'])).size).toBe(
      log.traces.length,
    );
  });
});

describe('a file of cases', () => {
  const month = { desde: '2026-04-01', hasta: '2026-04-30' };
  const inMonth = sql`caso_cerrado.cierre >= ${Date.parse('2026-04-01T05:00:00Z')}
    and caso_cerrado.cierre < ${Date.parse('2026-05-01T05:00:00Z')}`;
  const selections: readonly [string, Asked, ReturnType<typeof sql>][] = [
    ['a month', {}, sql`1 = 1`],
    ['a category', { id_categoria: 5 }, sql`gastos.categorias_propias = '[5]'`],
    [
      'a range of values',
      { valor_min: 100_000, valor_max: 300_000 },
      sql`cajas.total between 10000000 and 30000000`,
    ],
    ['an outcome', { resultado: 'completo' }, sql`cajas.total = cajas.total_aprobado`],
    ['a format', { id_formato: 1 }, sql`tiendas.id_formato = 1`],
  ];

  test.each(selections)('has the whole log of each case of %s', async (_, filters, which) => {
    const { rows: wanted } = await sql<{ id_caja: number; secuencia: number }>`
      select id_caja, secuencia from evento where id_caja in (
        select caso_cerrado.id_caja from caso_cerrado
          inner join cajas on cajas.id = caso_cerrado.id_caja
          inner join tiendas on tiendas.id = cajas.id_tienda
          inner join gastos on gastos.id_caja = cajas.id
        where ${inMonth} and ${which})
      order by id_caja, secuencia`.execute(scene.db);
    expect(wanted.length).toBeGreaterThan(10);
    const asked = { ...month, ...filters, ...whole };
    const { log, rows } = await bothOf(asked);
    const keys = wanted.map(({ id_caja, secuencia }) => `${id_caja}-${secuencia}`);
    expect(rows.map((row) => `${row[0]}-${row[5]}`)).toEqual(keys);
    expect(log.traces.map(({ events }) => events.length).reduce((sum, one) => sum + one, 0)).toBe(
      wanted.length,
    );
    const ocel = readOcel((await download('workflowOcel', asked)).body);
    expect(ocel.events.map(({ id }) => id)).toEqual(keys);
    for (const { events } of log.traces) expect(events.at(0)?.codigo).toBe('EXPENSE.RECORD');
    const { cifras } = await must(scene.browsers[7], '/flujoCiclo', {
      ...month,
      ...filters,
    } as BodyOf<'/flujoCiclo'>);
    expect(log.traces).toHaveLength(cifras.casos);
  });

  test('has in its CSV the format, city, category, values, anomaly, outcome and target', async () => {
    const marked = await scene.db
      .selectFrom('gastos')
      .innerJoin('caso_cerrado', 'caso_cerrado.id_caja', 'gastos.id_caja')
      .select(['gastos.id', 'gastos.id_caja'])
      .where('caso_cerrado.cierre', '>=', Date.parse('2026-04-01T05:00:00Z'))
      .where('caso_cerrado.cierre', '<', Date.parse('2026-05-01T05:00:00Z'))
      .executeTakeFirstOrThrow();
    await scene.db
      .updateTable('gastos')
      .set({ informe_novedad: 'El valor es raro.' })
      .where('id', '=', marked.id)
      .execute();
    const { header, rows } = await bothOf({ ...month, ...whole });
    const cellOf = (row: readonly string[], column: string) => row[header.indexOf(column)] ?? '';
    const { rows: facts } = await sql<Record<string, string | number>>`
      select gastos.id, cajas.id as caja, formato_tienda.nombre as formato, ciudades.nombre as ciudad,
        cajas.total, cajas.total_aprobado, gastos.valor, gastos.informe_novedad as novedad,
        categoria_gasto.nombre as categoria
      from gastos inner join cajas on cajas.id = gastos.id_caja
        inner join tiendas on tiendas.id = cajas.id_tienda
        inner join formato_tienda on formato_tienda.id = tiendas.id_formato
        inner join ciudades on ciudades.id = tiendas.id_ciudad
        left join categoria_gasto on gastos.categorias_propias = '[' || categoria_gasto.id || ']'
      where gastos.id_caja in (select id_caja from caso_cerrado where ${inMonth})`.execute(
      scene.db,
    );
    const outcome = ({ total = 0, total_aprobado = 0 }: (typeof facts)[0]) =>
      total === total_aprobado
        ? 'Aprobada completa'
        : total_aprobado === 0
          ? 'Sin aprobar'
          : 'Aprobada en parte';
    expect(facts.length).toBeGreaterThan(3);
    for (const one of facts) {
      const own = rows.filter((row) => cellOf(row, 'Gasto') === String(one.id));
      expect(own.length).toBeGreaterThan(0);
      for (const row of own)
        expect(
          ['Formato', 'Ciudad', 'Categoría', 'Resultado', 'Novedad'].map((name) =>
            cellOf(row, name),
          ),
        ).toEqual([
          one.formato,
          one.ciudad,
          one.categoria ?? cellOf(row, 'Categoría'),
          outcome(one),
          one.id === marked.id ? 'El valor es raro.' : one.novedad,
        ]);
      for (const row of own)
        expect(['Valor de la caja', 'Valor del gasto'].map((name) => cellOf(row, name))).toEqual(
          [one.total, one.valor].map((value) => String(Number(value) / 100)),
        );
    }
    const { answer } = await scene.browsers[7].call('/flujoCasos', month);
    for (const { id_caja, tarde } of answer)
      expect(
        new Set(
          rows
            .filter((row) => cellOf(row, 'Caja') === String(id_caja))
            .map((row) => cellOf(row, 'Meta')),
        ),
      ).toEqual(new Set([tarde === 1 ? 'Superada' : 'Cumplida']));
  });

  test('refuses an unknown value of a filter', async () => {
    const statuses = [];
    for (const wrong of [
      { resultado: 'todo' },
      { corte: 'cajas' },
      { id_categoria: -1 },
      { con: 'suerte' },
      { otro_filtro: 1 },
    ])
      statuses.push((await download('workflowCsv', { ...month, ...whole, ...wrong })).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
  });
});

describe('the XES', () => {
  test('declares its extensions and classifiers, and every event name has one code', async () => {
    const { log } = await bothOf(everything);
    expect(log.extensions).toEqual(['concept', 'time', 'org', 'lifecycle']);
    expect(log.classifiers).toEqual({
      Evento: ['concept:name'],
      EventoPerfil: ['concept:name', 'org:role'],
    });
    const names = new Map<string, Set<string>>();
    for (const event of log.traces.flatMap(({ events }) => events))
      names.set(
        event['concept:name'] ?? '',
        (names.get(event['concept:name'] ?? '') ?? new Set()).add(event.codigo ?? ''),
      );
    for (const [name, codes] of names) expect([name, codes.size]).toEqual([name, 1]);
    expect(names.size).toBeGreaterThan(18);
  });

  test('escapes any text, and replaces only characters that XML cannot represent', async () => {
    const { log } = await bothOf({ desde: '2026-06-17', hasta: '2026-12-31' });
    const trace = log.traces.find(({ attributes }) => attributes.tienda?.includes('Él & Ella'));
    expect(trace?.attributes.tienda).toBe(
      'Tienda "Él & Ella" <b>\ufffd\ufffd\u0085\ufffd]]>&amp; 🧾',
    );
    expect(trace?.events.at(-1)).toMatchObject({
      'concept:name': 'Rechazo del supervisor',
      'org:resource': hostile.persona,
      'org:role': 'Supervisor',
      'lifecycle:transition': 'complete',
      codigo: 'SUPERVISOR.REJECT',
      desde: 'Pendiente de supervisor',
      hacia: 'Rechazado por supervisor',
      observacion:
        '=HYPERLINK("http://x","y"),\t"dos"\r\nlíneas\ufffd\ufffd </event>;=1+1; \t"@SUM(A1)\n-2',
    });
    expect(trace?.events.at(-1)?.['time:timestamp']).toMatch(/^\d{4}-\d\d-\d\dT.*-05:00$/);
  });

  test.each([
    ['an event outside of a trace', (xml: string) => xml.replace('<trace>', '<event/><trace>')],
    ['another prefix', (xml: string) => xml.replace('key="org:role"', 'key="cost:role"')],
    ['no day', (xml: string) => xml.replace(/(time:timestamp" value=")\d{4}/g, '$1nunca')],
    ['a key twice', (xml: string) => xml.replace('key="hacia"', 'key="desde"')],
    ['a missing global', (xml: string) => xml.replace(/<event><string [^>]*\/>/, '<event>')],
    ['a control character', (xml: string) => xml.replace('Caja menor', 'Caja\u0001menor')],
    ['an end that is missing', (xml: string) => xml.replace('</log>', '')],
  ])('with %s is rejected by the validator of these tests', async (_, spoil) => {
    const { xes } = await bothOf({ desde: '2026-06-17', hasta: '2026-06-18' });
    expect(() => readXes(spoil(xes.body))).toThrow();
  });
});

describe('the XES by expense', () => {
  test('has a trace for each expense, with its events and those of its box', async () => {
    const xes = await download('workflowXes', { ...everything, caso: 'gasto' });
    const { traces } = readXes(xes.body);
    const { rows } = await sql<{ id_gasto: number; eventos: number }>`
      select gasto.id_gasto, (
        select count(*) from evento where evento.id_caja = gasto.id_caja
          and (evento.id_gasto = gasto.id_gasto or (evento.id_gasto is null
            and exists (select 1 from gastos where gastos.id = gasto.id_gasto)))) as eventos
      from (select distinct id_gasto, id_caja from evento where id_gasto is not null
        and id_caja in (select id from cajas where active <> 0)) as gasto
      order by gasto.id_gasto`.execute(scene.db);
    const found = traces.map(({ attributes, events }) => [
      Number(attributes['concept:name']?.replace('Gasto ', '')),
      events.length,
    ]);
    expect(found.sort(([one = 0], [other = 0]) => one - other)).toEqual(
      rows.map((row) => [row.id_gasto, row.eventos]),
    );
    for (const { events } of traces) {
      const times = events.map((event) => event['time:timestamp'] ?? '');
      expect(times).toEqual(times.toSorted());
    }
  });

  test('refuses an unknown kind of case', async () => {
    const { statusCode, body } = await download('workflowXes', { ...everything, caso: 'tienda' });
    expect([statusCode, body]).toEqual([400, expect.stringContaining('«caso» debe ser')]);
  });
});

describe('the OCEL', () => {
  const read = async (asked: Asked) => readOcel((await download('workflowOcel', asked)).body);

  /** Keys of the related objects of one type. */
  const keysOf = (
    { relationships }: Pick<ReturnType<typeof readOcel>['events'][0], 'relationships'>,
    type: string,
  ) =>
    relationships.flatMap(({ objectId }) =>
      objectId.startsWith(`${type}:`) ? [objectId.slice(type.length + 1)] : [],
    );

  test('contains the events of the tables, each with its box and its expenses', async () => {
    const { events, objects } = await read(everything);
    const wanted = await eventsInTables('2020-01-01', '2027-01-01');
    expect(events.map(({ id, time }) => [id, Date.parse(time)])).toEqual(
      wanted.map(({ id_caja, secuencia, instante }) => [`${id_caja}-${secuencia}`, instante]),
    );
    for (const event of events) expect(keysOf(event, 'caja')).toEqual([event.id.split('-')[0]]);
    const expenses = await scene.db
      .selectFrom('gastos')
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .select(['gastos.id', 'gastos.id_caja', 'gastos.id_proveedor', 'gastos.valor'])
      .where('cajas.active', '<>', 0)
      .orderBy('gastos.id')
      .execute();
    const ofType = (type: string) => objects.filter((object) => object.type === type);
    const known = ofType('gasto').filter(({ attributes }) => attributes.length > 0);
    const textOf = ({ attributes }: (typeof known)[0], wanted: string) =>
      attributes.find(({ name }) => name === wanted)?.value;
    expect(
      known
        .map((one) => [one.id, keysOf(one, 'proveedor'), Number(textOf(one, 'valor'))])
        .toSorted(
          ([one], [other]) => Number(String(one).slice(6)) - Number(String(other).slice(6)),
        ),
    ).toEqual(
      expenses.map(({ id, id_proveedor, valor }) => [
        `gasto:${id}`,
        [`${id_proveedor}`],
        valor / 100,
      ]),
    );
    for (const box of ofType('caja'))
      expect(keysOf(box, 'gasto')).toEqual(
        expenses.flatMap(({ id, id_caja }) => (box.id === `caja:${id_caja}` ? [`${id}`] : [])),
      );
    expect(ofType('tienda').length).toBeGreaterThan(10);
    expect(ofType('persona').length).toBeGreaterThan(4);
    const sending = events.find(({ attributes }) =>
      attributes.some(({ name, value }) => name === 'codigo' && value === 'BOX.SEND'),
    );
    expect(keysOf(sending ?? { relationships: [] }, 'gasto').length).toBeGreaterThan(0);
  });

  test('contains payment attempts of a box that was closed before the period', async () => {
    const box = await partlyGranted(scene);
    await passTime(scene, 30 * 3_600_000);
    await preparedBatch(scene, box);
    await must(scene.browsers[6], '/retirarGiros', { cajas: [box.id] });
    await passTime(scene, 60_000);
    await preparedBatch(scene, box);
    const today = dateInBogota(scene.clock.now());
    const { events, objects } = await read({ desde: today, hasta: today });
    const payments = await scene.db
      .selectFrom('giro')
      .select('id')
      .where('id_caja', '=', box.id)
      .orderBy('id')
      .execute();
    const [first, second] = payments.map(({ id }) => `${id}`);
    const ofBox = events.filter((event) => keysOf(event, 'caja')[0] === `${box.id}`);
    expect(ofBox.map((event) => [event.type, keysOf(event, 'giro')])).toEqual([
      ['Preparación del giro', [first]],
      ['Retiro del lote', [first]],
      ['Preparación del giro', [second]],
    ]);
    expect(objects).toContainEqual({
      id: `giro:${second}`,
      type: 'giro',
      attributes: expect.arrayContaining([
        expect.objectContaining({ name: 'valor', value: '90000' }),
      ]),
      relationships: [{ objectId: `caja:${box.id}`, qualifier: 'paga' }],
    });
  });

  test('replaces the control characters of a text', async () => {
    const { events } = await read({ desde: '2026-06-17', hasta: '2026-12-31' });
    const rejection = events.findLast(({ type }) => type === 'Rechazo del supervisor');
    expect(rejection?.attributes).toContainEqual({
      name: 'observacion',
      value: hostile.observacion.replace('\u0008', '\ufffd').replace('\u000b', '\ufffd'),
    });
  });

  test.each([
    ['a value that is no text', (log: string) => log.replace(/"value":"(\d+)"/, '"value":$1')],
    ['an event without a time', (log: string) => log.replace(/"time":"[^"]*",/, '')],
    [
      'a relation to nothing',
      (log: string) => log.replace(/"objectId":"caja:\d+"/, '"objectId":"x"'),
    ],
    ['an undeclared type', (log: string) => log.replace(/"type":"caja"/, '"type":"otra"')],
    [
      'an object twice',
      (log: string) => log.replace(/"objects":\[(.*),\n/, '"objects":[$1,\n$1,\n'),
    ],
  ])('with %s is rejected by the validator of these tests', async (_, spoil) => {
    const { body } = await download('workflowOcel', { desde: '2026-06-17', hasta: '2026-06-18' });
    expect(() => readOcel(body)).not.toThrow();
    expect(() => readOcel(spoil(body))).toThrow();
  });
});

describe('the CSV', () => {
  test('begins with the UTF-8 byte order mark and names its columns', async () => {
    const { csv, header } = await bothOf({ desde: '2026-06-17', hasta: '2026-06-17' });
    expect(csv.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(header).toEqual([
      'Caja',
      'Tienda',
      'Centro de costo',
      'Supervisor',
      'Caja n.º',
      'Secuencia',
      'Fecha y hora',
      'Evento',
      'Código del evento',
      'Gasto',
      'Desde',
      'Hacia',
      'Persona',
      'Perfil',
      'Observación',
      'Motivo de rechazo',
      'Ingreso',
      'Formato',
      'Ciudad',
      'Valor de la caja',
      'Categoría',
      'Valor del gasto',
      'Novedad',
      'Resultado',
      'Meta',
    ]);
  });

  test('has no cell that starts a formula', async () => {
    const { rows } = await bothOf(everything);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    const row = rows.find(([, tienda = '']) => tienda.includes('Él & Ella'));
    expect(row?.[2]).toBe("'@SUM(A1)");
    const [rejection] = rows
      .filter(([, , , , , , , , code]) => code === 'SUPERVISOR.REJECT')
      .slice(-1);
    expect(rejection?.[14]).toBe(
      `'=HYPERLINK("http://x","y"),\t"dos"\r\nlíneas\ufffd\ufffd </event>;'=1+1;' \t'"@SUM(A1)\n'-2`,
    );
    expect(rejection?.[12]).toBe(`'${hostile.persona}`);
    expect(rejection?.[15]).not.toBe('');
  });
});

test('the CSV has no cell that starts a formula when split at semicolons or tabs', async () => {
  const { csv } = await bothOf(everything);
  expect(csv.body).toContain(';');
  for (const cell of csv.body.split(/[;\t\r\n]/))
    expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/);
});

test('the events of a file are counted up to a limit', async () => {
  const { rows } = await bothOf(everything);
  const session = sessionOf(scene, 7);
  const scope = { session, stores: {} };
  const span = instantsOf(everything.desde, everything.hasta);
  const count = (most: number) =>
    queryRunner(scene.database.options)(countEventsOfPeriod, scope, span, most);
  expect(await count(MOST_EVENTS)).toBe(rows.length);
  expect(await count(3)).toBe(3);
});

describe('a download', () => {
  test.each([
    ['without days', {}, 'Elija la fecha inicial y la final.'],
    ['with one day', { desde: '2026-06-01' }, 'Elija la fecha inicial y la final.'],
    ['with a day that is none', { desde: '2026-02-30', hasta: '2026-03-01' }, 'La fecha «desde»'],
    ['backwards', { desde: '2026-03-02', hasta: '2026-03-01' }, 'La fecha final'],
    [
      'up to the last day of time',
      { desde: '2026-03-01', hasta: '9999-12-31' },
      'El año debe estar entre 2000 y 2199.',
    ],
    // Not a number, as a URL may contain.
    ['of no store', { ...everything, id_tienda: 'x' as never }, 'id_tienda debe ser'],
  ] as [string, Asked, string][])('%s is refused with 400', async (_, asked, msg) => {
    for (const format of ['workflowXes', 'workflowOcel', 'workflowCsv'] as const) {
      const response = await download(format, asked);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual([{ status: '400', msg: expect.stringContaining(msg) }]);
    }
  });

  test('is named after its dates, and must not be cached', async () => {
    for (const [format, extension, type] of [
      ['workflowXes', 'xes', 'application/xml; charset=utf-8'],
      ['workflowOcel', 'json', 'application/json; charset=utf-8'],
      ['workflowCsv', 'csv', 'text/csv; charset=utf-8'],
    ] as const) {
      const { headers } = await download(format, { desde: '2026-06-01', hasta: '2026-06-30' });
      expect(headers).toMatchObject({
        'content-disposition': `attachment; filename="flujo_2026-06-01_2026-06-30.${extension}"`,
        'content-type': type,
        'cache-control': 'private, no-store',
      });
    }
  });

  test('is limited to 30 requests a minute', async () => {
    const browser = await scene.signIn(6);
    const statuses = [];
    for (let time = 0; time < 31; time += 1)
      statuses.push(
        (await browser.get(`${documents.workflowCsv.path}?desde=2030-01-01&hasta=2030-01-01`))
          .statusCode,
      );
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(statuses[30]).toBe(429);
  });

  test('reads pages only as the client consumes them', async () => {
    let reads = 0;
    const direct = queryRunner(scene.database.options, new AbortController().signal);
    const ask: RunQuery = (query, ...rest) => {
      reads += 1;
      return direct(query, ...rest);
    };
    // The fields of a session that the scope reads.
    const session = { idUsuario: scene.people[7].id, profile: 7, permisos: ['flujo'] } as never;
    const pages = eventPages({
      ask,
      scope: { session, stores: {} },
      span: { from: 0, until: Number.MAX_SAFE_INTEGER },
      cases: null,
    });
    const stream = Readable.from(xesOf(pages), { objectMode: false });
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const whileNobodyReads = reads;
    const all = Buffer.concat(await stream.toArray()).toString();
    expect(readXes(all).traces.length).toBeGreaterThan(30);
    expect(whileNobodyReads).toBeLessThan(reads);
  });
});

describe('a file whose last event cannot be read', () => {
  let url: string;
  beforeAll(async () => {
    url = await scene.app.listen({ port: 0, host: '127.0.0.1' });
    await liftDefences(scene);
    await sql`update evento set payload = 'roto' where id = (select max(id) from evento
      where id_caja in (select id from cajas where active <> 0))`.execute(scene.db);
  });

  /** Returns whether the connection was reset, and the text received before. */
  async function received(version: string, encoding: string) {
    scene.clock.advance(3_000);
    const cookie = [...scene.browsers[7].cookies].map(([name, value]) => `${name}=${value}`);
    const socket = await openConnection(url);
    let isReset = false;
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {
      isReset = true;
    });
    socket.write(
      [
        `GET ${documents.workflowCsv.path}?${new URLSearchParams({ ...everything, corte: 'eventos' })} HTTP/${version}`,
        'Host: 127.0.0.1',
        `Cookie: ${cookie.join('; ')}`,
        `Accept-Encoding: ${encoding}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    );
    await new Promise((resolve) => socket.once('close', resolve));
    return { text, isReset };
  }

  // Without chunked encoding, only the reset reveals an incomplete file.
  test.each(['1.1', '1.0'])('resets the connection in HTTP/%s', async (version) => {
    expect((await received(version, 'identity')).isReset).toBe(true);
  });

  test.each(['gzip', 'br'])('resets the connection or answers 500: %s', async (encoding) => {
    const { text, isReset } = await received('1.1', encoding);
    expect(isReset || text.startsWith('HTTP/1.1 500 ')).toBe(true);
  });
});
