/** `npm run demo`: its data, its output, and refused options. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';

/** Milliseconds: months of work of a dozen users, on a busy machine. */
const BUILDING_LIMIT = 240_000;

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

const users = [
  '  admin@cajamenor.test           Caja2026  1 Administrador',
  '  tienda@cajamenor.test          Caja2026  2 Responsable de tienda',
  '  supervisor@cajamenor.test      Caja2026  3 Supervisor',
  '  coordinador@cajamenor.test     Caja2026  4 Coordinador de tiendas',
  '  mantenimiento@cajamenor.test   Caja2026  5 Mantenimiento',
  '  contabilidad@cajamenor.test    Caja2026  6 Contabilidad',
  '  tesoreria@cajamenor.test       Caja2026  6 Contabilidad',
  '  control@cajamenor.test         Caja2026  7 Control interno',
  '  gerente@cajamenor.test         Caja2026  8 Gerente',
  '  cambio@cajamenor.test          Caja2026  2 Responsable de tienda, con cambio de contraseña pendiente',
];

const offeredUsers = [
  ['tienda', 'Tienda'],
  ['supervisor', 'Supervisor'],
  ['mantenimiento', 'Mantenimiento'],
  ['contabilidad', 'Contabilidad'],
  ['tesoreria', 'Tesorería'],
  ['coordinador', 'Coordinador'],
  ['control', 'Control interno'],
  ['gerente', 'Gerente'],
  ['admin', 'Administrador'],
];

const tenths = Array.from({ length: 10 }, (_, index) => `  ${(index + 1) * 10} %`);

test(
  'loads the small company without options, lists its users, and ends with its address',
  async () => {
    const program = folder.run('demo', { API_TOKEN: 'caja-menor' });
    const address = await program.says(/^Abra (http:\/\/localhost:\d+)\n$/m);
    const url = address.replace('localhost', '127.0.0.1');
    const said = await program.says(/^(Cargando los datos[\s\S]*? s\.)$/m);
    expect(said.split('\n')).toEqual([
      'Cargando los datos de demostración…',
      ...tenths,
      expect.stringMatching(/^Se cargaron los datos de demostración en [\d.,]+ s\.$/),
    ]);
    const after = await program.says(/^Usuario, contraseña y perfil:\n([\s\S]*)$/m);
    expect(after.split('\n')).toEqual([...users, `Abra ${address}`, '']);
    expect(await program.says(/^([\s\S]*)$/)).not.toContain('{"level"');
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const offered = /name="demonstration" content='([^']*)'/.exec(page)?.[1] ?? '';
    expect(JSON.parse(offered)).toEqual({
      password: 'Caja2026',
      users: offeredUsers.map(([key, nombre]) => ({ email: `${key}@cajamenor.test`, nombre })),
    });
    const browser = new WebClient(url, 'caja-menor');
    const user = { email: 'supervisor@cajamenor.test', password: 'Caja2026' };
    expect((await browser.call('/auth/user', user)).status).toBe(200);
  },
  BUILDING_LIMIT,
);

test('the page of a production server offers no users', async () => {
  const { url } = await folder.serve('main');
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('name="api-token"');
  expect(page).not.toMatch(/name="demonstration"|cajamenor\.test|Caja2026/);
});

test('refuses an invalid option in one line', async () => {
  const { code, errors, output } = await folder.run('demo', {}, [], ['--stores', 'abc']).ended;
  const sentence = '--stores debe ser un número entero entre 1 y 5.000; se recibió «abc».\n';
  expect([code, errors, output]).toEqual([1, sentence, '']);
});
