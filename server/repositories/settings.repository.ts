import type { Trx } from '../database/transactions.ts';

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
export async function setCompanyTaxNumber(trx: Trx, nit: string): Promise<void> {
  await trx
    .updateTable('config')
    .set({ field_content: nit })
    .where('field_name', '=', 'nit_empresa')
    .execute();
}

/** @param pesos what stores may buy in one box from one supplier that a store created */
export async function setMaximumForOccasionalSupplier(trx: Trx, pesos: number): Promise<void> {
  await trx
    .insertInto('config')
    .values({ field_name: 'monto_maximo', field_content: String(pesos) })
    .onConflict((conflict) =>
      conflict.column('field_name').doUpdateSet({ field_content: String(pesos) }),
    )
    .execute();
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

export async function setRequiredProfiles(trx: Trx, profiles: readonly number[]): Promise<void> {
  await trx
    .updateTable('config')
    .set({ field_content: [...new Set(profiles)].toSorted((a, b) => a - b).join(',') })
    .where('field_name', '=', 'perfiles_segundo_factor')
    .execute();
}
