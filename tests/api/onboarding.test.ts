/** «Puesta en marcha»: what a company lacks until its first box is paid. */
import { expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import { markSent } from '#server/features/outbox/outbox.repository.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { confirmedBox, treasurer } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(() => startScene({ config: { smtpUrl: 'smtp://127.0.0.1:1' } }));

const admin = () => scene.browsers[1];
const seen = () => must(admin(), '/puestaEnMarcha', {});
/** What is missing by step; '' for a step that is done. */
const missing = async () =>
  Object.fromEntries((await seen()).pasos.map(({ paso, falta }) => [paso, falta]));
const configure = (changes: object) =>
  must(admin(), '/configGeneral', { monto_maximo: 100_000, ...changes });

/** Switches off rows of a table for the duration of `look`. */
async function without<Result>(
  table: 'usuarios' | 'tiendas' | 'empresas' | 'categoria_gasto' | 'formato_tienda',
  tipos: readonly number[] | null,
  look: () => Promise<Result>,
): Promise<Result> {
  const flip = async (active_: 0 | 1) => {
    const rows =
      tipos === null
        ? scene.db.updateTable(table).set({ active_ })
        : scene.db.updateTable('usuarios').set({ active_ }).where('tipo', 'in', tipos);
    await rows.execute();
  };
  await flip(0);
  const result = await look();
  await flip(1);
  return result;
}

const nobody = { perfil: null, autoriza: 0 };

test('each step names what is missing, in the order in which it is done', async () => {
  expect(await seen()).toEqual({
    terminada: 0,
    pasos: [
      { paso: 'empresa', hecho: 0, falta: 'Falta el nombre, el NIT, la ciudad', ...nobody },
      {
        paso: 'correo',
        hecho: 0,
        falta: 'Falta que salga un correo: envíe uno de prueba',
        ...nobody,
      },
      { paso: 'categorias', hecho: 1, falta: '', ...nobody },
      { paso: 'personas', hecho: 1, falta: '', ...nobody },
      { paso: 'tiendas', hecho: 1, falta: '', ...nobody },
      {
        paso: 'aperturas',
        hecho: 0,
        falta: 'Falta la apertura o el primer arqueo de 2 tiendas',
        ...nobody,
      },
      { paso: 'envio', hecho: 1, falta: '', ...nobody },
      { paso: 'giros', hecho: 0, falta: 'Falta quien autorice giros', perfil: 6, autoriza: 1 },
      { paso: 'cuentas', hecho: 0, falta: 'Falta la cuenta confirmada de 2 tiendas', ...nobody },
    ],
  });
});

test('the next missing person has a profile', async () => {
  const wanted = async () =>
    Object.fromEntries(
      (await seen()).pasos
        .filter(({ perfil }) => perfil !== null)
        .map(({ paso, perfil, autoriza }) => [paso, [perfil, autoriza]]),
    );
  expect(await without('usuarios', [3, 8], wanted)).toEqual({ personas: [3, 0], giros: [6, 1] });
  expect(await without('usuarios', [6], wanted)).toEqual({ personas: [6, 0], giros: [6, 0] });
});

test('people are missing by profile; stores, companies and categories when none is active', async () => {
  expect(await without('usuarios', [3, 8], missing)).toMatchObject({
    personas: 'Falta Supervisor, Gerente',
  });
  expect(await without('usuarios', [6], missing)).toMatchObject({
    personas: 'Falta Contabilidad',
    giros: 'Falta quien prepare giros y quien autorice giros',
  });
  expect(await without('tiendas', null, missing)).toMatchObject({
    tiendas: 'Falta la primera tienda',
    aperturas: 'Falta la primera tienda',
    cuentas: 'Falta la primera tienda',
  });
  expect(await without('empresas', null, missing)).toMatchObject({
    envio: 'Falta una empresa de envío',
  });
  expect(await without('categoria_gasto', null, missing)).toMatchObject({
    categorias: 'Faltan las categorías de Almacén, Supermercado, Express, Isla, Outlet, Mayorista',
  });
  expect(await without('formato_tienda', null, missing)).toMatchObject({
    categorias: 'Falta un formato con sus categorías',
  });
});

test('the steps tick themselves from the data', async () => {
  await configure({ nit_empresa: '900.373.923-8', nombre_empresa: 'Droguería Sol' });
  expect(await missing()).toMatchObject({ empresa: 'Falta la ciudad' });
  await configure({ ciudad_empresa: 'Cali' });
  expect(await missing()).toMatchObject({ empresa: '' });
  await treasurer(scene);
  expect(await missing()).toMatchObject({ giros: '' });
  const stores = await scene.db.selectFrom('tiendas').select('id').execute();
  const [id_usuario] = [scene.people[1].id];
  // One store is opened, and the other one counted.
  const [one, other] = stores.map(({ id }) => id);
  await must(admin(), '/abrirFondo', { id_tienda: one ?? 0, base: 5, efectivo: 5, siguiente: 1 });
  expect((await missing()).aperturas).toBe('Falta la apertura o el primer arqueo de 1 tienda');
  const cantidades = denominations.map(() => 0);
  await must(scene.browsers[6], '/guardarArqueo', { id_tienda: other ?? 0, cantidades });
  expect((await missing()).aperturas).toBe('');
  await scene.db
    .insertInto('cuenta_tienda')
    .values(
      stores.map(({ id }) => ({
        id_tienda: id,
        via: 'efectivo',
        estado: 'vigente' as const,
        creada: 1,
        id_usuario,
        resuelta: 2,
        id_usuario_resuelve: id_usuario,
      })),
    )
    .execute();
  expect(await missing()).toMatchObject({ cuentas: '' });
});

test('a test mail goes to the caller once a minute, and the step is done when it was sent', async () => {
  const [sent] = await must(admin(), '/correoPrueba', {});
  const { email } = scene.people[1];
  expect(sent?.msg).toBe(`Correo por enviar a ${email}: revise su buzón en un momento.`);
  await must(admin(), '/correoPrueba', {});
  const mails = await scene.db
    .selectFrom('correo')
    .select('id')
    .where('asunto', '=', 'Caja menor: correo de prueba')
    .where('para', '=', email)
    .execute();
  expect(mails).toHaveLength(1);
  expect((await missing()).correo).not.toBe('');
  await inTransaction(scene.db, (trx) => markSent(trx, mails[0]?.id ?? 0, scene.clock.now(), []));
  expect((await missing()).correo).toBe('');
});

test('the list ends with the first closed box where payments are not followed, else with the first paid one', async () => {
  await boxIn(scene, 'closed');
  expect((await seen()).terminada).toBe(0);
  await configure({ control_giros: 'no' });
  expect(await seen()).toEqual({ terminada: 1, pasos: [] });
  await configure({ control_giros: 'si' });
  expect((await seen()).terminada).toBe(0);
  await confirmedBox(scene);
  expect((await seen()).terminada).toBe(1);
});
