/** Signed heads reveal a history that was rewritten in every hash and row. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import {
  type Signing,
  startSigning,
  lastStoredHead,
  signNow,
} from '#server/operate/audit/log-signatures.ts';
import {
  type SignedHead,
  type Signer,
  eventsIn,
  headLine,
  headOfLine,
  logKey,
  readLogKey,
  signHead,
} from '#server/operate/audit/signed-head.ts';
import { administrationHash } from '#server/platform/database/administration-log.repository.ts';
import { eventHash } from '#server/features/cases/event.repository.ts';
import { eventsOf } from '#tests/kit/box-rows.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { liftDefences, remember } from '#tests/kit/forger.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let box: StagedBox;
let restore: () => Promise<void>;
beforeAll(async () => {
  box = await boxIn(scene, 'supervision');
  await liftDefences(scene);
  restore = await remember(scene);
});

let folder: string;
let keyFile: string;
let signer: Signer;
let lines: Record<string, unknown>[];
let signing: Signing;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caja-menor-clave-'));
  keyFile = join(folder, 'registro.key');
  signer = await logKey(keyFile);
  lines = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  signing = { db: scene.db, log, keyFile, now: scene.clock.now };
});
afterEach(async () => {
  await restore();
  rmSync(folder, { recursive: true });
});

async function audit(heads: readonly SignedHead[] = [], keys = [signer.publicKey]) {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const { signatures } = await auditEverything(scene, say, { signatures: { keys, heads } });
  return { said, signatures };
}

const sign = async (): Promise<SignedHead> => {
  await signNow(signing, signer);
  const head = await lastStoredHead(keyFile);
  if (head === null) throw new Error('nothing was signed');
  return head;
};

const change = (monto_maximo: number) =>
  must(scene.browsers[1], '/configGeneral', { monto_maximo });

/** Rewrites an instant and all that depends on it, as a forger with write access to the database would do. */
async function rewriteBoxes(): Promise<void> {
  const events = await eventsOf(scene, box.id);
  const [instante, creada] = [5, 5];
  let hash_previo = '';
  for (const { id, ...event } of events) {
    const last = id === events.at(-1)?.id;
    const forged = { ...event, hash_previo, ...(last && { instante }) };
    hash_previo = eventHash(forged);
    await scene.db
      .updateTable('evento')
      .set({ ...forged, hash: hash_previo })
      .where('id', '=', id)
      .execute();
  }
  const hash = hash_previo;
  await scene.db
    .updateTable('cajas')
    .set({ hash, fecha_movimiento: instante })
    .where('id', '=', box.id)
    .execute();
  await scene.db
    .updateTable('cajas')
    .set({ hash, creada, fecha: '1969-12-31', fecha_movimiento: creada })
    .where('id_tienda', '=', box.id_tienda)
    .where('active', '=', 0)
    .execute();
}

async function rewriteAdministration(): Promise<void> {
  const rows = await scene.db
    .selectFrom('evento_administracion')
    .selectAll()
    .orderBy('secuencia', 'desc')
    .limit(1)
    .execute();
  for (const row of rows) {
    const forged = { ...row, id_actor: scene.people[2].id, perfil: 2 };
    await scene.db
      .updateTable('evento_administracion')
      .set({ ...forged, hash: administrationHash(forged) })
      .where('id', '=', row.id)
      .execute();
  }
}

