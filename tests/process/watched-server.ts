/** Measures a server under attack: from outside by requests for /salud, and inside its process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import type { DataFolder, Serving } from '#tests/kit/program.ts';

const beside = (name: string): string => join(projectRoot, 'tests', 'process', name);
const preloaded = ['measured-turns.mjs', 'measured-memory.mjs']
  .map((name) => `--import ${pathToFileURL(beside(name)).href}`)
  .join(' ');

interface Inside {
  /** Bytes of heap and external memory, after garbage collection. */
  used: number;
  rss: number;
  /** Processor time of the longest event-loop turn since the last look, in milliseconds. */
  turn: number;
}

interface Watched extends Serving {
  look: () => Promise<Inside>;
}

export async function serveWatched(
  folder: DataFolder,
  environment: Record<string, string> = {},
): Promise<Watched> {
  const server = await folder.serve('main', { ...environment, NODE_OPTIONS: preloaded });
  let looks = 0;
  // Looks are counted, since the output contains all of them.
  const nth = (name: string, value: string) =>
    server.says(new RegExp(`(?:"${name}":[^]*?){${looks - 1}}"${name}":(${value})`));
  return {
    ...server,
    async look() {
      looks += 1;
      server.child.kill('SIGUSR2');
      const memory = JSON.parse(await nth('memoria', '{[^}]*}')) as Omit<Inside, 'turn'>;
      return { ...memory, turn: Number(await nth('turno', '[\\d.]+')) };
    },
  };
}

interface Health {
  url: string;
  times: number;
  failed: number;
  /** Milliseconds of the slowest answer. */
  worst: number;
}

/** Requests /salud of each server every 20 ms from a separate process. @returns ends it and reports */
export function askForHealth(...servers: readonly Serving[]): () => Promise<Health[]> {
  const urls = servers.map(({ url }) => url);
  const asker = spawn(process.execPath, [beside('health-asker.mjs'), ...urls], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void asker.kill());
  let said = '';
  asker.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const ended = once(asker, 'close');
  return async () => {
    asker.stdin.end();
    await ended;
    return JSON.parse(said) as Health[];
  };
}
