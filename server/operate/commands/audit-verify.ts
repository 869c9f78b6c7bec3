/**
 * `npm run audit:verify [-- --cabeza cabeza] [--firma línea]… [--clave-publica clave]…`: replays both logs and
 * compares the result with the rows, the files with their digests and the signed heads with the logs. Prints the
 * differences and exits with 1 when there are any, with 2 when only derived tables differ; changes nothing, and the server
 * may keep running.
 */
import { lastStoredHead } from '../audit/log-signatures.ts';
import { headOf, headOfLine } from '../audit/signed-head.ts';
import { loadStorageConfig } from '../../platform/config/config.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { openForReading } from '../storage.ts';
import { audit, exitAs, givenOptions, type Opened, onStorage, runCommand } from './command.ts';

const usage =
  'Uso: npm run audit:verify [-- --cabeza cabeza] [--firma «línea firmada»]… [--clave-publica clave]…';

const readable = <Value>(value: Value | null): Value => {
  if (value === null) throw new StartError(usage);
  return value;
};

const many = { type: 'string', multiple: true } as const;

async function verify(): Promise<void> {
  const options = { cabeza: { type: 'string' }, firma: many, 'clave-publica': many } as const;
  const { values } = givenOptions({ options }, usage);
  const { cabeza, firma = [], 'clave-publica': keys = [] } = values;
  const head = cabeza === undefined ? null : readable(headOf(cabeza));
  const heads = firma.map((line) => readable(headOfLine(line)));
  const storage = loadStorageConfig(process.env);
  const verified = async (opened: Opened) => {
    const last = (await lastStoredHead(storage.logKeyFile)) ?? [];
    return audit(opened, storage, { head, keys, heads: [heads, last].flat() });
  };
  exitAs(await onStorage(verified, storage, openForReading));
}

await runCommand(usage, verify);
