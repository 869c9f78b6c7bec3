/** Rights and credentials that another person just gave move no money; who makes an account neither pays to it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/contract.ts';
import { boxRow } from '#tests/kit/box-rows.ts';
import { must, type Scene, startScene, today, storeForm } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/people.ts';
import {
  account,
  accountOf,
  anotherAdministrator,
  confirmedBox,
  partlyGranted,
  preparedBatch,
  sentBatch,
  treasurer,
} from '#tests/kit/payment-scene.ts';

const day = 24 * 60 * 60_000;

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.close());

const outcome = (result: { status: number; body: unknown }) => {
  const [row] = result.body as { motivos?: { guardia: string; detalle?: string }[] }[];
  return [result.status, ...(row?.motivos ?? []).map(({ guardia }) => guardia)];
};

const form = {
  nombre: 'Marta Gil',
  tipo: 6,
  tipo_doc: 1,
  num_doc: '52999001',
  email: 'marta@cajamenor.test',
  celular: '',
  password: 'Zafiro73k',
};

/** A person whom the administrator creates by the form, signed in with the password of the tests. */
async function newcomer(permisos: string): Promise<TestClient> {
  await must(scene.browsers[1], '/registrarUsuario', {
    ...form,
    permisos,
  } as RequestOf<'/registrarUsuario'>);
  await usualPassword(form.email);
  return scene.signIn(form.email);
}

/** Gives a user the password of the tests, as if the user had chosen it. */
async function usualPassword(email: string): Promise<void> {
  const { clave_hash } = await scene.db
    .selectFrom('usuarios')
    .select('clave_hash')
    .where('id', '=', scene.people[6].id)
    .executeTakeFirstOrThrow();
  await scene.db
    .updateTable('usuarios')
    .set({ clave_hash, cambiar_clave: 0 })
    .where('email', '=', email)
    .execute();
}

/** Puts another person in charge of a store, by its form. */
const putInCharge = async (id_tienda: number, responsable: number) =>
  must(scene.browsers[1], '/editarTienda', {
    ...(await storeForm(scene.browsers[1], id_tienda)),
    responsable,
  });

const powers = 'giros,autorizarGiros,misPendientes';

describe('one administrator', () => {
  test('who creates a treasurer moves no money with that user for 24 hours', async () => {
    const id_lote = await preparedBatch(scene, await partlyGranted(scene));
    const returned = await confirmedBox(scene);
    const cajas = [returned.id];
    await must(scene.browsers[6], '/proponerDevolucion', { cajas, motivo: 'Volvió' });
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      ...account,
      id_tienda: returned.id_tienda,
    });
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
    const created = await newcomer(powers);
    const since = scene.clock.now();
    const attempts = async (browser: TestClient) => [
      outcome(await browser.call('/autorizarGiros', { id_lote })),
      outcome(await browser.call('/resolverDevolucion', { cajas, aprueba: 1 })),
      outcome(await browser.call('/resolverCuenta', change)),
    ];
    const refused = [409, 'rightsAreSettled'];
    expect(await attempts(created)).toEqual([refused, refused, refused]);
    const [lote] = await must(created, '/lotesGiros', { id_lote });
    expect(lote?.reciente_hasta).toBe(since + day);
    const { refusal } = await created.call('/autorizarGiros', { id_lote });
    // 17 June 2026 at 10:00 in Colombia, and a day.
    expect(refusal.motivos?.[0]?.detalle).toMatch(
      /^Tienda .*: Podrá desde el 18 jun 2026 \d\d:\d\d$/,
    );
    scene.clock.advance(day);
    expect(await attempts(await scene.signIn(form.email))).toEqual([[200], [200], [200]]);
  });

  test('who sets the password of the treasurer moves no money with it, and everybody is notified', async () => {
    const id_lote = await preparedBatch(scene, await partlyGranted(scene));
    await treasurer(scene);
    const email = 'tesoreria@cajamenor.test';
    const user = await scene.db
      .selectFrom('usuarios')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await must(scene.browsers[1], '/editarUsuario', {
      id_usuario: user.id,
      nombre: user.razon_social,
      tipo: 6,
      tipo_doc: user.tipo_doc,
      num_doc: user.num_doc,
      email,
      celular: user.celular,
      password: 'Zafiro73k',
      permisos: user.permisos,
    } as RequestOf<'/editarUsuario'>);
    await usualPassword(email);
    const own = await scene.signIn(email);
    expect(outcome(await own.call('/autorizarGiros', { id_lote }))).toEqual([
      409,
      'rightsAreSettled',
    ]);
    const mails = await scene.db
      .selectFrom('correo')
      .select(['para', 'texto'])
      .where('asunto', 'like', '%permisos sobre los giros%')
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.texto).toContain(`asignó una contraseña a ${user.razon_social}`);
    const recipients = (mails[0]?.para ?? '').split(', ');
    for (const one of [email, scene.people[1].email, scene.people[6].email])
      expect(recipients).toContain(one);
    expect(recipients).not.toContain(scene.people[2].email);
  });

  test('gives nobody both the accounts of the stores and their payments', async () => {
    const both = await scene.browsers[1].call('/registrarUsuario', {
      ...form,
      permisos: 'editarTienda,giros',
    } as RequestOf<'/registrarUsuario'>);
    expect(outcome(both)).toEqual([422, 'permisos']);
  });

  test('moves money with new users in the first seven days of the installation', async () => {
    const id_lote = await preparedBatch(scene, await partlyGranted(scene));
    await scene.db.updateTable('usuarios').set({ creado: scene.clock.now() }).execute();
    const created = await newcomer(powers);
    expect(outcome(await created.call('/autorizarGiros', { id_lote }))).toEqual([200]);
  });
});