describe('a signed head', () => {
  test('stays valid while the logs grow, and the next head continues from it', async () => {
    const first = await sign();
    await change(5);
    expect(await audit()).toEqual({ said: [], signatures: 1 });
    const second = await sign();
    expect([first.secuencia, second.secuencia]).toEqual([1, 2]);
    expect(second.administracion).toBe(first.administracion + 1);
    expect(await audit([first, second])).toEqual({ said: [], signatures: 2 });
  });

  test('is written to the process log on one line that can be parsed', async () => {
    const head = await sign();
    const [{ firma_registro, clave_publica } = {}] = lines;
    expect(firma_registro).toBe(headLine(head));
    expect(headOfLine(String(firma_registro))).toEqual(head);
    expect(clave_publica).toBe(signer.publicKey);
    expect(JSON.stringify(lines)).not.toContain('PRIVATE');
  });

  test('is not signed again without new events, nor twice at the same time', async () => {
    await Promise.all([signHead(scene.db, signer, 1), signHead(scene.db, signer, 2)]);
    expect(await signHead(scene.db, signer, 3)).toBeNull();
    expect(await scene.db.selectFrom('firma').selectAll().execute()).toHaveLength(1);
  });

  test('reveals boxes rewritten in both rows and log', async () => {
    await sign();
    await rewriteBoxes();
    expect((await audit()).said).toEqual([
      expect.stringMatching(
        /^firma 1 \(.*Z\): el registro de cajas hasta el evento \d+ ya no es el firmado$/,
      ),
    ]);
  });

  test('reveals a rewritten administration log', async () => {
    await change(6);
    await sign();
    await rewriteAdministration();
    expect((await audit()).said).toEqual([
      expect.stringMatching(
        /^firma 1 \(.*Z\): el registro de administración hasta el evento \d+ ya no es el firmado$/,
      ),
    ]);
  });

  test.each([
    ['instante', 5],
    ['evento', 1],
    ['resumen', 'ab'.repeat(32)],
    ['administracion', 1],
    ['administracion_hash', 'ab'.repeat(32)],
    ['firma', 'x'],
  ] as const)('with an altered %s has an invalid signature', async (column, value) => {
    await sign();
    await scene.db
      .updateTable('firma')
      .set({ [column]: value })
      .execute();
    expect((await audit()).said).toEqual([
      expect.stringMatching(/^firma 1 .*: no es de la clave$/),
    ]);
  });

  test('of an unknown key is reported, and of a given key accepted', async () => {
    const other = await logKey(join(folder, 'otra.key'));
    await signHead(scene.db, other, 1);
    expect((await audit()).said).toEqual([
      expect.stringMatching(/: no se conoce la clave [\da-f]{16}$/),
    ]);
    expect((await audit([], [signer.publicKey, other.publicKey])).said).toEqual([]);
  });

  test('that is deleted is missed between others, and at the end only with an external copy', async () => {
    await sign();
    await change(7);
    await sign();
    await change(8);
    const last = await sign();
    await scene.db.deleteFrom('firma').where('secuencia', '=', 2).execute();
    expect((await audit()).said[0]).toBe('firma 2: falta en la base de datos');
    await scene.db.deleteFrom('firma').execute();
    expect((await audit()).said).toEqual([]);
    expect((await audit([last])).said).toEqual(['firma 2: falta en la base de datos']);
  });
});

test('signing fails when the last head is missing from the table', async () => {
  await sign();
  await scene.db.deleteFrom('firma').execute();
  await rewriteBoxes();
  await expect(signNow(signing, signer)).rejects.toThrow('la firma 1 no está en la base de datos');
  expect(await scene.db.selectFrom('firma').selectAll().execute()).toEqual([]);
});

/** Prints the size of each argument file when it first exists. */
const looking = `
  const { statSync } = require('node:fs');
  const sizes = process.argv.slice(1).map((file) => {
    for (;;) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found) return found.size;
    }
  });
  console.log(JSON.stringify(sizes));`;

describe('the key', () => {
  test('is created once, readable by its owner only', async () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect((await logKey(keyFile)).publicKey).toBe(signer.publicKey);
    expect(await readLogKey(join(folder, 'ninguna.key'))).toBeNull();
  });

  test('is created once by simultaneous starts, and never seen incomplete', async () => {
    const files = Array.from({ length: 30 }, (_, index) => join(folder, `${index}.key`));
    // Polls without a pause, which this process could not do.
    const looker = spawn(process.execPath, ['--eval', looking, ...files]);
    const seen = text(looker.stdout);
    for (const file of files) {
      const made = await Promise.all([1, 2, 3].map(() => logKey(file)));
      expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    }
    expect(JSON.parse(await seen)).toEqual(files.map((file) => statSync(file).size));
    expect(readdirSync(folder)).toHaveLength(files.length + 1);
  });

  test('that is invalid stops the start with one sentence', async () => {
    await writeFile(keyFile, 'no es una clave');
    await expect(logKey(keyFile)).rejects.toThrow(
      `«${keyFile}» no es una clave Ed25519 en PEM. Revise LOG_KEY_FILE.`,
    );
  });
});

const heads = () => scene.db.selectFrom('firma').select('secuencia').execute();

test('the logs are signed at the start, every hour and at the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // The copy beside the key is written last: the row appears before the signing ends, too early to advance an hour.
  const last = async () => (await lastStoredHead(keyFile))?.secuencia;
  try {
    const end = await startSigning(signing);
    await expect.poll(last, { timeout: 20_000 }).toBe(1);
    await change(9);
    vi.advanceTimersByTime(60 * 60_000);
    await expect.poll(last, { timeout: 20_000 }).toBe(2);
    await change(10);
    await end();
    expect(await heads()).toHaveLength(3);
    expect((await audit()).said).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a head that takes too long to sign is left to the next start', async () => {
  const everything = eventsIn(scene.db);
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  try {
    // One event per read; each read takes three seconds.
    const read = (after: number, upTo: number) => {
      clock += 3_000;
      return everything(after, upTo, 1);
    };
    const end = await startSigning({ ...signing, read });
    await end();
    expect((await heads()).length).toBe(0);
    expect(lines.map(({ msg }) => msg)).toContain('no se firmó la cabeza del registro');
  } finally {
    now.mockRestore();
  }
  await sign();
  expect((await audit()).said).toEqual([]);
});
