/** The programs as somebody starts them: what they say, what they leave, and how they end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/database/dialects.ts';
import { projectRoot } from '#server/project-root.ts';

/** Built apart from dist/, which may be in use; inside the project, whose packages the programs import. */
const outDir = join(projectRoot, 'node_modules', '.cache', `programas-${process.pid}`);
beforeAll(async () => {
  await build({ root: projectRoot, logLevel: 'error', build: { ssr: true, outDir } });
}, 120_000);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

// Each starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-programa-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const token = 'token-de-programa';

interface Program {
  child: ChildProcess;
  ended: Promise<{ code: number | null; output: string; errors: string }>;
  /** What the first group of the expression matches in the output, once it is there. */
  says: (expression: RegExp) => Promise<string>;
}

function start(name: string, environment: Record<string, string> = {}): Program {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [join(outDir, `${name}.js`)], {
    cwd: projectRoot,
    env: {
      PATH,
      DATA_DIR: dataDir,
      API_TOKEN: token,
      PORT: '0',
      HOST: '127.0.0.1',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    child.emit('said');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  // Not 'exit': the last words come after it.
  const ended = once(child, 'close').then(([code]) => ({ code, output, errors }));
  const says = async (expression: RegExp): Promise<string> => {
    for (;;) {
      const said = expression.exec(output)?.[1];
      if (said) return said;
      await Promise.race([
        once(child, 'said'),
        ended.then(() => Promise.reject(new Error(errors))),
      ]);
    }
  };
  return { child, ended, says };
}

describe('the server', () => {
  test.each([
    [{ API_TOKEN: '' }, 'Falta API_TOKEN'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'nadie responde en esa dirección'],
  ])('says in one line why %j stops it', async (environment, words) => {
    const { code, errors } = await start('main', environment).ended;
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  test('says that the port or the folder is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const place = holder.address();
    const port = typeof place === 'object' && place ? String(place.port) : '';
    const refused = await start('main', { PORT: port }).ended;
    expect(refused.errors).toBe(`El puerto ${port} ya está en uso. Elija otro con PORT.\n`);
    holder.close();

    const database = openDatabase({ dataDir });
    const second = await start('main').ended;
    expect(second.errors).toMatch(/^La carpeta de datos .* ya está en uso .*\n$/);
    await database.close();
  });

  test('answers the request in flight before it ends, and gives the folder back', async () => {
    const { child, ended, says } = start('main');
    const address = await says(/"direccion":"([^"]+)"/);
    expect((await fetch(`${address}/listo`)).status).toBe(200);
    const body = { token, email: 'nadie@cajamenor.test', password: 'Caja2026' };
    const inFlight = fetch(`${address}/api/v1/auth/user`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // The password is being compared by now: the answer comes after the signal.
    await fetch(`${address}/salud`);
    child.kill('SIGTERM');
    expect((await inFlight).status).toBe(401);
    expect(await ended).toMatchObject({ code: 0, errors: '' });
    await openDatabase({ dataDir }).close();
  });
});

describe('db:migrate', () => {
  test('brings an empty folder up to date', async () => {
    const { code, output } = await start('db-migrate', { API_TOKEN: '' }).ended;
    expect([code, output]).toEqual([0, 'La base de datos está al día.\n']);
  });
});

describe('admin:create', () => {
  const create = (...answers: string[]) => {
    const { child, ended } = start('admin-create', { API_TOKEN: '' });
    child.stdin?.end(answers.map((line) => `${line}\n`).join(''));
    return ended;
  };

  test('makes an administrator from what it is told, and shows no password', async () => {
    const { code, output, errors } = await create(
      ...['Ana Ruiz', 'Ana@CajaMenor.test', '52123456', 'Clave12345', 'Clave12345'],
    );
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('Se creó el administrador ana@cajamenor.test.');
    expect(output).not.toContain('Clave12345');
    const database = openDatabase({ dataDir });
    const user = await database.db.selectFrom('usuarios').selectAll().executeTakeFirstOrThrow();
    await database.close();
    expect(user).toMatchObject({ razon_social: 'Ana Ruiz', tipo: 1, num_doc: '52123456' });
  });

  test.each([
    [['Ana', 'ana', '1', 'Clave12345', 'Clave12345'], 'El formato del correo es incorrecto.'],
    [['Ana', 'a@b.co'], 'Faltan respuestas'],
  ])('refuses %j in one line', async (answers, words) => {
    const { code, errors } = await create(...answers);
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });
});
