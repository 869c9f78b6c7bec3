/**
 * `npm run audit:verify [-- --cabeza cabeza]`: replays the log of every box and compares states, totals,
 * funds and every other logged column with the rows, and the files with their digests. Says what does
 * not agree and ends with 1; changes nothing, and needs no pause of the server.
 */
import { parseArgs } from 'node:util';
import { auditEverything } from '../audit/audit-everything.ts';
import { headOf, type LogHead } from '../audit/log-head.ts';
import { reportOf } from '../audit/report.ts';
import { loadStorageConfig } from '../config.ts';
import { fileSupportStore } from '../documents/support-store.ts';
import { runProgram } from '../start.ts';
import { openForReading, StartError } from '../storage.ts';

const usage =
  'Uso: npm run audit:verify [-- --cabeza cabeza], con una «Cabeza del registro» de una revisión anterior.';

/** @throws StartError for anything but one head */
function keptHead(args: string[]): LogHead | null {
  try {
    const { cabeza } = parseArgs({ args, options: { cabeza: { type: 'string' } } }).values;
    if (cabeza === undefined) return null;
    const head = headOf(cabeza);
    if (head !== null) return head;
  } catch {
    // An unknown option is answered like a wrong head: with what can be asked.
  }
  throw new StartError(usage);
}

async function verify(): Promise<void> {
  const kept = keptHead(process.argv.slice(2));
  const storage = loadStorageConfig(process.env);
  const { db, close } = await openForReading(storage);
  try {
    const supports = fileSupportStore(storage.dataDir);
    const audited = await auditEverything({ db, supports }, (line) => console.log(line), kept);
    console.log(reportOf(audited));
    if (audited.differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

await runProgram(verify, () => loadStorageConfig(process.env));
