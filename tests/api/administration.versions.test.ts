/** Two administrators at the same record: who saves later sees the change of the other one instead of undoing it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import { must, startScene, storeForm } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { anotherAdministrator } from '#tests/kit/payment-scene.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let ana: TestClient;
let berta: TestClient;
let nameOfAna: string;
beforeAll(async () => {
  ana = scene.browsers[1];
  berta = await anotherAdministrator(scene);
  const { razon_social } = await scene.db
    .selectFrom('usuarios')
    .select('razon_social')
    .where('id', '=', scene.people[1].id)
    .executeTakeFirstOrThrow();
  nameOfAna = razon_social;
});

let made = 0;
const person = (profile: 2 | 3 = 3) => {
  made += 1;
  return addPerson(scene.db, { profile, email: `version.${made}@cajamenor.test` });
};

interface Edited {
  path: '/editarUsuario' | '/editarTienda' | '/configGeneral';
  /** The form as it is stored, with its version. */
  read: (browser: TestClient) => Promise<object>;
  /** Changes of the first and of the second administrator. */
  changes: readonly [object, object];
  /** The changed values as they are stored. */
  stored: () => Promise<unknown>;
  first: unknown;
  second: unknown;
}

const userForm = async (browser: TestClient, id_usuario: number) => {
  const { razon_social, tipo, tipo_doc, num_doc, email, celular, permisos, version } = await must(
    browser,
    '/obtenerUsuarioById',
    { id_usuario },
  );
  const form = { id_usuario, nombre: razon_social, tipo, tipo_doc, num_doc, email, celular };
  return { ...form, permisos, version };
};

const versionedStore = async (browser: TestClient, id_tienda: number) => ({
  ...(await storeForm(browser, id_tienda)),
  version: (await must(browser, '/obtenerTiendaById', { id_tienda })).version,
});

const settingOf = async (field_name: string) =>
  (
    await scene.db
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', field_name)
      .executeTakeFirst()
  )?.field_content;

const cases: Record<string, () => Promise<Edited>> = {
  'a user': async () => {
    const { id } = await person();
    return {
      path: '/editarUsuario',
      read: (browser) => userForm(browser, id),
      changes: [{ celular: '3001112233' }, { nombre: 'Otro Nombre' }],
      stored: () =>
        scene.db
          .selectFrom('usuarios')
          .select(['celular', 'razon_social'])
          .where('id', '=', id)
          .executeTakeFirst(),
      first: { celular: '3001112233', razon_social: expect.not.stringMatching('Otro') },
      second: { celular: '3001112233', razon_social: 'Otro Nombre' },
    };
  },
  'a store': async () => {
    const { id } = await newStore(scene);
    await scene.db
      .updateTable('tiendas')
      .set({ telefono: '601', direccion: 'Calle 1', email: 'a@b.co', centro_beneficio: 'B' })
      .set({ centro_costo: `V${id}` })
      .where('id', '=', id)
      .execute();
    return {
      path: '/editarTienda',
      read: (browser) => versionedStore(browser, id),
      changes: [{ telefono: '6011112233' }, { direccion: 'Calle 9' }],
      stored: () =>
        scene.db
          .selectFrom('tiendas')
          .select(['telefono', 'direccion'])
          .where('id', '=', id)
          .executeTakeFirst(),
      first: { telefono: '6011112233', direccion: 'Calle 1' },
      second: { telefono: '6011112233', direccion: 'Calle 9' },
    };
  },
  'the people of a store': async () => {
    const { id } = await newStore(scene);
    await scene.db
      .updateTable('tiendas')
      .set({ telefono: '601', direccion: 'Calle 1', email: 'a@b.co', centro_beneficio: 'B' })
      .set({ centro_costo: `V${id}` })
      .where('id', '=', id)
      .execute();
    const added = await person(2);
    const managers = () =>
      scene.db
        .selectFrom('responsable_tienda')
        .select('id_usuario')
        .where('id_tienda', '=', id)
        .where('tipo', '=', 2)
        .execute();
    return {
      path: '/editarTienda',
      read: (browser) => versionedStore(browser, id),
      changes: [{ responsables_adicionales: [added.id] }, { telefono: '602' }],
      stored: managers,
      first: [{ id_usuario: added.id }],
      second: [{ id_usuario: added.id }],
    };
  },
  'the settings': async () => {
    const read = async (browser: TestClient) => {
      const rows = (await must(browser, '/datosGenerales', { tabla: 'config' })) as {
        version: number;
      }[];
      return { monto_maximo: 200_000, version: rows[0]?.version ?? -1 };
    };
    // Days that no case before has stored.
    made += 1;
    const [sending, closing] = [100 + made, 200 + made];
    await must(ana, '/configGeneral', { monto_maximo: 200_000 });
    return {
      path: '/configGeneral',
      read,
      changes: [{ dias_envio: sending }, { dias_final: closing }],
      stored: async () => [await settingOf('dias_envio'), await settingOf('dias_final')],
      first: [`${sending}`, expect.not.stringMatching(`${closing}`)],
      second: [`${sending}`, `${closing}`],
    };
  },
};

