/** What a key of a machine does and who may make one: actor, logs, limit, fresh rights, notices. */
import { describe, expect, test } from 'vitest';
import { auditOf, eventsOf } from '#tests/kit/box-rows.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { factsOf, nextNumber } from '#tests/kit/invoice-import.ts';
import { createKey, KeyClient, keyRow, sha256 } from '#tests/kit/machine-keys.ts';
import { anotherAdministrator } from '#tests/kit/payment-scene.ts';
import { addPerson, addStore } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
const minute = 60_000;
const day = 24 * 60 * minute;

test('a key imports an invoice as itself: the events carry its id, name and sign-in, and the audit is clean', async () => {
  const numero = nextNumber();
  const box = await boxIn(scene, 'supervision', [{ tipo_factura: 1, numero_factura: numero }]);
  const key = await createKey(scene, ['escrituraFacturas', 'lecturaRegistros']);
  const program = new KeyClient(scene, key.clave);
  const bytes = Buffer.from(invoiceXml(factsOf(numero)));
  const { answer } = await program.upload(
    '/importarFacturas',
    {},
    { filename: 'factura.xml', bytes },
  );
  expect(answer[0]?.resultados).toMatchObject([{ resultado: 'nueva', gastos: 1 }]);
  const event = (await eventsOf(scene, box.id)).at(-1);
  expect(event).toMatchObject({
    evento: 'EXPENSE.INVOICE_FOUND',
    id_actor: key.id_usuario,
    perfil: 6,
    ingreso: 'llave',
  });
  const { eventos } = (await program.call('/flujoCaja', { id_caja: box.id })).answer;
  expect(eventos.at(-1)).toMatchObject({ id_actor: key.id_usuario, actor: key.nombre });
  expect(await auditOf(scene, box.id)).toEqual([]);
  // Sending it again changes nothing.
  const again = await program.upload('/importarFacturas', {}, { filename: 'factura.xml', bytes });
  expect(again.answer[0]?.resultados).toMatchObject([{ resultado: 'repetida', gastos: 0 }]);
  expect(await auditSentences(scene)).toEqual([]);
});

test('the administration log has who created, rotated and revoked a key, and no secret', async () => {
  const admin = scene.browsers[1];
  const { id, id_usuario, prefijo, clave } = await createKey(scene, ['lecturaTiendas']);
  await must(admin, '/rotarClaveIntegracion', { id_clave: id, prefijo });
  await must(admin, '/revocarClaveIntegracion', { id_clave: id });
  const events = await scene.db
    .selectFrom('evento_administracion')
    .selectAll()
    .where('tabla', '=', 'llave')
    .where('payload', 'like', `{"${id}":%`)
    .orderBy('secuencia')
    .execute();
  expect(events.map(({ evento, id_actor }) => [evento, id_actor])).toEqual([
    ['CREATE', scene.people[1].id],
    ['EDIT', scene.people[1].id],
    ['EDIT', scene.people[1].id],
  ]);
  expect(events[0]?.payload).not.toContain(sha256(clave));
  expect(JSON.parse(events[2]?.payload ?? '')).toEqual({ [id]: { revocada: scene.clock.now() } });
  expect(await auditSentences(scene)).toEqual([]);
  // Its actor is nobody who signs in, receives mails or stands in a list.
  const listed = await must(admin, '/obtenerUsuarios', {});
  expect(listed.map(({ id: one }) => one)).not.toContain(id_usuario);
});

test('the list has names, scopes, terms and the last use', async () => {
  const key = await createKey(scene, ['lecturaTiendas'], 30);
  const listed = async () =>
    (await must(scene.browsers[1], '/clavesIntegracion', {})).find(({ id }) => id === key.id);
  expect(await listed()).toMatchObject({
    nombre: key.nombre,
    prefijo: key.prefijo,
    alcances: ['lecturaTiendas'],
    estado: 'vigente',
    ultimo_uso: '',
    anterior_hasta: '',
  });
  await must(new KeyClient(scene, key.clave), '/obtenerTiendas', {});
  expect((await listed())?.ultimo_uso).not.toBe('');
  const { creada, vence, ultimo_uso } = await keyRow(scene, key.id);
  expect([vence - creada, ultimo_uso]).toEqual([30 * day, scene.clock.now()]);
});

test('a key of some stores has their keys in the log, and their names in the list', async () => {
  const nombre = 'Tienda de la clave';
  const [responsable, supervisor, gerente] = [scene.people[2], scene.people[3], scene.people[8]];
  const people = { responsable, supervisor, gerente };
  const store = { nombre, ...people, centro_costo: 'CC-UNO' };
  const { id } = await addStore(scene.db, store, scene.clock.now());
  const key = await createKey(scene, ['lecturaTiendas'], 30, ' CC-UNO ,');
  expect((await keyRow(scene, key.id)).tiendas).toBe(String(id));
  const listed = await must(scene.browsers[1], '/clavesIntegracion', {});
  expect(listed.find((one) => one.id === key.id)?.tiendas).toEqual([nombre]);
  const { answer } = await new KeyClient(scene, key.clave).call('/obtenerTiendas');
  expect(answer.map((one) => one.id)).toEqual([id]);
});