describe('a right over money that somebody else gets', () => {
  const notices = async (browser: TestClient) =>
    (await must(browser, '/misAvisos', {})).map(({ texto }) => texto);
  const counted = async (browser: TestClient) =>
    (await must(browser, '/contarPendientes', {})).pendientes;

  test('is an item of everybody who moves money, except of its owner, until each has read it', async () => {
    const treasury = await treasurer(scene);
    const [admin, accounting] = [scene.browsers[1], scene.browsers[6]];
    const before = await counted(accounting);
    const created = await newcomer('giros');
    const { razon_social: author } = await scene.db
      .selectFrom('usuarios')
      .select('razon_social')
      .where('id', '=', scene.people[1].id)
      .executeTakeFirstOrThrow();
    const text = `${author} creó el usuario de Marta Gil.`;
    for (const browser of [admin, treasury, accounting])
      expect(await notices(browser)).toEqual([text]);
    expect(await notices(scene.browsers[2])).toEqual([]);
    // Without «Mis pendientes» in the list of permissions, the right still includes it.
    expect(await notices(created)).toEqual([]);
    expect(await counted(accounting)).toBe(before + 1);

    const [item] = await must(accounting, '/misAvisos', {});
    const avisos = [item?.id ?? 0];
    expect(item?.creado).toBe(scene.clock.now());
    expect((await treasury.call('/leerAvisos', { avisos })).status).toBe(404);
    for (const _ of ['once', 'again']) await must(accounting, '/leerAvisos', { avisos });
    expect([await notices(accounting), await counted(accounting)]).toEqual([[], before]);
    expect(await notices(treasury)).toEqual([text]);

    await must(admin, '/registrarUsuario', {
      ...form,
      nombre: 'Luz Mora',
      num_doc: '52999002',
      email: 'luz@cajamenor.test',
      permisos: 'autorizarGiros',
    } as RequestOf<'/registrarUsuario'>);
    const second = `${author} creó el usuario de Luz Mora.`;
    expect(await notices(accounting)).toEqual([second]);
    expect(await notices(treasury)).toEqual([text, second]);
    expect(await notices(created)).toEqual([second]);
  });

  test('is fresh again when a user who moves money is activated', async () => {
    await must(scene.browsers[1], '/registrarUsuario', {
      ...form,
      permisos: powers,
    } as RequestOf<'/registrarUsuario'>);
    await usualPassword(form.email);
    const { id } = await scene.db
      .selectFrom('usuarios')
      .select('id')
      .where('email', '=', form.email)
      .executeTakeFirstOrThrow();
    const id_lote = await preparedBatch(scene, await partlyGranted(scene));
    // Sessions end meanwhile.
    scene.clock.advance(2 * day);
    const admin = await scene.signIn(scene.people[1].email);
    const accounting = await scene.signIn(scene.people[6].email);
    const switchTo = (opc: 0 | 1) =>
      must(admin, '/actdesElemento', { tabla: 'usuarios', id_elemento: id, opc });
    const before = await notices(accounting);
    await switchTo(1);
    expect(await notices(accounting)).toEqual(before);
    await switchTo(0);
    await switchTo(1);
    expect((await notices(accounting)).slice(before.length)).toEqual([
      expect.stringMatching(/ activó el usuario de Marta Gil\.$/),
    ]);
    const mails = await scene.db.selectFrom('correo').select('texto').execute();
    expect(mails.filter(({ texto }) => texto.includes('activó el usuario de'))).toHaveLength(1);
    const back = await scene.signIn(form.email);
    expect(outcome(await back.call('/autorizarGiros', { id_lote }))).toEqual([
      409,
      'rightsAreSettled',
    ]);
    scene.clock.advance(day);
    const later = await scene.signIn(form.email);
    expect(outcome(await later.call('/autorizarGiros', { id_lote }))).toEqual([200]);
  });

  test('is no item when the person moves no money', async () => {
    await must(scene.browsers[1], '/registrarUsuario', {
      ...form,
      permisos: 'verTiendas',
    } as RequestOf<'/registrarUsuario'>);
    expect(await scene.db.selectFrom('aviso_derechos').selectAll().execute()).toEqual([]);
  });
});

