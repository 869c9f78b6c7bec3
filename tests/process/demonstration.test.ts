/** `npm run demo`: what it builds, what it says, and what it refuses. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';

/** Milliseconds: five hundred boxes, or months of work of a dozen people, on a machine that may be busy. */
const BUILDING_LIMIT = 240_000;

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** Runs the demonstration until it listens, and ends it: the lines for people among its output. */
async function linesOf(...args: string[]): Promise<string[]> {
  const program = folder.run('demo', { API_TOKEN: 'caja-menor' }, [], args);
  await program.says(/(Caja menor está en http:\S+)\n[\s\S]*contraseña pendiente\n/);
  program.child.kill('SIGTERM');
  const { code, output, errors } = await program.ended;
  expect([code, errors]).toEqual([0, '']);
  return output.split('\n').filter((line) => !line.startsWith('{'));
}

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

const tenths = Array.from({ length: 10 }, (_, index) => `  ${(index + 1) * 10} %`);

test(
  'builds a company that the audit finds whole, says who is in it, and builds it once',
  async () => {
    const size = ['--stores', '12', '--years', '1'];
    const lines = await linesOf(...size);
    // It is reported after each piece, and this company is one.
    const isReported = (line: string) => tenths.includes(line);
    expect(lines.filter(isReported).at(-1)).toBe('  100 %');
    expect(lines.filter((line) => !isReported(line))).toEqual([
      'Construyendo una compañía de 12 tiendas y 1 año…',
      expect.stringMatching(
        /^Se construyó la compañía en [\d.,]+ s: 12 tiendas, \d+ personas, 552 cajas, [\d.]+ gastos, [\d.]+ eventos\.$/,
      ),
      expect.stringMatching(/^Caja menor está en http:\/\/127\.0\.0\.1:\d+$/),
      'Usuario, contraseña y perfil:',
      ...users,
      '',
    ]);

    const { code, output } = await folder.run('audit-verify', { API_TOKEN: '' }).ended;
    expect(output).toContain('Cajas revisadas: 552. Archivos: 6. ');
    expect([code, output]).toEqual([0, expect.stringContaining(' Diferencias: 0.\n')]);

    const { db, close } = openDatabase({ dataDir: folder.dataDir });
    const states = await db.selectFrom('cajas').select('active').distinct().execute();
    const people = await db
      .selectFrom('responsable_tienda')
      .select('id_usuario')
      .distinct()
      .execute();
    await close();
    expect(states.length, 'boxes in every state but, perhaps, a rare one').toBeGreaterThan(4);
    expect(people.length, 'the new stores have people of their own').toBeGreaterThan(5);

    expect((await linesOf(...size)).slice(0, 2)).toEqual([
      `La base de datos ya tiene datos y no se construye otra vez. Para empezar de nuevo, indique otra carpeta en DATA_DIR (ahora «${folder.dataDir}»).`,
      expect.stringMatching(/^Caja menor está en /),
    ]);
  },
  BUILDING_LIMIT,
);

test(
  'without options it loads the small one, with everybody at work',
  async () => {
    const program = folder.run('demo', { API_TOKEN: 'caja-menor' });
    const url = await program.says(/Caja menor está en (http:\S+)/);
    const said = await program.says(/^(Cargando los datos[\s\S]*? s\.)$/m);
    expect(said.split('\n')).toEqual([
      'Cargando los datos de demostración…',
      ...tenths,
      expect.stringMatching(/^Se cargaron los datos de demostración en [\d.,]+ s\.$/),
    ]);
    const browser = new WebClient(url, 'caja-menor');
    const user = { email: 'supervisor@cajamenor.test', password: 'Caja2026' };
    expect((await browser.call('/auth/user', user)).status).toBe(200);
  },
  BUILDING_LIMIT,
);

test('a command line that it cannot read is refused in one sentence, and nothing is made', async () => {
  const { code, errors, output } = await folder.run('demo', {}, [], ['--stores', 'abc']).ended;
  const sentence = '--stores debe ser un número entero entre 1 y 5.000; se recibió «abc».\n';
  expect([code, errors, output]).toEqual([1, sentence, '']);
});
