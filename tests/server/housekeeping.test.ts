/** Temporary rows are deleted when they have no effect any more, and not before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differenceInDays } from 'date-fns';
import { daysFrom, recordingWindow } from '#machines/domain/values/dates.ts';
import type { Database, NewRow } from '#server/platform/database/schema.ts';
import { KEY_LIFE, tidy } from '#server/operate/housekeeping.ts';
import {
  createMigratedDatabase,
  engines,
  newUser,
  type TestDatabase,
} from './database/database-fixture.ts';

const NOW = Date.UTC(2026, 5, 17, 15, 0, 0);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('an idempotency key outlives the period in which its expense may be recorded', () => {
  const days = Array.from({ length: 1_500 }, (_, index) => daysFrom('2026-01-01', index));
  const longest = days.map((day) => differenceInDays(day, recordingWindow(day).min));
  expect(Math.max(...longest)).toBe(61);
  expect(KEY_LIFE).toBeGreaterThan(61 * DAY);
});

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let id_usuario: number;
  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    ({ id: id_usuario } = await database.db
      .insertInto('usuarios')
      .values(newUser({ email: 'ana@cajamenor.test', num_doc: '52123456' }))
      .returning('id')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => database.drop());

  const session = (token_hash: string, vista: number, vence: number): NewRow<'sesion'> => ({
    token_hash,
    id_usuario,
    xsrf_hash: '-',
    creada: NOW - DAY,
    vista,
    vence,
  });
  const mail = (
    asunto: string,
    estado: 'pendiente' | 'enviado' | 'fallido',
    proximo_intento: number,
  ): NewRow<'correo'> => ({
    para: 'ana@cajamenor.test',
    asunto,
    texto: '',
    estado,
    proximo_intento,
    creado: proximo_intento,
    enviado: null,
  });

  /** Table, the column that names its rows, the rows, and the names that remain. */
  const kinds = (): [keyof Database, string, object[], string[]][] => [
    [
      'sesion',
      'token_hash',
      [
        session('vencida', NOW - MINUTE, NOW),
        session('sin uso', NOW - 31 * MINUTE, NOW + DAY),
        session('en uso', NOW - 29 * MINUTE, NOW + MINUTE),
      ],
      ['en uso'],
    ],
    [
      'intento',
      'sujeto',
      [
        { accion: 'login', tipo: 'cuenta', sujeto: 'viejo', instante: NOW - DAY },
        { accion: 'login', tipo: 'cuenta', sujeto: 'reciente', instante: NOW - MINUTE },
      ],
      ['reciente'],
    ],
    [
      'idempotencia',
      'clave',
      [
        {
          clave: 'antaño',
          id_usuario,
          ruta: '/x',
          huella: '-',
          estado_http: 200,
          respuesta: '[]',
          creado: NOW - 62 * DAY - 1,
        },
        {
          clave: 'hace dos meses',
          id_usuario,
          ruta: '/x',
          huella: '-',
          estado_http: 200,
          respuesta: '[]',
          creado: NOW - 62 * DAY + 1,
        },
      ],
      ['hace dos meses'],
    ],
    [
      'limite_peticiones',
      'clave',
      [
        { clave: 'pasada', cuenta: 9, vence: NOW - 1 },
        { clave: 'abierta', cuenta: 9, vence: NOW + MINUTE },
      ],
      ['abierta'],
    ],
    [
      'clave_temporal',
      'clave_hash',
      [
        { id_usuario, clave_hash: 'vencida', vence: NOW, usada: null },
        { id_usuario, clave_hash: 'útil', vence: NOW + 1, usada: null },
      ],
      ['útil'],
    ],
    [
      'correo',
      'asunto',
      [
        mail('enviado antaño', 'enviado', NOW - 91 * DAY),
        mail('fallido antaño', 'fallido', NOW - 91 * DAY),
        mail('enviado', 'enviado', NOW - 89 * DAY),
        mail('fallido', 'fallido', NOW - 89 * DAY),
        mail('espera hace mucho', 'pendiente', NOW - 400 * DAY),
        { ...mail('noticia', 'pendiente', NOW), vence: NOW + 1 },
        { ...mail('noticia vieja', 'pendiente', NOW), vence: NOW },
        { ...mail('noticia que salió', 'enviado', NOW), vence: NOW },
      ],
      ['enviado', 'espera hace mucho', 'fallido', 'noticia', 'noticia que salió'],
    ],
  ];

  test('expired rows are deleted, also by several processes at once', async () => {
    const { db } = database;
    for (const [table, , rows] of kinds())
      await db
        .insertInto(table)
        // The rows are of this table, which the types of the list do not show.
        .values(rows as never)
        .execute();
    await Promise.all([tidy(db, NOW), tidy(db, NOW), tidy(db, NOW)]);
    for (const [table, column, , stay] of kinds()) {
      const rows = (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
      expect(rows.map((row) => row[column]).toSorted(), table).toEqual(stay);
    }
  });
});
