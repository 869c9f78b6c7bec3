/** A company of any size: `npm run demo -- --stores` builds one, `npm run data:grow` adds to one. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

/** The commands do not need the application token. */
const withoutToken = { API_TOKEN: '' };

/** Runs the demonstration until it listens, and ends it. @returns its output without log lines */
async function linesOf(...args: string[]): Promise<string[]> {
  const program = folder.run('demo', { API_TOKEN: 'caja-menor' }, [], args);
  await program.says(/^(Abra http:\S+)\n/m);
  program.child.kill('SIGTERM');
  const { code, output, errors } = await program.ended;
  expect([code, errors]).toEqual([0, '']);
  return output.split('\n').filter((line) => !line.startsWith('{'));
}

test('builds a company that passes the audit, and does not build it twice', async () => {
  const size = ['--stores', '12', '--years', '1'];
  const lines = await linesOf(...size);
  const isReported = (line: string) => /^ +\d+ %$/.test(line);
  // Progress is reported after each part, and this company has one.
  expect(lines.filter(isReported).at(-1)).toBe('  100 %');
  expect(lines.filter((line) => !isReported(line)).slice(0, 3)).toEqual([
    'Construyendo una compañía de 12 tiendas y 1 año…',
    expect.stringMatching(
      /^Se construyó la compañía en [\d.,]+ s: 12 tiendas, \d+ personas, 552 cajas, [\d.]+ gastos, [\d.]+ eventos\.$/,
    ),
    'Usuario, contraseña y perfil:',
  ]);

  const { code, output } = await folder.run('audit-verify', withoutToken).ended;
  expect(output).toMatch(/Cajas revisadas: 552\. Archivos: \d+\. /);
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
    'Usuario, contraseña y perfil:',
  ]);
});

describe('data:grow', () => {
  const grow = (...args: string[]) => folder.run('data-grow', withoutToken, [], args).ended;

  test('grows a stopped installation to a number of expenses, and refuses fewer', async () => {
    const { child, ended } = await folder.serve();
    child.kill('SIGTERM');
    await ended;
    const { code, output, errors } = await grow('300');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(
      /\nHay 3[0-9]{2} gastos \(antes 0\); tiendas nuevas: [1-9]\. Tardó [\d,]+ s\.\n$/,
    );
    const audited = await folder.run('audit-verify', withoutToken).ended;
    expect(audited).toMatchObject({ code: 0, output: expect.stringContaining('Diferencias: 0.') });
    const fewer = await grow('100');
    expect([fewer.code, fewer.errors]).toEqual([
      1,
      expect.stringMatching(/^Ya hay 3\d\d gastos: /),
    ]);
  });

  test('refuses to run beside a server or with invalid arguments', async () => {
    for (const args of [['0'], ['20', '--ficheros']]) {
      const { code, errors } = await grow(...args);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^Uso: npm run data:grow[^\n]*\n$/),
      ]);
    }
    await folder.serve();
    const { code, errors } = await grow('20');
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^[^\n]* en uso por otro proceso[^\n]*\n$/),
    ]);
  });
});
