/** Query plans of the daily calls on both engines: no growing table is scanned. */
import Libsql from 'libsql';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseFile } from '#server/platform/database/dialects.ts';
import { LibsqlDatabase } from '#server/platform/database/sqlite-dialect.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { approval, boxIn, newStore } from '#tests/kit/box-stages.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { readHere } from '#tests/kit/reading.ts';

const scene = perFile(() => startScene({ oneProcess: true }));

/** Tables that grow with every box. */
const growing = 'cajas|gastos|gasto_categoria|evento|conteo_caja|busqueda|factura_electronica';

interface Sent {
  text: string;
  parameters: readonly unknown[];
}

/** Statements that the work sends, each text once. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const seen = new Map<string, Sent>();
  const note = (text: unknown, parameters: unknown = []) => {
    if (typeof text === 'string' && /^\s*(with|select|insert|update|delete)/i.test(text))
      seen.set(text, { text, parameters: parameters as readonly unknown[] });
  };
  const ofSqlite = vi.spyOn(LibsqlDatabase.prototype, 'prepare');
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    for (const [text] of ofSqlite.mock.calls) note(text);
    for (const [sent] of ofPostgres.mock.calls as unknown[][]) {
      const { text, values } = sent as pg.QueryConfig;
      note(text, values);
    }
    return [...seen.values()];
  } finally {
    ofSqlite.mockRestore();
    ofPostgres.mockRestore();
  }
}

/** Uses its own connection: an explained statement would stay open on the shared one. */
async function sqliteLines({ text }: Sent): Promise<string[]> {
  const { options } = scene.database;
  const database = new Libsql(databaseFile('dataDir' in options ? options.dataDir : ''));
  try {
    const rows = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
    return rows.map(({ detail }) => detail);
  } finally {
    database.close();
  }
}

async function sqlitePlan(sent: Sent): Promise<string[]> {
  // `conteo` is aliased as `cajas` where a scope is checked, and does not grow with the boxes.
  const tables = /conteo as cajas/.test(sent.text) ? growing.replace('cajas|', '') : growing;
  // An index walk stops at the end of the page; FTS5 names its lookup after the colon.
  const full = new RegExp(
    `^SCAN (${tables})\\b(?! USING (COVERING )?INDEX| VIRTUAL TABLE INDEX (\\d+:.|(?!0)\\d+:))`,
  );
  return (await sqliteLines(sent)).filter((detail) => full.test(detail));
}

async function postgresLines({ text, parameters }: Sent, setting: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: connectionString() });
  await client.connect();
  try {
    await client.query(setting);
    const { rows } = await client.query(`explain ${text}`, [...parameters]);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN'] ?? '');
  } finally {
    await client.end();
  }
}

const linesOf = (sent: Sent): Promise<string[]> =>
  testEngine() === 'sqlite' ? sqliteLines(sent) : postgresLines(sent, 'set enable_seqscan = off');

/** With so few rows PostgreSQL would always scan; the setting makes a scan expensive. */
const postgresPlan = async (sent: Sent): Promise<string[]> =>
  (await postgresLines(sent, 'set enable_seqscan = off')).filter((line) =>
    new RegExp(`Seq Scan on (${growing})\\b`).test(line),
  );

const connectionString = (): string => {
  const { options } = scene.database;
  return 'databaseUrl' in options ? options.databaseUrl : '';
};

const fullScans = async (work: () => Promise<unknown>): Promise<string[]> => {
  const found: string[] = [];
  const sent = await statementsOf(work);
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const scans = await (testEngine() === 'sqlite' ? sqlitePlan : postgresPlan)(statement);
    if (scans.length > 0) found.push(`${statement.text}\n${scans.join('\n')}`);
  }
  return found;
};

