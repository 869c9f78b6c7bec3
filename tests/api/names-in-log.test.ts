/** From this version on the logs name persons by their ids: after a whole job, no event has who they are. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  comparedColumns,
  loggedTables,
} from '#server/platform/database/administration-log.repository.ts';
import { must, record, startScene, today } from '#tests/kit/box-scene.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { createKey, KeyClient } from '#tests/kit/machine-keys.ts';
import { account, confirmedBox } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const newUser = {
  nombre: 'Zoraida Quintero Bedoya',
  tipo: 2,
  tipo_doc: 1,
  num_doc: '1098765432',
  email: 'zoraida.quintero@cajamenor.test',
  celular: '3158907766',
} as const;

/** What a log holds, by event; the other columns are keys, instants, codes and hashes. */
const payloadsOf = async (log: 'evento' | 'evento_administracion') =>
  (await scene.db.selectFrom(log).select('payload').execute()).map(({ payload }) => payload);

const eventsWith = (texts: readonly string[], logged: readonly string[]) =>
  logged.filter((event) => texts.some((text) => event.includes(text)));

test('a job from recording to payment, and administration, leave no name, e-mail or document', {
  timeout: 180_000,
}, async () => {
  const admin = scene.browsers[1];
  await must(admin, '/registrarUsuario', { ...newUser, password: 'Fresno4821' });
  const { id: id_usuario } = await scene.db
    .selectFrom('usuarios')
    .select('id')
    .where('email', '=', newUser.email)
    .executeTakeFirstOrThrow();
  const renamed = { ...newUser, nombre: 'Zoraida Quintero de Rey', email: 'z.rey@cajamenor.test' };
  await must(admin, '/editarUsuario', { ...renamed, id_usuario });
  await confirmedBox(scene);
  const supplier = { num_doc: '1018464851', digito: '9', proveedor: 'Evaristo Nieto Carpintero' };
  const place = { direccion: 'Calle 81 B # 7-13', departamento: 5, ciudad: 5001 };
  await record(scene, { ...supplier, ...place, id_proveedor: undefined });
  const titular = 'Ludivina Arango Mesa';
  await must(admin, '/proponerCuenta', { ...account, titular, id_tienda: scene.otherStore.id });
  const vale = { valor: 20_000, persona: 'Herminia Salgado', motivo: 'Taxi', dia: today };
  await must(scene.browsers[2], '/darVale', { ...vale, id_tienda: scene.store.id });
  const key = await createKey(scene, ['lecturaTiendas']);
  await must(new KeyClient(scene, key.clave), '/obtenerTiendas', {});

  // The actors of keys are no persons.
  const users = scene.db.selectFrom('usuarios').selectAll().where('eliminado', '=', 0);
  // A store has an address of its own, which in this scene is also that of a user.
  const ofStores = (await scene.db.selectFrom('tiendas').select('email').execute()).map(
    ({ email }) => email,
  );
  const named = (await users.execute()).flatMap(({ razon_social, email, num_doc }) => [
    razon_social,
    ...(ofStores.includes(email) ? [] : [email]),
    `"${num_doc}"`,
  ]);
  expect(named).toEqual(expect.arrayContaining([renamed.nombre, renamed.email]));
  const persons = [...named, newUser.nombre, newUser.email, newUser.num_doc, newUser.celular];
  const others = [supplier.num_doc, place.direccion, titular, vale.persona, key.nombre];
  const administration = await payloadsOf('evento_administracion');
  expect(eventsWith([...persons, ...others, supplier.proveedor], administration)).toEqual([]);
  // The log of a box keeps the name of the supplier, which is what the receipt said.
  expect(eventsWith([...persons, ...others], await payloadsOf('evento'))).toEqual([]);
  // The rows still agree with their events, and one that is changed is found.
  const before = await auditSentences(scene);
  // The scene gives its treasurer permissions by SQL.
  expect(before).toEqual([expect.stringMatching(/^usuario \d+: permisos es /)]);
  await sql`update usuarios set razon_social = 'Otra' where id = ${id_usuario}`.execute(scene.db);
  expect((await auditSentences(scene)).filter((one) => !before.includes(one))).toEqual([
    expect.stringMatching(/: razon_social es «Otra», el registro dice «sha256:[\da-f]{64}»$/),
  ]);
});

test('events of earlier versions, which have names in clear, agree with their rows', async () => {
  const { id, nombre } = scene.people[4];
  const columns = { razon_social: nombre };
  const row = await scene.db
    .selectFrom('usuarios')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(comparedColumns(loggedTables.usuarios, row, columns).razon_social).toBe(nombre);
  // A name that is written like a digest is not taken for one.
  const forged = { ...row, razon_social: 'sha256:0' };
  expect(
    comparedColumns(loggedTables.usuarios, forged, { razon_social: 'sha256:0' }).razon_social,
  ).not.toBe('sha256:0');
});
