/** Absences: between two dates a delegate decides on behalf of an absent supervisor. */
import { beforeEach, describe, expect, test } from 'vitest';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { record, startScene, unlike, storeForm } from '#tests/kit/box-scene.ts';
import { openBoxOf } from '#tests/kit/box-rows.ts';
import { boxForLegalisation } from '#server/features/legalisation/legalisation.repository.ts';
import { approval, boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, type Person } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { testNow } from '#tests/kit/server.ts';
import { disorderOf } from '#tests/kit/trust-crowd.ts';

const scene = perFile(startScene);
let names = 0;
beforeEach(() => scene.clock.set(testNow));

const [today, tomorrow, later] = ['2026-06-17', '2026-06-18', '2026-06-30'] as const;

async function somebody(profile: 2 | 3 | 5): Promise<{ person: Person; browser: TestClient }> {
  names += 1;
  const person = await addPerson(scene.db, { profile, email: `ausencia.${names}@cajamenor.test` });
  return { person, browser: await scene.signIn(person.email) };
}

/** A supervisor with a box to decide, and a possible delegate. */
async function absence() {
  const [absent, delegate] = [await somebody(3), await somebody(3)];
  const box = await boxIn(scene, 'supervision', [unlike(), unlike()]);
  const moved = await scene.browsers[1].call('/editarTienda', {
    ...(await storeForm(scene.browsers[1], box.id_tienda)),
    supervisor: absent.person.id,
  });
  expect(moved.status).toBe(200);
  const days = { id_delegado: delegate.person.id, desde: today, hasta: tomorrow };
  return { absent, delegate, box, days };
}

const decide = (browser: TestClient, { id, expenses }: StagedBox, place = 0) =>
  browser.call('/guardarSupervisor', {
    id_caja: id,
    id_gasto: expenses[place] ?? 0,
    estado: 3,
    ...approval,
  });

