import type { OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import type { Trx } from '../database/transactions.ts';
import { type Author, logChanges } from './administration-log.repository.ts';
import { exists } from './queries.ts';

/** A setting as it was written; '' while nobody wrote it. */
export const settingOf = async (trx: Trx, name: string): Promise<string> =>
  (
    await trx
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', name)
      .executeTakeFirst()
  )?.field_content.trim() ?? '';

/** The company's own NIT. */
export const companyTaxNumber = (trx: Trx): Promise<string> => settingOf(trx, 'nit_empresa');

/** @param nit without check digit */
export const setCompanyTaxNumber = (trx: Trx, nit: string, by: Author): Promise<void> =>
  setSetting(trx, 'nit_empresa', nit, by);

/** @param pesos what stores may buy in one box from one supplier that a store created */
export const setMaximumForOccasionalSupplier = (
  trx: Trx,
  pesos: number,
  by: Author,
): Promise<void> => setSetting(trx, 'monto_maximo', String(pesos), by);

/** Policy for an expense that the fund of its store cannot pay. */
export const overdraftPolicy = async (trx: Trx): Promise<OverdraftPolicy> =>
  (await settingOf(trx, 'exceso_fondo')) === 'impedir' ? 'impedir' : 'avisar';

export const setOverdraftPolicy = (trx: Trx, policy: OverdraftPolicy, by: Author): Promise<void> =>
  setSetting(trx, 'exceso_fondo', policy, by);

/** A setting that is there, or comes to be. */
async function setSetting(
  trx: Trx,
  field_name: string,
  field_content: string,
  by: Author,
): Promise<void> {
  await logChanges(trx, by, 'config', ['field_name', field_name], () =>
    trx
      .insertInto('config')
      .values({ field_name, field_content })
      .onConflict((conflict) => conflict.column('field_name').doUpdateSet({ field_content }))
      .execute(),
  );
}

/** Profiles whose people must have a second factor. */
export const requiredProfiles = async (trx: Trx): Promise<number[]> =>
  (await settingOf(trx, 'perfiles_segundo_factor')).split(',').filter(Boolean).map(Number);

export const setRequiredProfiles = (
  trx: Trx,
  profiles: readonly number[],
  by: Author,
): Promise<void> => {
  const content = [...new Set(profiles)].toSorted((a, b) => a - b).join(',');
  return setSetting(trx, 'perfiles_segundo_factor', content, by);
};

/** Tells whether a person or a store is in the database. */
export const isInUse = async (trx: Trx): Promise<boolean> =>
  (await exists(trx.selectFrom('usuarios').select('id').limit(1))) ||
  (await exists(trx.selectFrom('tiendas').select('id').limit(1)));
