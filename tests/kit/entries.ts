/** Entries of the whole past, with the accounts of the tests. */
import type { EntryAccount } from '#contract/calls/entries.calls.ts';
import { type Entry, freeEntries } from '#server/features/entries/entry.repository.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import type { TestServer } from './server.ts';

export const testAccounts: Record<EntryAccount, string> = {
  cuenta_fondo: '11051001',
  cuenta_banco: '11100501',
  cuenta_faltantes: '13659501',
  cuenta_apertura: '11059999',
  cuenta_asumidos: '53959501',
  cuenta_iva: '24080201',
};

export const testCompany = { documento: '900123456', tercero: 'Compañía de prueba' };

/** Every entry that no export has. */
export const everyEntry = ({ db }: Pick<TestServer, 'db'>): Promise<Entry[]> =>
  inSnapshot(db, async (trx) => {
    const span = { from: 0, until: Number.MAX_SAFE_INTEGER };
    const pages = freeEntries(trx, span, { accounts: testAccounts, empresa: testCompany });
    const entries: Entry[] = [];
    for await (const page of pages) entries.push(...page);
    return entries;
  });

/** Centavos on the account of the petty cash after these entries. */
export const fundAccountOf = (entries: readonly Pick<Entry, 'lineas'>[]): number =>
  entries
    .flatMap(({ lineas }) => lineas)
    .filter(({ cuenta }) => cuenta === testAccounts.cuenta_fondo)
    .reduce((sum, { debito, credito }) => sum + debito - credito, 0);
