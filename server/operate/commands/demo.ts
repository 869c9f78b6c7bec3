/**
 * `npm run demo [-- --stores tiendas --years años]`: starts the server with demonstration data, which is loaded only
 * into an empty database; the options give the size of a generated company. The database of a real one is refused.
 */
import { profiles } from '#machines/domain/people/profiles.ts';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { inSnapshot, inTransaction } from '../../platform/database/transactions.ts';
import {
  demoEmail,
  demoPassword,
  demoPersonEntries,
  demoSignIns,
} from '../demonstration/demo-data.ts';
import { loadCompany } from '../demonstration/grow-company.ts';
import { type DemoTarget, loadDemoData } from '../demonstration/demo-story.ts';
import { isInUse, markDemonstration } from '../../features/settings/settings.ts';
import { findUserByEmail } from '../../features/accounts/user.repository.ts';
import { countOf, counted } from '#machines/domain/values/texts.ts';
import { type Prepare, startServer } from '../../start.ts';
import { progressTo, runCommand, say, secondsSince } from './command.ts';
import { type CompanySize, companySizeIn, demoUsage } from './company-size.ts';

/** @returns false when the database already has data */
async function load(target: DemoTarget, size: CompanySize | null): Promise<boolean> {
  if (await inSnapshot(target.db, isInUse)) return false;
  const begun = Date.now();
  const progress = progressTo();
  if (size === null) {
    say('Cargando los datos de demostración…');
    const loaded = await loadDemoData(target, progress);
    if (loaded) say(`Se cargaron los datos de demostración en ${secondsSince(begun)}.`);
    return loaded;
  }
  say(
    `Construyendo una compañía de ${counted(size.stores, 'tienda', 'tiendas')} y ${counted(size.years, 'año', 'años')}…`,
  );
  const made = await loadCompany(target, size, progress);
  if (made === null) return false;
  const { stores, people, boxes, expenses, events } = made;
  say(
    `Se construyó la compañía en ${secondsSince(begun)}: ${counted(stores, 'tienda', 'tiendas')}, ${countOf(people)} personas, ${countOf(boxes)} cajas, ${countOf(expenses)} gastos, ${countOf(events)} eventos.`,
  );
  return true;
}

/** Lines for one user of each profile, and for one whose password change is pending. */
async function userLines(db: DemoTarget['db']): Promise<string[]> {
  const lines: string[] = [];
  for (const [key, { profile }] of demoPersonEntries.filter(([name]) => !name.includes('.'))) {
    const user = await inSnapshot(db, (trx) => findUserByEmail(trx, demoEmail(key)));
    if (user !== undefined)
      lines.push(
        `  ${demoEmail(key).padEnd(30)} ${demoPassword}  ${profile} ${profiles[profile].nombre}${user.cambiar_clave ? ', con cambio de contraseña pendiente' : ''}`,
      );
  }
  return lines;
}

const prepare =
  (size: CompanySize | null): Prepare =>
  async ({ database: { db }, receipts, config: { dataDir } }) => {
    if (!(await load({ db, receipts, now: Date.now() }, size)))
      say(
        `La base de datos ya tiene datos y no se construye otra vez. Para empezar de nuevo, indique otra carpeta en DATA_DIR (ahora «${dataDir}»).`,
      );
    // Also a demonstration that an earlier version loaded without the mark.
    await inTransaction(db, (trx) => markDemonstration(trx, { actor: null, now: Date.now() }));
    const users = await userLines(db);
    return (address) => {
      if (users.length > 0) say('Usuario, contraseña y perfil:');
      users.forEach(say);
      say(`Abra ${address.replace('127.0.0.1', 'localhost')}`);
    };
  };

/** The passwords are public, so the server listens only on this machine by default. */
const demoConfig = (): Config => ({
  ...loadConfig(process.env, {
    API_TOKEN: 'caja-menor',
    COMPANY_NAME: 'Almacenes La Cosecha S.A.S.',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }),
  demonstration: {
    password: demoPassword,
    users: demoSignIns.map(([key, nombre]) => ({ email: demoEmail(key), nombre })),
  },
});

await runCommand(demoUsage, async () => {
  const size = companySizeIn(process.argv.slice(2));
  await startServer(demoConfig(), prepare(size));
});
