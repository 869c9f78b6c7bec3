import type { OverdraftPolicy } from '#contract/calls/administration.calls.ts';
import type { Trx } from '../database/transactions.ts';
import { type Author, telling } from './administration-log.repository.ts';

/** The company's own NIT as it was written; '' while nobody wrote it. */
export const companyTaxNumber = async (trx: Trx): Promise<string> =>
  (
    await trx
      .selectFrom('config')
      .select('field_content')
      .where('field_name', '=', 'nit_empresa')
      .executeTakeFirst()
  )?.field_content.trim() ?? '';

/** @param nit without check digit */
export const setCompanyTaxNumber = (trx: Trx, nit: string, by: Author): Promise<void> =>
  setSetting(trx, 'nit_empresa', nit, by);

/** @param pesos what stores may buy in one box from one supplier that a store created */
export const setMaximumForOccasionalSupplier = (
  trx: Trx,
  pesos: number,
  by: Author,
): Promise<void> => setSetting(trx, 'monto_maximo', String(pesos), by);

/** What becomes of an expense that the fund of its store cannot pay. */
export async function overdraftPolicy(trx: Trx): Promise<OverdraftPolicy> {
  const row = await trx
    .selectFrom('config')
    .select('field_content')
    .where('field_name', '=', 'exceso_fondo')
    .executeTakeFirst();
  return row?.field_content === 'impedir' ? 'impedir' : 'avisar';
}

export const setOverdraftPolicy = (trx: Trx, policy: OverdraftPolicy, by: Author): Promise<void> =>
  setSetting(trx, 'exceso_fondo', policy, by);

/** A setting that is there, or comes to be. */
async function setSetting(
  trx: Trx,
  field_name: string,
  field_content: string,
  by: Author,
): Promise<void> {
  await telling(trx, by, 'config', ['field_name', field_name], () =>
    trx
      .insertInto('config')
      .values({ field_name, field_content })
      .onConflict((conflict) => conflict.column('field_name').doUpdateSet({ field_content }))
      .execute(),
  );
}

/** Profiles whose people must have a second factor. */
export async function requiredProfiles(trx: Trx): Promise<number[]> {
  const row = await trx
    .selectFrom('config')
    .select('field_content')
    .where('field_name', '=', 'perfiles_segundo_factor')
    .executeTakeFirst();
  return (row?.field_content ?? '').split(',').filter(Boolean).map(Number);
}

export const setRequiredProfiles = (
  trx: Trx,
  profiles: readonly number[],
  by: Author,
): Promise<void> => {
  const content = [...new Set(profiles)].toSorted((a, b) => a - b).join(',');
  return setSetting(trx, 'perfiles_segundo_factor', content, by);
};

/** Whether a person or a store is in the database. */
export async function isInUse(trx: Trx): Promise<boolean> {
  const user = await trx.selectFrom('usuarios').select('id').limit(1).executeTakeFirst();
  const store = await trx.selectFrom('tiendas').select('id').limit(1).executeTakeFirst();
  return user !== undefined || store !== undefined;
}
