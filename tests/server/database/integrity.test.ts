import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, isUniqueViolation } from '#server/platform/database/transactions.ts';
import {
  createMigratedDatabase,
  engines,
  insertStoreWithBox,
  newEvent,
  newExpense,
  newOpenBox,
  newUser,
  type StoreWithBox,
  type TestDatabase,
} from './database-fixture.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(engines)('integrity on %s', (engine) => {
  let database: TestDatabase;
  let store: StoreWithBox;
  beforeEach(async () => {
    database = await createMigratedDatabase(engine);
    store = await insertStoreWithBox(database.db);
  });
  afterEach(() => database.drop());

  test('the event log refuses changes and deletions', async () => {
    const { db } = database;
    await db.insertInto('evento').values(newEvent(store, 1)).execute();
    const refusal = /evento es un registro que solo crece/;
    await expect(db.updateTable('evento').set({ hash: 'x' }).execute()).rejects.toThrow(refusal);
    await expect(db.deleteFrom('evento').execute()).rejects.toThrow(refusal);
    expect(await db.selectFrom('evento').select('hash').execute()).toEqual([{ hash: 'abc' }]);
  });

  test('the administration log and the signed heads refuse changes and deletions', async () => {
    const { db } = database;
    const event = { evento: 'BASE', tabla: 'config', instante: 1, payload: '{}', hash_previo: '' };
    await db
      .insertInto('evento_administracion')
      .values({ ...event, secuencia: 1, hash: 'abc' })
      .execute();
    const head = { resumen: '', administracion: 1, administracion_hash: '', clave: '', firma: '' };
    await db
      .insertInto('firma')
      .values({ ...head, secuencia: 1, instante: 1, evento: 1 })
      .execute();
    for (const table of ['evento_administracion', 'firma'] as const) {
      const refusal = `${table} es un registro que solo crece`;
      const altered = db.updateTable(table).set({ instante: 2 }).execute();
      await expect(altered).rejects.toThrow(refusal);
      await expect(db.deleteFrom(table).execute()).rejects.toThrow(refusal);
    }
  });

  test('a sequence number is unique in a box', async () => {
    const { db } = database;
    await db.insertInto('evento').values(newEvent(store, 1)).execute();
    const error = await failure(db.insertInto('evento').values(newEvent(store, 1)).execute());
    expect(isUniqueViolation(error, 'secuencia')).toBe(true);
  });

  test('a store has at most one open box, and another one once that is sent', async () => {
    const { db } = database;
    const second = () =>
      db.insertInto('cajas').values(newOpenBox(store.id_tienda)).returning('id').execute();
    expect(isUniqueViolation(await failure(second()))).toBe(true);
    await db
      .updateTable('cajas')
      .set({ active: 2, consecutivo: 1 })
      .where('id', '=', store.id_caja)
      .execute();
    expect(await second()).toHaveLength(1);
  });

  test('a sent box requires a number, which is unique in its store', async () => {
    const { db } = database;
    const send = (consecutivo: number | null) =>
      db
        .updateTable('cajas')
        .set({ active: 2, consecutivo })
        .where('active', '=', 0)
        .where('id_tienda', '=', store.id_tienda)
        .execute();
    await expect(send(null)).rejects.toThrow(/cajas_consecutivo_al_enviar/);
    await send(1);
    await db.insertInto('cajas').values(newOpenBox(store.id_tienda)).execute();
    expect(isUniqueViolation(await failure(send(1)), 'consecutivo')).toBe(true);
  });

  test('an expense with an invalid state, value, date or box is refused', async () => {
    const { db } = database;
    const insert = (values: Parameters<typeof newExpense>[1]) =>
      db.insertInto('gastos').values(newExpense(store, values)).execute();
    await expect(insert({ estado: 8 })).rejects.toThrow(/check/i);
    await expect(insert({ valor: -1 })).rejects.toThrow(/check/i);
    await expect(insert({ valor: 12.5 })).rejects.toThrow();
    await expect(insert({ fecha_gasto: '14/01/2026' })).rejects.toThrow(/check/i);
    await expect(insert({ id_caja: 999 })).rejects.toThrow(/foreign key/i);
    await insert({});
  });

  test('users are unique by email and document until they are deleted', async () => {
    const { db } = database;
    const insert = (email: string, num_doc: string) =>
      failure(db.insertInto('usuarios').values(newUser({ email, num_doc })).execute());
    const sameEmail = await insert('ana@cajamenor.test', '52000111');
    expect(isUniqueViolation(sameEmail, 'email')).toBe(true);
    expect(isUniqueViolation(sameEmail, 'num_doc')).toBe(false);
    const sameDocument = await insert('otra@cajamenor.test', '1018464851');
    expect(isUniqueViolation(sameDocument, 'num_doc')).toBe(true);
    expect(isUniqueViolation(await insert('Otra@cajamenor.test', '52000111'))).toBe(false);
    await db.updateTable('usuarios').set({ eliminado: 1 }).execute();
    expect(await insert('ana@cajamenor.test', '1018464851')).toBeUndefined();
  });

  test('a failed transaction leaves nothing', async () => {
    const { db } = database;
    const error = await failure(
      inTransaction(db, async (trx) => {
        await trx.insertInto('gastos').values(newExpense(store)).execute();
        throw new Error('interrupted');
      }),
    );
    expect(error).toEqual(new Error('interrupted'));
    expect(await db.selectFrom('gastos').selectAll().execute()).toEqual([]);
  });

  test('a conflicting transaction is tried at most three times', async () => {
    const conflict = Object.assign(new Error('conflict'), {
      code: engine === 'sqlite' ? 'SQLITE_BUSY' : '40001',
    });
    let attempts = 0;
    const succeedsAt = (last: number) => async () => {
      attempts += 1;
      if (attempts < last) throw conflict;
      return attempts;
    };
    expect(await inTransaction(database.db, succeedsAt(3))).toBe(3);
    attempts = 0;
    await expect(inTransaction(database.db, succeedsAt(4))).rejects.toBe(conflict);
  });

  test('simultaneous increments of one counter are not lost', async () => {
    const { db } = database;
    const raise = () =>
      inTransaction(db, async (trx) => {
        const { ultimo_consecutivo } = await trx
          .selectFrom('tiendas')
          .select('ultimo_consecutivo')
          .where('id', '=', store.id_tienda)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('tiendas')
          .set({ ultimo_consecutivo: ultimo_consecutivo + 1 })
          .where('id', '=', store.id_tienda)
          .execute();
      });
    await Promise.all(Array.from({ length: 12 }, raise));
    const { ultimo_consecutivo } = await db
      .selectFrom('tiendas')
      .select('ultimo_consecutivo')
      .executeTakeFirstOrThrow();
    expect(ultimo_consecutivo).toBe(12);
  });

  test('a query may skip locked rows', async () => {
    await inTransaction(database.db, async (trx) => {
      const pending = trx.selectFrom('correo').selectAll().where('estado', '=', 'pendiente');
      expect(await pending.forUpdate().skipLocked().execute()).toEqual([]);
    });
  });

  test('keys, money, instants, counts and sums are returned as numbers', async () => {
    const { db } = database;
    await db
      .insertInto('gastos')
      .values([newExpense(store, { valor: 90_071_992_547_409 }), newExpense(store, { valor: 1 })])
      .execute();
    const totals = await db
      .selectFrom('gastos')
      .select(({ fn }) => [
        fn.countAll<number>().as('cuantos'),
        fn.sum<number>('valor').as('total'),
        fn.max('creado').as('ultimo'),
      ])
      .executeTakeFirstOrThrow();
    expect(totals).toEqual({
      cuantos: 2,
      total: 90_071_992_547_410,
      ultimo: 1_768_500_000_000,
    });
    expect(typeof store.id_caja).toBe('number');
  });

  test('SQLite refuses unsupported values, and the next query works', async () => {
    if (engine === 'sqlite') {
      const query = (value: unknown) => sql`select ${value} as valor`.execute(database.db);
      expect(await failure(query(true))).toBeInstanceOf(TypeError);
      expect(await failure(query(Number.NaN))).toBeInstanceOf(TypeError);
    }
    expect((await sql`select 1 as uno`.execute(database.db)).rows).toEqual([{ uno: 1 }]);
  });
});