const lastEvent = async ({ id }: StagedBox) => {
  const row = await scene.db
    .selectFrom('evento')
    .selectAll()
    .where('id_caja', '=', id)
    .orderBy('secuencia', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { actor: row.id_actor, enNombreDe: JSON.parse(row.payload).enNombreDe };
};

describe('a delegate', () => {
  test('decides and sends boxes of the absent supervisor, and the log names both users', async () => {
    const { absent, delegate, box, days } = await absence();
    expect((await decide(delegate.browser, box)).status).toBe(404);
    expect((await absent.browser.call('/delegar', days)).status).toBe(200);
    const listed = await delegate.browser.call('/historialCajas', {});
    expect(listed.answer.map(({ id_caja }) => id_caja)).toEqual([box.id]);
    const { answer: seen } = await scene.browsers[7].call('/obtenerCaja', { id_caja: box.id });
    expect(seen.ubicacion).toMatchObject({
      reemplazo: `${delegate.person.nombre} decide por ${absent.person.nombre} hasta el 18 jun`,
      decisores: [absent.person.id, delegate.person.id],
    });
    // The store sees in its open box who will decide it.
    const { answer: next } = await scene.browsers[2].call('/obtenerCaja', {
      id_caja: await openBoxOf(scene, box.id_tienda),
    });
    expect(next.ubicacion.recorrido).toContainEqual(
      expect.objectContaining({
        situacion: 'pendiente',
        encargado: `${delegate.person.nombre} (en nombre de ${absent.person.nombre})`,
      }),
    );
    expect((await decide(delegate.browser, box)).status).toBe(200);
    const both = { actor: delegate.person.id, enNombreDe: absent.person.id };
    expect(await lastEvent(box)).toEqual(both);
    // The absent supervisor can still decide, in their own name.
    expect((await decide(absent.browser, box, 1)).status).toBe(200);
    expect(await lastEvent(box)).toEqual({ actor: absent.person.id, enNombreDe: undefined });
    const sent = await delegate.browser.call('/enviarCajaSupervisor', { id_caja: box.id });
    expect(sent.status).toBe(200);
    expect(await lastEvent(box)).toEqual(both);
    const history = await scene.browsers[7].call('/flujoCaja', { id_caja: box.id });
    expect(
      history.answer.eventos.findLast(({ evento }) => evento === 'BOX.SEND_SUPERVISOR'),
    ).toMatchObject({
      actor: `${delegate.person.nombre} (en nombre de ${absent.person.nombre})`,
    });
    // The legalisation names those who decided, not the supervisor of today.
    const form = await storeWith(box, scene.people[2], scene.people[3]);
    await scene.browsers[1].call('/editarTienda', form);
    const paper = await inSnapshot(scene.db, (trx) => boxForLegalisation(trx, box.id));
    const { nombre } = absent.person;
    expect(paper.decide_supervisor).toBe(`${delegate.person.nombre} (en nombre de ${nombre})`);
    expect(await disorderOf(scene, box.id_tienda)).toEqual([]);
    expect(await inSnapshot(scene.db, auditAdministration)).toEqual([]);
  });

  test('approves several expenses jointly on behalf of the absent supervisor', async () => {
    const { absent, delegate, box, days } = await absence();
    await absent.browser.call('/delegar', days);
    const joint = { id_caja: box.id, gastos: box.expenses, observacion: 'Conforme' };
    await delegate.browser.call('/aprobarGastos', joint);
    expect((await lastEvent(box)).actor).toBe(delegate.person.id);
    expect((await lastEvent(box)).enNombreDe).toBe(absent.person.id);
  });

  test('sees the stores of the absent supervisor and no others, not before the first day', async () => {
    const { absent, delegate, box, days } = await absence();
    const seen = async () =>
      (await delegate.browser.call('/obtenerTiendas', {})).answer.map(({ id }) => id);
    await absent.browser.call('/delegar', { ...days, desde: tomorrow, hasta: later });
    expect(await seen()).toEqual([]);
    scene.clock.set(momentInBogota(tomorrow, '00:00').getTime());
    const browser = await scene.signIn(delegate.person.email);
    const stores = await browser.call('/obtenerTiendas', {});
    expect(stores.answer.map(({ id }) => id)).toEqual([box.id_tienda]);
    const other = await browser.call('/historialCajas', { id_tienda: scene.otherStore.id });
    expect(other.status).toBe(403);
  });

  test('decides until midnight in Colombia at the end of the last day', async () => {
    const { absent, delegate, box, days } = await absence();
    await absent.browser.call('/delegar', { ...days, hasta: tomorrow });
    scene.clock.set(momentInBogota(tomorrow, '23:59').getTime());
    const browser = await scene.signIn(delegate.person.email);
    expect((await decide(browser, box)).status).toBe(200);
    scene.clock.advance(60_000);
    expect((await decide(browser, box, 1)).status).toBe(404);
  });

  test('cannot decide expenses that they recorded', async () => {
    const { absent, delegate, box, days } = await absence();
    const { person, browser } = await somebody(2);
    await scene.browsers[1].call('/editarTienda', await storeWith(box, person, absent.person));
    const id_gasto = await record(scene, { id_tienda: box.id_tienda }, { as: browser });
    const open = await browser.call('/obtenerCajaActual', { id_tienda: box.id_tienda });
    const sent = await browser.call('/enviarCaja', {
      id_caja: open.answer.id,
      id_tienda: box.id_tienda,
    });
    expect(sent.status).toBe(200);
    const row = await scene.db
      .selectFrom('usuarios')
      .select('num_doc')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    const promoted = await scene.browsers[1].call('/editarUsuario', {
      id_usuario: person.id,
      tipo: 3,
      nombre: 'Ahora supervisa',
      tipo_doc: 1,
      num_doc: row.num_doc,
      email: person.email,
      pasar_a: scene.people[2].id,
      email_actual: '',
      num_doc_actual: '',
    });
    expect(promoted.status).toBe(200);
    await absent.browser.call('/delegar', { ...days, id_delegado: person.id });
    const refused = await decide(browser, { ...box, id: open.answer.id, expenses: [id_gasto] });
    expect([refused.status, refused.refusal.motivos?.[0]?.guardia]).toEqual([
      409,
      'actorDidNotRecord',
    ]);
    // Like any delegate, the user decides the box that another user recorded.
    expect((await decide(browser, box)).status).toBe(200);
    expect(delegate.person.id).not.toBe(person.id);
  });
});

const storeWith = async (box: StagedBox, responsable: Person, supervisor: Person) => ({
  ...(await storeForm(scene.browsers[1], box.id_tienda)),
  responsable: responsable.id,
  supervisor: supervisor.id,
});

describe('an absence', () => {
  test('can be ended by the absent user, not by the delegate, with immediate effect', async () => {
    const { absent, delegate, box, days } = await absence();
    const { answer } = await absent.browser.call('/delegar', days);
    const id_delegacion = answer[0]?.id_delegacion ?? 0;
    expect((await decide(delegate.browser, box)).status).toBe(200);
    expect((await delegate.browser.call('/terminarDelegacion', { id_delegacion })).status).toBe(
      404,
    );
    expect((await absent.browser.call('/terminarDelegacion', { id_delegacion })).status).toBe(200);
    expect((await absent.browser.call('/terminarDelegacion', { id_delegacion })).status).toBe(404);
    expect((await decide(delegate.browser, box, 1)).status).toBe(404);
    expect((await absent.browser.call('/delegar', days)).status).toBe(200);
  });

  test('does not cover a store that the supervisor no longer has', async () => {
    const { absent, delegate, box, days } = await absence();
    await absent.browser.call('/delegar', days);
    const form = await storeWith(box, scene.people[2], scene.people[3]);
    expect((await scene.browsers[1].call('/editarTienda', form)).status).toBe(200);
    expect((await decide(delegate.browser, box)).status).toBe(404);
  });

  test('can be set by an administrator, and both users are notified by mail', async () => {
    const { absent, delegate, days } = await absence();
    const body = { ...days, id_ausente: absent.person.id };
    expect((await delegate.browser.call('/delegar', body)).status).toBe(403);
    expect((await scene.browsers[2].call('/delegar', body)).status).toBe(403);
    expect((await scene.browsers[1].call('/delegar', body)).status).toBe(200);
    const mails = await scene.db
      .selectFrom('correo')
      .select(['para', 'asunto'])
      .where('para', 'in', [absent.person.email, delegate.person.email])
      .execute();
    expect(mails.map(({ asunto }) => asunto).toSorted()).toEqual([
      'Caja menor: su ausencia quedó cubierta',
      'Caja menor: usted reemplaza a otra persona',
    ]);
    const seen = await scene.browsers[1].call('/ausencias', { id_ausente: absent.person.id });
    expect(seen.answer).toMatchObject({
      delega: 1,
      hoy: today,
      delegaciones: [{ id_delegado: delegate.person.id, desde: today, hasta: tomorrow }],
    });
    expect(seen.answer.candidatos.map(({ id }) => id)).toContain(delegate.person.id);
    expect(seen.answer.candidatos.map(({ id }) => id)).not.toContain(absent.person.id);
  });

  test('ends when the delegate or the absent user is deactivated', async () => {
    for (const side of ['absent', 'delegate'] as const) {
      const { absent, delegate, box, days } = await absence();
      await absent.browser.call('/delegar', days);
      const gone = side === 'absent' ? absent : delegate;
      const { status } = await scene.browsers[1].call('/actdesElemento', {
        id_elemento: gone.person.id,
        tabla: 'usuarios',
        opc: 0,
        ...(side === 'absent' && { pasar_a: scene.people[3].id }),
      });
      expect(status).toBe(200);
      const left = await scene.db
        .selectFrom('delegacion')
        .select('terminada')
        .where('id_usuario', '=', absent.person.id)
        .execute();
      expect(left).toEqual([{ terminada: testNow }]);
      if (side === 'absent') expect((await decide(delegate.browser, box)).status).toBe(404);
    }
  });

  test.each([
    ['oneself', 'id_delegado', 'Nadie se reemplaza a sí mismo: elija a otra persona.'],
    [
      'another profile',
      'id_delegado',
      'Quien reemplaza debe estar activo y tener el mismo perfil y sus permisos.',
    ],
    ['yesterday', 'desde', 'La ausencia no puede empezar antes de hoy.'],
    ['an end before its begin', 'hasta', 'El último día no puede ser anterior al primero.'],
    ['more than a year', 'hasta', 'Una ausencia dura como máximo un año.'],
  ])('is refused with one reason: %s', async (what, guardia, mensaje) => {
    const { absent, days } = await absence();
    const changes: Record<string, object> = {
      oneself: { id_delegado: absent.person.id },
      'another profile': { id_delegado: scene.people[5].id },
      yesterday: { desde: '2026-06-16' },
      'an end before its begin': { desde: later },
      'more than a year': { hasta: '2027-06-18' },
    };
    const { status, refusal } = await absent.browser.call('/delegar', {
      ...days,
      ...changes[what],
    });
    expect([status, refusal.motivos]).toEqual([422, [{ guardia, mensaje }]]);
  });

  test('is refused if it overlaps, is circular or makes a chain; an adjacent one is accepted', async () => {
    const { absent, delegate, days } = await absence();
    const third = await somebody(3);
    await absent.browser.call('/delegar', { ...days, hasta: later });
    const refused = [
      await absent.browser.call('/delegar', { ...days, id_delegado: third.person.id }),
      await delegate.browser.call('/delegar', { ...days, id_delegado: absent.person.id }),
      await delegate.browser.call('/delegar', { ...days, id_delegado: third.person.id }),
      await third.browser.call('/delegar', { ...days, id_delegado: absent.person.id }),
    ];
    for (const { status, refusal } of refused) {
      expect(status).toBe(422);
      expect(refusal.motivos?.map(({ mensaje }) => mensaje)).toEqual([
        expect.stringMatching(/ ya decide por .+ del 17 jun al 30 jun: termine antes/),
      ]);
    }
    const beside = { id_delegado: third.person.id, desde: '2026-07-01', hasta: '2026-07-02' };
    expect((await absent.browser.call('/delegar', beside)).status).toBe(200);
    // A user can be the delegate of several users.
    expect((await third.browser.call('/delegar', days)).status).toBe(200);
  });

  test('of maintenance is refused, since only supervisors delegate', async () => {
    const { person } = await somebody(5);
    const { refusal } = await scene.browsers[5].call('/delegar', {
      id_delegado: person.id,
      desde: today,
      hasta: today,
    });
    expect(refusal.motivos?.[0]?.mensaje).toBe(
      'Solo un supervisor delega: en los demás perfiles cualquier persona del perfil decide.',
    );
  });

  test('is accepted once when two users delegate to each other simultaneously', async () => {
    const { absent, delegate, days } = await absence();
    const answers = await Promise.all([
      absent.browser.call('/delegar', days),
      delegate.browser.call('/delegar', { ...days, id_delegado: absent.person.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('whose creation time is changed in the database is reported by the audit', async () => {
    const { absent, delegate, box, days } = await absence();
    await absent.browser.call('/delegar', days);
    await decide(delegate.browser, box);
    const moved = (creada: number) =>
      scene.db
        .updateTable('delegacion')
        .set({ creada })
        .where('id_usuario', '=', absent.person.id)
        .execute();
    await moved(testNow + 1);
    const found = await inSnapshot(scene.db, auditAdministration);
    expect(found).toContainEqual(
      expect.stringMatching(
        `^caja ${box.id}, evento \\d+: el usuario ${delegate.person.id} no reemplazaba al ${absent.person.id}$`,
      ),
    );
    await moved(testNow);
  });

  test('that is inserted directly into the database is reported by the audit', async () => {
    const { absent, delegate } = await absence();
    const row = { id_usuario: absent.person.id, id_delegado: delegate.person.id };
    const { id } = await scene.db
      .insertInto('delegacion')
      .values({ ...row, desde: today, hasta: today, creada: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await inSnapshot(scene.db, auditAdministration)).toEqual([
      `delegación ${id}: está en la base de datos y no en el registro`,
    ]);
    await scene.db.deleteFrom('delegacion').where('id', '=', id).execute();
  });
});
