/** Entries of the whole past, with the accounts of the tests. */
import type { CounterAccount, EntryAccount } from '#contract/calls/entries.calls.ts';
import { type Entry, freeEntries } from '#server/features/entries/entry.repository.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { categories, must, type Scene, tax, today } from './box-scene.ts';
import { split } from './box-stages.ts';
import type { TestServer } from './server.ts';

const testAccounts: Record<EntryAccount, string> = {
  cuenta_fondo: '11051001',
  cuenta_banco: '11100501',
  cuenta_faltantes: '13659501',
  cuenta_apertura: '11059999',
  cuenta_asumidos: '53959501',
  cuenta_iva: '24080201',
};

const testCompany = { documento: '900123456', tercero: 'Compañía de prueba' };

/** Every entry that no export has. */
export const everyEntry = (
  { db }: Pick<TestServer, 'db'>,
  contrapartida: CounterAccount = 'caja',
): Promise<Entry[]> =>
  inSnapshot(db, async (trx) => {
    const span = { from: 0, until: Number.MAX_SAFE_INTEGER };
    const pages = freeEntries(trx, span, {
      accounts: testAccounts,
      contrapartida,
      empresa: testCompany,
    });
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

/** Sets the accounts of the entries, and the company. */
export const writeAccounts = ({ browsers }: Scene, changes: object = {}) =>
  must(browsers[1], '/configGeneral', {
    monto_maximo: 500_000,
    nit_empresa: testCompany.documento,
    nombre_empresa: testCompany.tercero,
    ...testAccounts,
    ...changes,
  });

export const withheldAccount = '23652501';

/** A tax that is a withholding. @returns its id */
export const addWithholding = async ({ browsers }: Scene): Promise<number> =>
  (
    await must(browsers[1], '/guardarCatalogo', {
      tabla: 'impuestos',
      nombre: 'Retefuente 4 %',
      porcentaje: 4,
      cuenta_retencion: withheldAccount,
    })
  )[0]?.id_elemento ?? 0;

/** The split of an expense whose supplier got `valor` of `valor + withheld`, in pesos. */
export const splitWithheld = (valor: number, withheld: number, withholding: number) => ({
  ...split(valor),
  item_valor: [valor + withheld, withheld],
  iva_item: [tax, withholding],
  categorias: [categories.plain, categories.plain],
});

/** Exports everything until today. @returns the number of the export; 0 when there was nothing */
export async function exportAll({ browsers }: Scene): Promise<number> {
  const result = await browsers[6].call('/exportarComprobantes', { hasta: today });
  return result.status === 200 ? (result.answer[0]?.numero ?? 0) : 0;
}

/** The entry in force of a box. */
export const entryOfBox = ({ db }: Scene, idCaja: number) =>
  db
    .selectFrom('comprobante')
    .selectAll()
    .where('origen', '=', 'caja')
    .where('id_origen', '=', idCaja)
    .where('vigente', '=', 1)
    .executeTakeFirstOrThrow();
