/** A client that openapi-typescript generates from the API document, compiled with the options of the project. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { startTestServer } from '#tests/kit/server.ts';

/** The generator reads types of TypeScript 5, so a package of its own brings both. */
const { resolve } = createRequire(
  createRequire(import.meta.url).resolve('openapi-client/package.json'),
);
const generator = join(dirname(resolve('openapi-typescript/package.json')), 'bin/cli.js');

/** Output of a program of Node; '' when it succeeds silently. */
function run(folder: string, program: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Sends the main job; a directive reports each line that compiles though its request is wrong. */
const example = `
import type { paths } from './client.ts';

interface Json<Content> {
  content: { 'application/json': Content };
}
type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: Json<infer Content> };
}
  ? Content
  : never;
type Answer<Path extends keyof paths> = paths[Path] extends {
  post: { responses: { 200: Json<infer Content> } };
}
  ? Content
  : never;

async function post<Path extends keyof paths>(
  path: Path,
  body: Body<Path>,
): Promise<Answer<Path>> {
  const url = 'https://caja.empresa.co' + path;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

const token = 'el-token-de-la-aplicacion';
const expense = {
  token,
  id_tienda: 3,
  fecha_gasto: '2026-11-25',
  id_proveedor: 12,
  recibo: 'A1204',
  valor: 38_500,
  concepto: 'Bombillos de la bodega',
  categoria: [5],
  tipo_factura: 0 as const,
};

export async function record(): Promise<string> {
  const [saved] = await post('/api/v1/enviarGasto', expense);
  return saved?.msg ?? '';
}

export async function wrong() {
  const { valor, ...withoutValue } = expense;
  // @ts-expect-error without its value
  await post('/api/v1/enviarGasto', withoutValue);
  // @ts-expect-error a value that is no number
  await post('/api/v1/enviarGasto', { ...expense, valor: true });
  // @ts-expect-error a decision that does not exist
  await post('/api/v1/guardarSupervisor', { token, id_caja: 1, id_gasto: 2, estado: 9 });
  // @ts-expect-error a call that does not exist
  await post('/api/v1/enviarGastos', expense);
  return valor;
}
`;

test('a generated client compiles, and refuses wrong requests', { timeout: 300_000 }, async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'openapi-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { body } = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  const files = {
    'document.json': body,
    'example.ts': example,
    'tsconfig.json': JSON.stringify({
      extends: join(projectRoot, 'tsconfig.json'),
      compilerOptions: {
        incremental: false,
        types: [],
      },
      include: ['*.ts'],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

  expect(run(folder, generator, 'document.json', '--output', 'client.ts')).toBe('');
  expect(run(folder, join(projectRoot, 'node_modules/typescript/bin/tsc'))).toBe('');
});
