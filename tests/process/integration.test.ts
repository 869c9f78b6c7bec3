/** The commands and the program of docs/integration.md, as printed, against a server. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyScopeNames } from '#contract/key-scopes.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import { invoiceXml } from '#tests/kit/files/invoice-xml.ts';
import { factsOf } from '#tests/kit/invoice-import.ts';
import { addCast, testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';

const text = readFileSync(join(projectRoot, 'docs/integration.md'), 'utf8');
const blocksOf = (kind: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );

let folder: DataFolder;
let home: string;
let env: Record<string, string>;
let names: string[];

beforeAll(async () => {
  folder = openDataFolder();
  home = mkdtempSync(join(tmpdir(), 'caja-menor-integracion-'));
  const { db, engine, close } = openDatabase({ dataDir: folder.dataDir });
  await migrateToLatest(db, engine);
  const { people } = await addCast(db, Date.now());
  names = (await db.selectFrom('tiendas').select('nombre').execute()).map(({ nombre }) => nombre);
  await close();
  const { url } = await folder.serve();
  const admin = new WebClient(url, programToken);
  await admin.must('/auth/user', { email: people[1].email, password: testPassword });
  const [made] = await admin.must('/crearClaveIntegracion', {
    nombre: 'Programa del ejemplo',
    alcances: keyScopeNames,
    dias: 1,
  });
  const { PATH = '' } = process.env;
  env = { PATH, CAJA_MENOR_URL: url, CAJA_MENOR_KEY: made?.clave ?? '' };
  writeFileSync(join(home, 'factura.xml'), invoiceXml(factsOf('SETP1')));
});
afterAll(async () => {
  await folder.close();
  rmSync(home, { recursive: true });
});

const run = (file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd: home, env, encoding: 'utf8' });

test('the commands of the page', () => {
  const [stores = '', consolidated = '', invoice = '', ...others] = blocksOf('sh');
  expect(others).toEqual([]);
  const listed = JSON.parse(run('bash', '-c', stores)) as { nombre: string }[];
  expect(listed.map(({ nombre }) => nombre).toSorted()).toEqual(names.toSorted());
  run('bash', '-c', consolidated);
  // The signature of a ZIP, which an XLSX is.
  expect(readFileSync(join(home, 'consolidado.xlsx')).subarray(0, 2).toString()).toBe('PK');
  expect(JSON.parse(run('bash', '-c', invoice))).toMatchObject([
    { status: '200', resultados: [{ resultado: 'nueva' }] },
  ]);
});

test('the program of the page', async () => {
  const [program = '', ...others] = blocksOf('ts');
  expect(others).toEqual([]);
  const { code } = await transformWithOxc(program, 'program.ts');
  writeFileSync(join(home, 'program.mjs'), code);
  const printed = run(process.execPath, 'program.mjs').trim().split('\n');
  expect(printed.map((line) => line.replace(/^\d+ /, '')).toSorted()).toEqual(names.toSorted());
});
