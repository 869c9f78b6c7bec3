/**
 * `npm run derived:rebuild`: migrates the database of a stopped installation and rebuilds every derived table from the
 * logs and the rows.
 */
import { derivedTableNames, rebuildTables } from '../derived-tables.repository.ts';
import { openAlone } from '../storage.ts';
import { onStorage, runPlainCommand, say, secondsSince } from './command.ts';

await runPlainCommand('Uso: npm run derived:rebuild, con el servidor detenido', () =>
  onStorage(
    async ({ db }) => {
      const begun = Date.now();
      const tables = await rebuildTables(db, async () => derivedTableNames);
      say(`Reconstruido en ${secondsSince(begun)}: ${tables.join(', ')}.`);
    },
    undefined,
    openAlone,
  ),
);