describe('an account', () => {
  test('is confirmed by who authorises, who sees its whole number and neither prepares nor authorises at once', async () => {
    const box = await partlyGranted(scene);
    const treasury = await treasurer(scene);
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      ...account,
      id_tienda: box.id_tienda,
    });
    const seenBy = async (browser: TestClient) =>
      (await must(browser, '/cuentaTienda', { id_tienda: box.id_tienda })).propuesta?.numero;
    expect(await seenBy(treasury)).toBe('00912344471');
    for (const browser of [scene.browsers[1], scene.browsers[6], scene.browsers[2]])
      expect(await seenBy(browser)).toBe('');
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
    expect((await scene.browsers[6].call('/resolverCuenta', change)).status).toBe(403);
    await must(treasury, '/resolverCuenta', change);
    const cajas = [box.id];
    expect(outcome(await treasury.call('/prepararGiros', { cajas }))).toEqual([
      409,
      'actorDidNotConfirmAccount',
    ]);
    const id_lote = await preparedBatch(scene, box);
    expect(outcome(await treasury.call('/autorizarGiros', { id_lote }))).toEqual([
      409,
      'accountIsSettled',
    ]);
    const [row] = await must(treasury, '/giros', { id_lote });
    expect(row?.gente_cuenta).toMatchObject({ propone: scene.people[1].id });
    expect(row?.cuenta_desde).toMatch(new RegExp(`^${today} `));
    scene.clock.advance(day);
    const later = await treasurer(scene);
    expect(outcome(await later.call('/autorizarGiros', { id_lote }))).toEqual([200]);
  });

  test('is proposed sixty times an hour by one administrator', async () => {
    const propose = async (browser: TestClient) =>
      (await browser.call('/proponerCuenta', { ...account, id_tienda: 999_999 })).status;
    for (let time = 0; time < 60; time += 1) expect(await propose(scene.browsers[1])).toBe(404);
    expect(await propose(scene.browsers[1])).toBe(429);
    expect(await propose(await anotherAdministrator(scene))).toBe(404);
    scene.clock.advance(60 * 60_000);
    expect(await propose(await scene.signIn(scene.people[1].email))).toBe(404);
  });

  test('is not paid to by who proposed it', async () => {
    const box = await partlyGranted(scene);
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      ...account,
      id_tienda: box.id_tienda,
    });
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
    await must(await anotherAdministrator(scene), '/resolverCuenta', change);
    // The administrator has moved to accounting since.
    await scene.db
      .updateTable('usuarios')
      .set({ tipo: 6, permisos: powers })
      .where('id', '=', scene.people[1].id)
      .execute();
    const moved = await scene.signIn(scene.people[1].email);
    const cajas = [box.id];
    const refused = [409, 'actorDidNotProposeAccount'];
    expect(outcome(await moved.call('/prepararGiros', { cajas }))).toEqual(refused);
    const id_lote = await preparedBatch(scene, box);
    expect(outcome(await moved.call('/autorizarGiros', { id_lote }))).toEqual(refused);
  });

  test('waits for a confirmation when somebody else is in charge of the store; its payments go in cash', async () => {
    const [box, sent] = [await partlyGranted(scene), await partlyGranted(scene)];
    for (const { id_tienda } of [box, sent]) await accountOf(scene, { id_tienda }, '00912344471');
    await sentBatch(scene, sent);
    const prepared = await preparedBatch(scene, box);
    const successor = await addPerson(scene.db, { profile: 2, email: 'nueva@cajamenor.test' });
    for (const { id_tienda } of [box, sent]) await putInCharge(id_tienda, successor.id);
    // What was sent is not touched, what was prepared is not authorised.
    expect((await boxRow(scene, sent.id)).giro).toBe('enviado');
    const treasury = await treasurer(scene);
    expect(outcome(await treasury.call('/autorizarGiros', { id_lote: prepared }))).toEqual([
      409,
      'accountIsUnchanged',
    ]);
    await must(scene.browsers[6], '/retirarGiros', { cajas: [box.id] });
    const waiting = await must(scene.browsers[6], '/giros', { lista: 'porGirar' });
    expect(waiting.find(({ id_caja }) => id_caja === box.id)).toMatchObject({
      via: 'efectivo',
      cuenta: '',
      a_mano: 1,
      problema:
        'Cambió quien responde por la tienda: confirme su cuenta; mientras tanto se paga en efectivo.',
    });
    const id_lote = await preparedBatch(scene, box);
    await must(treasury, '/autorizarGiros', { id_lote });
    expect(await must(scene.browsers[6], '/enviarGiros', { id_lote })).toMatchObject([
      { giros: 1, archivo: null },
    ]);
    const { vigente, propuesta } = await must(treasury, '/cuentaTienda', {
      id_tienda: box.id_tienda,
    });
    expect([vigente, propuesta?.cuenta]).toEqual([null, '•••• 4471']);
    await must(treasury, '/resolverCuenta', { id_cuenta: propuesta?.id ?? 0, confirma: 1 });
    const after = await must(treasury, '/cuentaTienda', { id_tienda: box.id_tienda });
    expect([after.vigente?.cuenta, after.propuesta]).toEqual(['•••• 4471', null]);
  });

  test('of the company stays in force when somebody else is in charge of the store', async () => {
    const { id: id_tienda } = await newStore(scene);
    await must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 1_000_000,
      nit_empresa: '900123456',
    });
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      ...account,
      id_tienda,
      tipo_doc: 'NIT',
      documento: '900123456',
    });
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
    await must(await treasurer(scene), '/resolverCuenta', change);
    const successor = await addPerson(scene.db, { profile: 2, email: 'nueva@cajamenor.test' });
    await putInCharge(id_tienda, successor.id);
    const { vigente } = await must(scene.browsers[6], '/cuentaTienda', { id_tienda });
    expect(vigente?.cuenta).toBe('•••• 4471');
  });
});