test('a name is free again once its key is over; a stale rotation and one of a key that is over are refused', async () => {
  const admin = scene.browsers[1];
  const form = { nombre: 'Nómina', alcances: ['lecturaTiendas'], dias: 1 };
  const create = () => admin.call('/crearClaveIntegracion', form);
  const [first] = (await create()).answer;
  expect((await create()).refusal.motivos?.[0]?.guardia).toBe('nameIsFree');
  const [row] = await must(admin, '/clavesIntegracion', {});
  const id_clave = row?.id ?? 0;
  const stale = await admin.call('/rotarClaveIntegracion', { id_clave, prefijo: 'cm_000000' });
  expect(stale.status).toBe(409);
  await must(admin, '/revocarClaveIntegracion', { id_clave });
  const late = { id_clave, prefijo: first?.clave.slice(0, 9) ?? '' };
  expect((await admin.call('/rotarClaveIntegracion', late)).refusal.motivos).toMatchObject([
    { guardia: 'keyIsValid' },
  ]);
  expect((await admin.call('/revocarClaveIntegracion', { id_clave })).status).toBe(409);
  expect((await create()).status).toBe(200);
});

test.each([
  [{ dias: 0 }, 422],
  [{ dias: 366 }, 422],
  [{ alcances: [] }, 422],
  [{ alcances: ['escrituraCuentas'] }, 400],
  [{ nombre: ' ' }, 422],
  [{ tiendas: 'CC-01, CC-404' }, 422],
  [{ tiendas: 'CC-01', alcances: ['lecturaTiendas', 'lecturaComprobantes'] }, 422],
  [{ tiendas: 'CC-01', alcances: ['escrituraFacturas'] }, 422],
])('a key with %j is refused', async (change, status) => {
  const form = { nombre: 'Otra', alcances: ['lecturaTiendas'], dias: 30, ...change };
  expect((await scene.browsers[1].call('/crearClaveIntegracion', form)).status).toBe(status);
});

describe('who makes a key', () => {
  test('is an administrator, whatever the permissions of others', async () => {
    const email = 'ajustes@cajamenor.test';
    await addPerson(scene.db, { profile: 6, email, permisos: ['business'] });
    const form = { nombre: 'De contabilidad', alcances: ['lecturaTiendas'], dias: 30 };
    const { status } = await (await scene.signIn(email)).call('/crearClaveIntegracion', form);
    expect(status).toBe(403);
  });

  test('waits 24 hours after fresh rights for one that writes; everybody who moves money is notified', async () => {
    const fresh = await startScene();
    await anotherAdministrator(fresh);
    fresh.clock.advance(30 * day);
    await fresh.db
      .updateTable('usuarios')
      .set({ derechos_desde: fresh.clock.now() })
      .where('id', '=', fresh.people[1].id)
      .execute();
    const admin = await fresh.signIn(1);
    const make = (nombre: string, alcances: string[]) =>
      admin.call('/crearClaveIntegracion', { nombre, alcances, dias: 30 });
    const refused = await make('Escribe', ['escrituraFacturas']);
    expect([refused.status, refused.refusal.motivos?.[0]?.guardia]).toEqual([
      409,
      'rightsAreSettled',
    ]);
    expect((await make('Lee', ['lecturaTiendas'])).status).toBe(200);
    const notices = () => fresh.db.selectFrom('aviso_derechos').selectAll().execute();
    expect(await notices()).toEqual([]);
    fresh.clock.advance(day);
    await must(await fresh.signIn(1), '/crearClaveIntegracion', {
      nombre: 'Escribe',
      alcances: ['escrituraFacturas'],
      dias: 30,
    });
    const written = await notices();
    expect(written.length).toBeGreaterThan(1);
    expect(written[0]?.texto).toMatch(/creó la clave de integración «Escribe»\.$/);
    const mail = await fresh.db
      .selectFrom('correo')
      .selectAll()
      .where('asunto', '=', 'Caja menor: clave de integración que escribe')
      .execute();
    expect(mail).toHaveLength(1);
    await fresh.close();
  });
});

test('each key has its own limit of requests a minute, apart from people', async () => {
  const limited = await startScene({ config: { keyRequests: 2 } });
  const [one, other] = [
    new KeyClient(limited, (await createKey(limited, ['lecturaTiendas'])).clave),
    new KeyClient(limited, (await createKey(limited, ['lecturaTiendas'])).clave),
  ];
  const ask = async (client: KeyClient) => {
    const { status, headers } = await client.call('/obtenerTiendas');
    return [status, headers['retry-after']];
  };
  expect([await ask(one), await ask(one)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  limited.clock.advance(20_000);
  expect(await ask(one)).toEqual([429, '40']);
  expect(await ask(other)).toEqual([200, undefined]);
  await must(limited.browsers[6], '/obtenerTiendas', {});
  limited.clock.advance(40_000);
  expect(await ask(one)).toEqual([200, undefined]);
  await limited.close();
});
