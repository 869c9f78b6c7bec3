/**
 * `npm run invoices:import -- [--usuario correo] [--nit-empresa nit] [--mover] archivo|carpeta …`: imports electronic
 * invoices on behalf of an accounting user. Exits with 1 when any of them was refused. The NIT of the company is
 * stored: from then on, an invoice made out to another NIT is an anomaly. `--mover` moves the files of a folder away.
 */
import { checkDigit, taxNumber } from '#machines/domain/values/document-keys.ts';
import { type Person, isProfileId } from '#machines/domain/people/profiles.ts';
import { inTransaction, type Trx } from '../../platform/database/transactions.ts';
import { type ImportAccess, importerProfile } from '../../features/invoice-import/import-file.ts';
import { importPaths } from '../../features/invoice-import/import-paths.ts';
import { setSetting } from '../../features/settings/settings.ts';
import { normalEmail, usersOfProfile } from '../../features/accounts/user.repository.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { givenOptions, onStorage, runCommand, say } from './command.ts';

const usage =
  'Uso: npm run invoices:import -- [--usuario correo] [--nit-empresa nit] [--mover] archivo|carpeta …';

const text = { type: 'string' } as const;

/** The user recorded in the log for the matched expenses: the named one, or the only accounting user. */
async function importerOf(trx: Trx, usuario: string | undefined): Promise<Person> {
  const accounting = await usersOfProfile(trx, importerProfile);
  const candidates =
    usuario === undefined
      ? accounting
      : accounting.filter(({ email }) => email === normalEmail(usuario));
  const [person, another] = candidates;
  if (person === undefined)
    throw new StartError(
      usuario === undefined
        ? 'No hay un usuario activo de contabilidad en cuyo nombre importar.'
        : `«${usuario}» no es un usuario activo de contabilidad.`,
    );
  if (another !== undefined)
    throw new StartError(
      `Hay varios usuarios de contabilidad: diga en nombre de quién con --usuario correo.`,
    );
  if (!isProfileId(person.tipo)) throw new StartError(usage);
  return { id: person.id, profile: person.tipo };
}

/** @throws StartError for an invalid NIT or a wrong check digit */
async function saveCompanyNit(trx: Trx, nitEmpresa: string): Promise<void> {
  const found = taxNumber(nitEmpresa);
  if (found === null || !['', checkDigit(found.number)].includes(found.digit))
    throw new StartError(`«${nitEmpresa}» no es un NIT válido.`);
  await setSetting(trx, 'nit_empresa', found.number, { actor: null, now: Date.now() });
}

async function importInvoices(): Promise<void> {
  const options = { usuario: text, 'nit-empresa': text, mover: { type: 'boolean' } } as const;
  const { values, positionals } = givenOptions({ options, allowPositionals: true }, usage);
  const { usuario, 'nit-empresa': nitEmpresa } = values;
  if (positionals.length === 0 && nitEmpresa === undefined) throw new StartError(usage);
  await onStorage(async ({ db, receipts }) => {
    const inTrx: ImportAccess['write'] = (work) => inTransaction(db, work);
    const access = { db, receipts, now: Date.now, read: inTrx, write: inTrx };
    if (nitEmpresa !== undefined) await inTrx((trx) => saveCompanyNit(trx, nitEmpresa));
    if (positionals.length === 0) return;
    const actor = await inTrx((trx) => importerOf(trx, usuario));
    const summary = await importPaths(access, actor, positionals, say, values.mover);
    const { archivos, nueva, repetida, rechazada, gastos } = summary;
    say(
      `Archivos: ${archivos}. Nuevas: ${nueva}. Repetidas: ${repetida}. Rechazadas: ${rechazada}. Gastos enlazados: ${gastos}.`,
    );
    if (rechazada > 0) process.exitCode = 1;
  });
}

await runCommand(usage, importInvoices);