describe('no growing table is scanned', () => {
  const page = { pagina: 1, limite: 20 };

  test('by the history, ordered, searched or of one store, for five profiles', async () => {
    await boxIn(scene, 'maintenance', [{ categoria: [5] }]);
    const bodies = [
      page,
      { ...page, buscar: 'prueba' },
      { ...page, buscar: '1' },
      { ...page, buscar: 'tornillo oct' },
      { ...page, buscar: '12.500', orden: 'tienda' },
      { ...page, orden: 'total', direccion: 'desc' as const },
      { ...page, orden: 'consecutivo' },
      { ...page, orden: 'total_aprobado', direccion: 'desc' as const },
      { ...page, id_tienda: scene.store.id },
    ];
    for (const profile of [2, 3, 7, 8] as const)
      for (const body of bodies)
        expect(await fullScans(() => readHere(scene, profile, '/historialCajas', body))).toEqual(
          [],
        );
    expect(await fullScans(() => must(scene.browsers[5], '/historialCajas', page))).toEqual([]);
  });

  test('by the search, for three profiles and each kind of text', async () => {
    const texts = ['bombillos', 'tienda', 'tienda bombillos oct', '12.500', 'oct', 'bo', '1'];
    for (const profile of [1, 2, 5] as const)
      for (const texto of texts)
        expect(await fullScans(() => readHere(scene, profile, '/buscar', { texto }))).toEqual([]);
  });

  test('by the boxes that wait for accounting and the stores with their funds', async () => {
    const pending = { ...page, estado: 9 as const };
    expect(
      await fullScans(() => must(scene.browsers[6], '/cajasPendientesContabilidad', pending)),
    ).toEqual([]);
    expect(await fullScans(() => must(scene.browsers[1], '/obtenerTiendas', page))).toEqual([]);
  });

  test('by the pending items, their counts and the groups of the history', async () => {
    await boxIn(scene, 'readyToShip', [{}]);
    await boxIn(scene, 'supervision', [{}]);
    for (const profile of [2, 3, 4, 5, 6] as const) {
      for (const body of [page, { ...page, buscar: 'prueba' }])
        expect(
          await fullScans(() => must(scene.browsers[profile], '/misPendientes', body)),
        ).toEqual([]);
      expect(await fullScans(() => must(scene.browsers[profile], '/contarPendientes', {}))).toEqual(
        [],
      );
    }
    for (const grupo of ['por_decidir', 'en_tramite', 'cerradas'] as const)
      expect(
        await fullScans(() => must(scene.browsers[2], '/historialCajas', { ...page, grupo })),
      ).toEqual([]);
  });

  test('and pending boxes are found without walking over closed ones', async () => {
    await boxIn(scene, 'supervision', [{}]);
    await boxIn(scene, 'preliminary', [{}]);
    const pending = { ...page, estado: 9 as const };
    for (const work of [
      () => must(scene.browsers[3], '/misPendientes', page),
      () => must(scene.browsers[6], '/misPendientes', page),
      () => must(scene.browsers[6], '/cajasPendientesContabilidad', pending),
    ]) {
      const lines = (await Promise.all((await statementsOf(work)).map(linesOf))).flat();
      expect(lines.filter((line) => /cajas_en_orden_de/.test(line))).toEqual([]);
      expect(lines.filter((line) => /cajas_por_(espera|recibo)/.test(line))).not.toEqual([]);
    }
  });

  test('by the open cases, the delays and the boxes of the workflow', async () => {
    await boxIn(scene, 'supervision', [{}]);
    for (const body of [{}, { id_tienda: scene.store.id }, { id_supervisor: scene.people[3].id }])
      expect(await fullScans(() => readHere(scene, 7, '/flujoActual', body))).toEqual([]);
    for (const por of ['tienda', 'persona'] as const)
      expect(await fullScans(() => readHere(scene, 7, '/flujoDemoras', { por }))).toEqual([]);
    for (const [maquina, estado] of [
      ['box', 'closed'],
      ['expense', 'supervision.unreviewed'],
    ] as const)
      expect(
        await fullScans(() => readHere(scene, 7, '/flujoCajas', { ...page, maquina, estado })),
      ).toEqual([]);
  });

  test('by the suggestions and invoices for a new expense', async () => {
    const asked = { id_tienda: scene.store.id, id_proveedor: scene.suppliers.known };
    await record(scene, { ...asked, tipo_factura: 1, numero_factura: 'FE1' });
    for (const work of [
      () => must(scene.browsers[2], '/sugerenciasGasto', { id_tienda: scene.store.id }),
      () => must(scene.browsers[2], '/facturasSinGasto', asked),
    ])
      expect(await fullScans(work)).toEqual([]);
  });

  test('by recording, reading or deciding an expense', async () => {
    expect(await fullScans(() => record(scene, {}))).toEqual([]);
    const box = await boxIn(scene, 'supervision', [{}]);
    const [id_gasto = 0] = box.expenses;
    expect(await fullScans(() => must(scene.browsers[3], '/detalleGasto', { id_gasto }))).toEqual(
      [],
    );
    const decision = { id_caja: box.id, id_gasto, estado: 3 as const, ...approval };
    expect(await fullScans(() => must(scene.browsers[3], '/guardarSupervisor', decision))).toEqual(
      [],
    );
    const accounted = await boxIn(scene, 'preliminary', [{}]);
    expect(
      await fullScans(() =>
        must(scene.browsers[6], '/detalleGasto', { id_gasto: accounted.expenses[0] ?? 0 }),
      ),
    ).toEqual([]);
  });
});

