/**
 * `npm run audit:verify [-- --cabeza cabeza] [--firma línea]… [--clave-publica clave]…`: replays both logs,
 * compares what they tell with the rows, the files with their digests and the signed heads with the logs.
 * Says what does not agree and ends with 1; changes nothing, and needs no pause of the server.
 */
import { parseArgs } from 'node:util';
import { auditEverything } from '../audit/audit-everything.ts';
import { lastKeptHead } from '../audit/keep-signing.ts';
import { headOf, type LogHead } from '../audit/log-head.ts';
import { type PublicKey, trustedKeys } from '../audit/log-key.ts';
import { reportOf } from '../audit/report.ts';
import { headOfLine, type SignedHead } from '../audit/signed-head.ts';
import { loadStorageConfig } from '../config/config.ts';
import { supportStoreOf } from '../documents/database-support-store.ts';
import { runProgram } from '../start.ts';
import { StartError } from '../errors/start-error.ts';
import { openForReading } from '../storage.ts';

const usage =
  'Uso: npm run audit:verify [-- --cabeza cabeza] [--firma «línea firmada»]… [--clave-publica clave]…';

/** Copies to compare the logs with. */
interface Kept {
  head: LogHead | null;
  heads: SignedHead[];
  keys: PublicKey[];
}

const readable = <Value>(value: Value | null): Value => {
  if (value === null) throw new StartError(usage);
  return value;
};

const many = { type: 'string', multiple: true } as const;

/** @throws StartError for anything but heads and keys */
function keptIn(args: string[]): Kept {
  try {
    const options = { cabeza: { type: 'string' }, firma: many, 'clave-publica': many } as const;
    const { cabeza, firma = [], 'clave-publica': keys = [] } = parseArgs({ args, options }).values;
    return {
      head: cabeza === undefined ? null : readable(headOf(cabeza)),
      heads: firma.map((line) => readable(headOfLine(line))),
      keys,
    };
  } catch {
    // An unknown option is answered like a wrong head: with what can be asked.
    throw new StartError(usage);
  }
}

async function verify(): Promise<void> {
  const { head, heads, keys } = keptIn(process.argv.slice(2));
  const storage = loadStorageConfig(process.env);
  const { db, engine, close } = await openForReading(storage);
  try {
    const supports = supportStoreOf(storage, { db, engine });
    const last = await lastKeptHead(storage.logKeyFile);
    const signatures = {
      keys: await trustedKeys(storage, keys),
      heads: last === null ? heads : [...heads, last],
    };
    const say = (line: string) => console.log(line);
    const audited = await auditEverything({ db, supports }, say, { head, signatures });
    console.log(reportOf(audited));
    if (audited.differences > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

await runProgram(verify, () => loadStorageConfig(process.env));
