/**
 * Mutated files of every kind, run through the worker process for untrusted files as in the server: each gets an
 * answer, no thread ends the process, and no turn of the event loop is long.
 *
 * FUZZ_FILES is their number; SEED chooses them, and each file depends only on the seed and its number.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumImportRows } from '#contract/calls/imports.calls.ts';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { openReceipt } from '#server/features/expenses/receipts.ts';
import { readInvoices } from '#server/features/invoice-import/import-file.ts';
import { HttpError } from '#server/platform/errors/http-error.ts';
import { untrustedFiles } from '#server/platform/workers/untrusted-files.ts';
import { WorkerError } from '#server/platform/workers/tasks.ts';
import { tried } from '#tests/kit/cases.ts';
import { seed } from '#tests/kit/full-length.ts';
import { mutated, withRightSums } from '#tests/kit/hostile/mutations.ts';
import { smallInvoices, smallReceipts, smallTables } from '#tests/kit/hostile/small-files.ts';
import { watchTurns } from '#tests/kit/turns.mjs';

const files = Number(process.env.FUZZ_FILES ?? 2_000);
/** Simultaneous files: two are processed, the others wait. */
const AT_ONCE = 6;
/** Most processor milliseconds of one turn of this thread, which also mutates the files; HEALTH_LIMIT narrows it. */
const LONGEST_TURN = Math.min(
  200,
  2 * Number(process.env.HEALTH_LIMIT ?? Number.POSITIVE_INFINITY),
);
/** Milliseconds for one file on a busy machine. */
const SLOWEST = 200;

const say = (line: string): void => void process.stdout.write(`fuzzing: ${line}\n`);

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'caja-menor-fuzz-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const kinds = ['PDF', 'PNG', 'JPEG', 'ZIP', 'XML', 'EML', 'XLSX', 'CSV'] as const;
type Kind = (typeof kinds)[number];

/** How the legalisation shows an accepted file: the first kind that works. */
async function shown(file: string, bytes: number): Promise<string> {
  const { type } = await openReceipt({ file, bytes }, 1);
  for (const kind of ['pages', 'pictures'] as const) {
    try {
      return (await untrustedFiles.run('showReceipt', { file, type, kind, into: file })).kind;
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
    }
  }
  return 'nothing';
}

/** Result of a file. @throws every error other than a refusal */
async function outcomeOf(kind: Kind, bytes: Buffer): Promise<string> {
  const folder = mkdtempSync(join(parent, 'f'));
  const file = join(folder, 'f');
  writeFileSync(file, bytes);
  try {
    if (kind === 'ZIP' || kind === 'XML' || kind === 'EML') {
      const found = await readInvoices({ archivo: 'f', file, folder });
      return found.some(({ ok }) => ok) ? 'read' : 'refused';
    }
    if (kind === 'XLSX' || kind === 'CSV') {
      const { ok } = await untrustedFiles.run('readTable', {
        file,
        maximumRows: maximumImportRows,
      });
      return ok ? 'read' : 'refused';
    }
    return await shown(file, bytes.length);
  } catch (error) {
    if (error instanceof HttpError && [413, 415, 422].includes(error.status)) return 'refused';
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  `${files} mutated files cause no unexpected error and no long turn`,
  async () => {
    say(`SEED=${seed} FUZZ_FILES=${files}`);
    const originals = { ...(await smallReceipts()), ...(await smallInvoices()), ...smallTables() };
    const outcomes = new Map<string, number>();
    const strange: string[] = [];
    const start = performance.now();
    const longestTurn = watchTurns();
    let next = 0;
    const work = async () => {
      for (let number = next++; number < files; number = next++) {
        const random = seededRandom(seed * 1_000_003 + number);
        const kind = kinds[number % kinds.length] ?? 'PDF';
        const [first = Buffer.alloc(0), ...others] = originals[kind];
        const other = originals[random.pick(kinds)][0] ?? first;
        const changed = mutated(random.pick([first, ...others]), other, random);
        const bytes = kind === 'PNG' && random.chance(0.5) ? withRightSums(changed) : changed;
        try {
          const outcome = `${kind} ${await outcomeOf(kind, bytes)}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        } catch (error) {
          strange.push(`SEED=${seed}, file ${number} (${kind}): ${error}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const longest = longestTurn();
    tried(files);
    const seconds = (performance.now() - start) / 1_000;
    say(
      [...outcomes]
        .map(([outcome, count]) => `${outcome} ${count}`)
        .sort()
        .join(', '),
    );
    say(`${(files / seconds).toFixed(0)} files a second; longest turn ${longest.toFixed(1)} ms`);
    expect(strange).toEqual([]);
    expect(longest).toBeLessThan(LONGEST_TURN);
  },
  60_000 + files * SLOWEST,
);
