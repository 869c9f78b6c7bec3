/** /cuentasPropuestas and /confirmarCuentas: the accounts that wait, confirmed by another person at once. */
import { expect, test } from 'vitest';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { account, anotherAdministrator } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
const admin = () => scene.browsers[1];

const stores = () =>
  scene.db.selectFrom('tiendas').select(['id', 'nombre']).orderBy('nombre').execute();

async function proposeAll(): Promise<number[]> {
  const ids: number[] = [];
  for (const { id } of await stores()) {
    const [proposed] = await must(admin(), '/proponerCuenta', {
      ...account,
      id_tienda: id,
      numero: `0091234${String(id).padStart(4, '0')}`,
    });
    ids.push(proposed?.id_cuenta ?? 0);
  }
  return ids;
}

const stateOf = async (ids: readonly number[]) =>
  (
    await scene.db
      .selectFrom('cuenta_tienda')
      .select('estado')
      .where('id', 'in', [...ids])
      .execute()
  ).map(({ estado }) => estado);

const logged = async () =>
  (
    await scene.db
      .selectFrom('evento_administracion')
      .select('id')
      .where('tabla', '=', 'cuenta_tienda')
      .execute()
  ).length;

test('another person sees each whole number and confirms them at once, each with its own event', async () => {
  const cuentas = await proposeAll();
  const listed = await stores();
  const mine = await must(admin(), '/cuentasPropuestas', {});
  expect(mine.cuentas.map(({ numero }) => numero)).toEqual(listed.map(() => ''));
  const own = await admin().call('/confirmarCuentas', { cuentas });
  expect([own.status, own.refusal.motivos?.[0]?.mensaje]).toEqual([
    409,
    expect.stringMatching(/: Usted propuso este cambio: otra persona lo confirma\.$/),
  ]);
  expect(new Set(await stateOf(cuentas))).toEqual(new Set(['propuesta']));

  const other = await anotherAdministrator(scene);
  const seen = await must(other, '/cuentasPropuestas', {});
  expect(seen.cuentas.map(({ tienda, numero }) => [tienda, numero])).toEqual(
    listed.map(({ id, nombre }) => [nombre, `0091234${String(id).padStart(4, '0')}`]),
  );
  const before = await logged();
  const [done] = await must(other, '/confirmarCuentas', { cuentas: [...cuentas, ...cuentas] });
  expect(done).toMatchObject({ confirmadas: cuentas.length });
  expect(new Set(await stateOf(cuentas))).toEqual(new Set(['vigente']));
  expect((await logged()) - before).toBe(cuentas.length);
  expect((await must(other, '/cuentasPropuestas', {})).cuentas).toEqual([]);
});

test('one that waits no more is named, and none is confirmed', async () => {
  const cuentas = await proposeAll();
  const [first = 0] = cuentas;
  await must(admin(), '/resolverCuenta', { id_cuenta: first, confirma: 0 });
  const other = await anotherAdministrator(scene);
  const late = await other.call('/confirmarCuentas', { cuentas });
  const [{ nombre } = { nombre: '' }] = await stores();
  expect([late.status, late.refusal.motivos?.map(({ mensaje }) => mensaje)]).toEqual([
    409,
    [`${nombre}: Este cambio de cuenta ya no espera confirmación.`],
  ]);
  expect(await stateOf(cuentas)).not.toContain('vigente');
  expect((await other.call('/confirmarCuentas', { cuentas: [999_999] })).status).toBe(404);
});
