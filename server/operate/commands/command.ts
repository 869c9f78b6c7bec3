/** Common parts of the commands: options, database and output. */
import { countOf, counted } from '#machines/domain/values/texts.ts';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Audited, type StoredOutside, auditEverything } from '../audit/audit-everything.ts';
import { type PublicKey, type SignedHead, headText, trustedKeys } from '../audit/signed-head.ts';
import { loadStorageConfig, type StorageConfig } from '../../platform/config/config.ts';
import type { OpenDatabase } from '../../platform/database/dialects.ts';
import { receiptStoreOf } from '../../platform/files/database-receipts.repository.ts';
import type { ReceiptStore } from '../../platform/files/receipt-store.ts';
import { productVersion } from '../../platform/config/project-root.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { runProgram } from '../../start.ts';
import { openExisting } from '../storage.ts';

export const say = (line: string): void => console.log(line);

export const secondsSince = (begun: number): string =>
  `${countOf(Math.round((Date.now() - begun) / 100) / 10)} s`;

/** Prints a line for each tenth of the work. */
export function progressTo(): (done: number, all: number) => void {
  let tenths = 0;
  return (done, all) => {
    const reached = Math.floor((10 * done) / all);
    if (reached > tenths) say(`  ${reached * 10} %`);
    tenths = reached;
  };
}

/** Options and arguments. @throws StartError with the usage for an option that is unknown or lacks its value */
export function givenOptions<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
  args = process.argv.slice(2),
) {
  try {
    return parseArgs<Config & { args: string[] }>({ ...config, args });
  } catch {
    throw new StartError(usage);
  }
}

/** The one argument of the command. @throws StartError with the usage for none, more than one, or an option */
export function onlyArgument(usage: string): string {
  const [given, ...more] = givenOptions({ allowPositionals: true }, usage).positionals;
  if (given === undefined || more.length > 0) throw new StartError(usage);
  return given;
}

/**
 * Runs a command: `--help` prints its usage and `--version` the version, and nothing else happens.
 *
 * @param work parses the command line with `givenOptions` before it does anything
 */
export const runCommand = (usage: string, work: () => Promise<void>): Promise<void> =>
  runProgram(async () => {
    const args = process.argv.slice(2);
    if (args.includes('--help')) return say(usage);
    if (args.includes('--version')) return say(`Caja menor ${productVersion()}`);
    await work();
  });

/** For a command without options and arguments. */
export const runPlainCommand = (usage: string, work: () => Promise<void>): Promise<void> =>
  runCommand(usage, async () => {
    givenOptions({}, usage);
    await work();
  });

export interface Opened {
  db: OpenDatabase['db'];
  receipts: ReceiptStore;
}

/** Runs the work on the configured database and receipt store, then closes the database. */
export async function onStorage<Result>(
  work: (opened: Opened) => Promise<Result>,
  storage: StorageConfig = loadStorageConfig(process.env),
  open: (storage: StorageConfig) => Promise<OpenDatabase> = openExisting,
): Promise<Result> {
  const database = await open(storage);
  try {
    return await work({ db: database.db, receipts: receiptStoreOf(storage, database) });
  } finally {
    await database.close();
  }
}

/**
 * Audits everything and prints the result.
 *
 * @param stored heads outside the database to compare it with; keys to trust besides those of the installation
 */
export async function audit(
  opened: Opened,
  storage: StorageConfig,
  stored: Pick<StoredOutside, 'head'> & {
    heads: readonly SignedHead[];
    keys?: readonly PublicKey[];
  },
): Promise<Audited> {
  const signatures = { keys: await trustedKeys(storage, stored.keys), heads: stored.heads };
  const audited = await auditEverything(opened, say, { ...stored, signatures });
  const { boxes, files, differences, derived, head, signatures: checked } = audited;
  const signed = checked === null ? '' : ` Firmas: ${checked}.`;
  say(`Cajas revisadas: ${boxes}. Archivos: ${files}.${signed} Diferencias: ${differences}.`);
  if (differences > 0) say('El registro no coincide con las filas o con los archivos.');
  if (derived > 0) {
    // A rebuild from a forged log would remove what shows the forgery.
    const next =
      differences > 0
        ? 'no lo reconstruya antes de averiguar lo anterior'
        : 'se puede reconstruir con npm run derived:rebuild';
    say(`Derivado: ${counted(derived, 'diferencia', 'diferencias')}; ${next}.`);
  }
  say(`Cabeza del registro: ${headText(head)}`);
  return audited;
}

/** Exits with 1 when logs, rows or files differ; with 2 when only derived tables do. */
export function exitAs({ differences, derived }: Audited): void {
  if (differences > 0) process.exitCode = 1;
  else if (derived > 0) process.exitCode = 2;
}