const save = (browser: TestClient, path: CallPath, body: object) =>
  browser.call(path, body as RequestOf<CallPath>);

describe.each(Object.keys(cases))('%s, opened by two administrators', (name) => {
  const edited = () => (cases[name] as () => Promise<Edited>)();

  test('is saved by the first; the second is refused with the name, and saves after loading it again', async () => {
    const { path, read, changes, stored, first, second } = await edited();
    const [hers, his] = [await read(ana), await read(berta)];
    await must(ana, path, { ...hers, ...changes[0] } as RequestOf<typeof path>);
    const { status, refusal } = await save(berta, path, { ...his, ...changes[1] });
    const mensaje = `${nameOfAna} cambió estos datos después de que usted los abrió.`;
    expect([status, refusal.msg, refusal.motivos]).toEqual([
      409,
      mensaje,
      [{ guardia: 'versionIsCurrent', mensaje }],
    ]);
    expect(await stored()).toEqual(first);
    await must(berta, path, { ...(await read(berta)), ...changes[1] } as RequestOf<typeof path>);
    expect(await stored()).toEqual(second);
  });

  test('is saved again by the same one, whose first answer was lost', async () => {
    const { path, read, changes } = await edited();
    const form = { ...(await read(ana)), ...changes[0] };
    for (const _ of ['lost', 'again']) expect((await save(ana, path, form)).status).toBe(200);
  });

  test('is not compared without a version, as clients of the specification send it', async () => {
    const { path, read, changes, stored, second } = await edited();
    const { version: _, ...form } = (await read(berta)) as { version: number };
    await must(ana, path, { ...(await read(ana)), ...changes[0] } as RequestOf<typeof path>);
    const both = { ...form, ...changes[0], ...changes[1] };
    expect((await save(berta, path, both)).status).toBe(200);
    expect(await stored()).toEqual(second);
  });

  test('is saved by one of two at the same time', async () => {
    const { path, read, changes } = await edited();
    const forms = [await read(ana), await read(berta)];
    const answers = await Promise.all(
      [ana, berta].map((browser, index) =>
        save(browser, path, { ...forms[index], ...changes[index] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('a change of another record, or of what the form does not show, is no conflict', async () => {
  const [one, other] = [await person(), await person()];
  const form = await userForm(berta, one.id);
  await must(ana, '/editarUsuario', { ...(await userForm(ana, other.id)), celular: '3009998877' });
  const shown = await userForm(ana, one.id);
  await must(ana, '/editarUsuario', { ...shown, password: 'Zafiro73k' });
  expect((await save(berta, '/editarUsuario', { ...form, celular: '3' })).status).toBe(200);
});
