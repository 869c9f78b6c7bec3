import {
  type OverdraftPolicy,
  type TargetedState,
  type TargetField,
  targetFields,
  targetNames,
} from '#contract/calls/administration.calls.ts';
import { usualMailHour } from '#machines/domain/mail-choice.ts';
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

/** Time of the daily mail, 'HH:mm' in Bogotá. */
export const mailHourOf = async (trx: Trx): Promise<string> =>
  (await settingOf(trx, 'hora_correo')) || usualMailHour;

export const setMailHour = (trx: Trx, hour: string, by: Author): Promise<void> =>
  setSetting(trx, 'hora_correo', hour, by);

/** Days that a box may stay in each state; a state without a target is absent. */
export async function stageTargets(trx: Trx): Promise<Partial<Record<TargetedState, number>>> {
  const states = Object.keys(targetFields) as TargetedState[];
  const rows = await trx
    .selectFrom('config')
    .select(['field_name', 'field_content'])
    .where('field_name', 'in', targetNames)
    .where('field_content', '<>', '')
    .execute();
  return Object.fromEntries(
    states.flatMap((state) =>
      rows
        .filter(({ field_name }) => field_name === targetFields[state])
        .map(({ field_content }) => [state, Number(field_content)]),
    ),
  );
}

/** @param days null for no target */
export const setStageTarget = (
  trx: Trx,
  field: TargetField,
  days: number | null,
  by: Author,
): Promise<void> => setSetting(trx, field, days === null ? '' : String(days), by);

/** Tells whether a person or a store is in the database. */
export const isInUse = async (trx: Trx): Promise<boolean> =>
  (await exists(trx.selectFrom('usuarios').select('id').limit(1))) ||
  (await exists(trx.selectFrom('tiendas').select('id').limit(1)));