describe('the index finds names', () => {
  /** Statements that read one of the tables without a key, or its names without the trigram index. */
  const withoutIndex = async (tables: string, work: () => Promise<unknown>): Promise<string[]> => {
    const sent = (await statementsOf(work)).filter(({ text }) => /busqueda_nombres/.test(text));
    expect(sent.length).toBeGreaterThan(0);
    // PostgreSQL scans a table of few rows despite its indexes.
    if (testEngine() === 'postgres' && tables !== 'proveedores') return [];
    const found: string[] = [];
    for (const statement of sent) {
      const lines =
        testEngine() === 'sqlite'
          ? await sqliteLines(statement)
          : await postgresLines(statement, 'set enable_seqscan = on');
      const byTrigrams = /busqueda_nombres(_por_trigramas| VIRTUAL TABLE INDEX \d+:.*M)/;
      const full = new RegExp(`^SCAN (${tables})\\b|Seq Scan on (${tables}|busqueda_nombres)\\b`);
      if (!lines.some((line) => byTrigrams.test(line)) || lines.some((line) => full.test(line)))
        found.push(`${statement.text}\n${lines.join('\n')}`);
    }
    return found;
  };

  beforeAll(async () => {
    const numbered = sql`with recursive numeros (n) as (
      select 1 union all select n + 1 from numeros where n < 20000)`;
    await sql`insert into proveedores (num_doc, nombre, creado)
      ${numbered} select 'N' || (700000000 + n * 37), (n * 7919) || ' Distribuciones', 1 from numeros`.execute(
      scene.db,
    );
    if (testEngine() === 'postgres')
      for (const table of ['proveedores', 'busqueda_nombres'])
        await sql`analyze ${sql.table(table)}`.execute(scene.db);
  });

  test('of 20,000 suppliers, by name and by number', async () => {
    for (const buscar of ['700000037', '15838 DIS', 'ningún'])
      expect(
        await withoutIndex('proveedores', () =>
          must(scene.browsers[2], '/datosGenerales', { tabla: 'proveedores', buscar, limite: 20 }),
        ),
      ).toEqual([]);
  });

  test('of users, stores and companies, in their lists and by the search', async () => {
    const page = { pagina: 1, limite: 20, buscar: 'prueba' };
    for (const path of ['/obtenerUsuarios', '/obtenerTiendas', '/obtenerEmpresas'] as const)
      expect(
        await withoutIndex('usuarios|tiendas|empresas', () => must(scene.browsers[1], path, page)),
      ).toEqual([]);
    expect(
      await withoutIndex('usuarios', () =>
        readHere(scene, 1, '/buscar', { texto: 'administradora' }),
      ),
    ).toEqual([]);
  });
});

