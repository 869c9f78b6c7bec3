/** The columns of `gastos` that each stage fills. */
import { sql } from 'kysely';
import { type StageSuffix, wireStages } from '#contract/wire-stages.ts';
import { type StageName, stages } from '#machines/domain/box/stages.ts';
import type { RowChanges } from '../../platform/database/schema.ts';

/** `gastos.obs_supervisor`, `gastos.fecha_supervisor`, `gastos.obs_mantenimiento`, … */
export const columnsOfStages = <Prefix extends string>(prefixes: readonly Prefix[]) =>
  Object.values(wireStages).flatMap(({ sufijo }) =>
    prefixes.map((prefix): `gastos.${Prefix}_${StageSuffix}` => `gastos.${prefix}_${sufijo}`),
  );

/** Only the stage that rejected an expense leaves a reason on it. */
export const reasonOfExpense = sql<number | null>`coalesce(${sql.join(
  columnsOfStages(['id_rechazo']).map((column) => sql.ref(column)),
)})`;

/** The text of that reason; null without one. */
export const reasonTextOfExpense = sql<
  string | null
>`(select motivo_rechazo.nombre from motivo_rechazo where motivo_rechazo.id = ${reasonOfExpense})`;

/** The expense that records this one again; null where none does. */
export const recordedAgainAs = sql<
  number | null
>`(select nuevo.id from gastos as nuevo where nuevo.origen = gastos.id)`;

/** Before a stage has decided. */
export const undecided = { estado: null, obs: '', id_rechazo: null, id_usuario: null, fecha: null };

/** The columns that a stage fills on the expense: who decided what, when, why. */
export const columnsOfStage = (
  stage: StageName,
  facts: Record<keyof typeof undecided, string | number | null>,
): RowChanges<'gastos'> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [`${name}_${stages[stage].sufijo}`, fact]),
  );
