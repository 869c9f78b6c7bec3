import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataDirInUseError, openDatabase } from '#server/platform/database/dialects.ts';

const lockModule = new URL('../../../server/platform/database/sqlite-files.ts', import.meta.url);

/** Starts a process that takes the lock of a folder. @returns `said`: taken, or its error */
async function startHolder(dataDir: string): Promise<{ process: ChildProcess; said: string }> {
  const { code } = await transformWithOxc(readFileSync(lockModule, 'utf8'), lockModule.pathname);
  const program = `${code}
    try {
      acquireDataDirLock(${JSON.stringify(dataDir)});
      process.stdout.write('taken');
      setInterval(() => {}, 60_000);
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  return { process: child, said: String(said) };
}

describe('the lock of a data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-lock-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('refuses a second process with one line', async () => {
    const opened = openDatabase({ dataDir });
    const second = await startHolder(dataDir);
    expect(second.said).toBe(
      `La carpeta de datos «${dataDir}» ya está en uso por otro proceso de Caja menor. Deténgalo o elija otra con DATA_DIR.`,
    );
    await opened.close();
  });

  test('is released when the process that holds it is killed', async () => {
    const holder = await startHolder(dataDir);
    expect(holder.said).toBe('taken');
    expect(() => openDatabase({ dataDir })).toThrow(DataDirInUseError);
    holder.process.kill('SIGKILL');
    await once(holder.process, 'exit');
    await openDatabase({ dataDir }).close();
  });

  test('is released when the database is closed', async () => {
    const first = openDatabase({ dataDir });
    expect(() => openDatabase({ dataDir })).toThrow(DataDirInUseError);
    await first.close();
    await openDatabase({ dataDir }).close();
  });
});