describe('the main thread', () => {
  const ofBoxes = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter(({ text }) => /\b(cajas|tiendas)\b/.test(text));
  const page = { pagina: 1, limite: 20 };

  test.each([
    ['/historialCajas', 7, { ...page, buscar: 'prueba' }],
    ['/cajasPendientesContabilidad', 6, { ...page, estado: 9, buscar: 'prueba' }],
    ['/misPendientes', 3, { ...page, buscar: 'prueba' }],
    ['/buscar', 3, { texto: 'prueba' }],
  ] as const)('leaves a search of the embedded database to a worker: %s', async (...asked) => {
    const [path, profile, body] = asked;
    const sent = await ofBoxes(() => must(scene.browsers[profile], path, body));
    expect(sent.length === 0).toBe(testEngine() === 'sqlite');
  });

  test('answers calls without a search', async () => {
    const sent = await ofBoxes(() =>
      must(scene.browsers[7], '/historialCajas', { ...page, buscar: ' ' }),
    );
    expect(sent).not.toEqual([]);
  });
});

describe('a search of the history', () => {
  const BOXES = 1_400;
  const page = { pagina: 1, limite: 20 };
  const texts = async (buscar: string) =>
    (await statementsOf(() => readHere(scene, 7, '/historialCajas', { ...page, buscar }))).map(
      ({ text }) => text,
    );

  beforeAll(async () => {
    const { id } = await newStore(scene);
    await sql`update tiendas set ultimo_consecutivo = ${BOXES} where id = ${id}`.execute(scene.db);
    const closed = boxStates.closed.codigo;
    const moved = scene.clock.now() - BOXES;
    await sql`with recursive numeros (n) as (select 1 union all select n + 1 from numeros where n < ${BOXES})
      insert into cajas (id_tienda, active, consecutivo, fecha, creada, fecha_movimiento)
      select cast(${id} as bigint), cast(${closed} as integer), n, '2026-06-01', 1, cast(${moved} as bigint) + n from numeros`.execute(
      scene.db,
    );
    await sql`insert into gastos (id_caja, id_proveedor, id_usuario, proveedor_nombre, fecha_gasto, recibo, valor,
        concepto, estado, creado)
      select id, cast(${scene.suppliers.known} as bigint), cast(${scene.people[2].id} as bigint), 'Persianas', '2026-06-01',
        'R' || consecutivo, 100, case when consecutivo % 400 = 0 then 'Cortina' else 'Persiana' end, 15, 1
      from cajas where id_tienda = ${id} and consecutivo is not null`.execute(scene.db);
  });

  test('checks box by box when most boxes match, and once for all otherwise', async () => {
    const { answer, total } = await scene.browsers[7].call('/historialCajas', {
      ...page,
      pagina: 3,
      buscar: 'persiana',
    });
    expect(total).toBe(BOXES);
    const shown = Array.from({ length: 20 }, (_, index) => BOXES - 40 - index);
    expect(answer.map(({ consecutivo }) => consecutivo)).toEqual(shown);
    const ofEach = (sent: string[]) =>
      sent.filter((text) => /exists \(select 1 from busqueda/.test(text));
    expect(ofEach(await texts('persiana'))).toHaveLength(1);
    expect(ofEach(await texts('cortina'))).toEqual([]);
    const few = await must(scene.browsers[7], '/historialCajas', { ...page, buscar: 'cortina' });
    expect(few.map(({ consecutivo }) => consecutivo)).toEqual([1200, 800, 400]);
  });

  test('for a number alone counts the boxes without listing them', async () => {
    const few = await must(scene.browsers[7], '/historialCajas', { ...page, buscar: '77' });
    expect(few.map(({ consecutivo }) => consecutivo)).toContain(1377);
    expect((await texts('77')).filter((text) => /count.*union/s.test(text))).toEqual([]);
  });
});
