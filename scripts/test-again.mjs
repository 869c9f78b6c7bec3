// `npm run test:again -- 20 [suite…]`: runs the named suites, or those of `npm test`, repeatedly while a thread
// occupies one core, and prints how often each test file failed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { endWithSignals, root, runNode } from './project.mjs';

const [times = '', ...suites] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(times)) {
  console.error('Usage: npm run test:again -- times [suite…]');
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'caja-menor-again-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
endWithSignals();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const chosen = suites.length > 0 ? suites.map((name) => `--project=${name}`) : ['--mode=everyday'];
/** How often each file failed, by its suite and its path. @type {Map<string, number>} */
const failures = new Map();

// A thread, not a process, since it ends with this process in every case.
const busy = new Worker('for (;;);', { eval: true });
for (let run = 1; run <= Number(times); run += 1) {
  const FIGURES_FILE = path.join(folder, `${run}.json`);
  const code = await runNode([vitest, 'run', ...chosen], { FIGURES_FILE });
  /** @type {import('../tests/setup/figures.reporter.ts').FileFigures[]} */
  const files = existsSync(FIGURES_FILE) ? JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) : [];
  const failed = files
    .filter((file) => file.failed > 0)
    .map(({ suite, file }) => `${suite} ${file}`);
  if (code !== 0 && failed.length === 0) failed.push('outside of the test files');
  for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  console.log(`Run ${run} of ${times}: ${files.length} files, ${failed.length} failures`);
}
await busy.terminate();

for (const [name, count] of [...failures].sort(([, one], [, other]) => other - one))
  console.log(`failed ${count} of ${times}  ${name}`);
if (failures.size === 0) console.log(`failed 0 of ${times}`);
else process.exitCode = 1;
