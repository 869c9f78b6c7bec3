import { sql } from 'kysely';
import { type CatalogueTable, catalogueColumns } from '#contract/calls/reference.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { type Reason, successes } from '#contract/errors.ts';
import { fixedRefusals, switchOffRefusals } from '#machines/domain/review/catalogues.ts';
import {
  type Author,
  lockAdministrationLog,
  logChanges,
} from '../../platform/database/administration-log.repository.ts';
import { folded, foldedText } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, found } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { requireNone } from '../accounts/user.repository.ts';
import { isReference } from '../reference/reference.repository.ts';

/** The lists that an administrator edits: categories, reasons, taxes and document classes. */

type CatalogueRow = Pick<Row<CatalogueTable>, 'id' | 'nombre' | 'active_'> &
  Partial<
    Pick<Row<'categoria_gasto'>, 'cuenta' | 'id_formato' | 'mantenimiento'> &
      Pick<Row<'impuestos'>, 'porcentaje'> &
      Pick<Row<'indicadores'>, 'codigo'>
  >;

/** The columns that a form fills. */
type CatalogueColumns = Omit<CatalogueRow, 'id' | 'active_'>;

/** Columns whose values are unique in a list; the categories of each format are a separate list. */
type CatalogueName = 'nombre' | 'codigo';

const findCatalogueRow = async (
  trx: Trx,
  table: CatalogueTable,
  id: number,
): Promise<CatalogueRow | undefined> =>
  (await rowsOf(trx, sql<CatalogueRow>`select * from ${sql.table(table)} where id = ${id}`))[0];

/** SQL condition for the other rows of the same list: of the table, or of the store format of a category. */
const besides = (id: number, id_formato: number | undefined) =>
  id_formato === undefined ? sql`id <> ${id}` : sql`id <> ${id} and id_formato = ${id_formato}`;

/** Tells whether another row has this name, ignoring case and accents. */
const catalogueHasName = async (
  trx: Trx,
  table: CatalogueTable,
  [column, text]: readonly [CatalogueName, string],
  { id, id_formato }: { id: number; id_formato?: number | undefined },
): Promise<boolean> =>
  (
    await rowsOf(
      trx,
      sql`select 1 from ${sql.table(table)} where ${besides(id, id_formato)}
        and ${folded(sql.ref(column))} = ${foldedText(text)}`,
    )
  ).length > 0;

const countOthersInUse = async (
  trx: Trx,
  table: CatalogueTable,
  { id, id_formato }: CatalogueRow,
): Promise<number> =>
  (
    await rowsOf(
      trx,
      sql`select id from ${sql.table(table)} where ${besides(id, id_formato)} and active_ = 1`,
    )
  ).length;

const insertCatalogueRow = (
  trx: Trx,
  table: CatalogueTable,
  row: CatalogueColumns,
  by: Author,
): Promise<number> =>
  logChanges(trx, by, table, ['id', null], async () => {
    const [inserted] = await rowsOf(
      trx,
      sql<{ id: number }>`insert into ${sql.table(table)}
        (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))}) returning id`,
    );
    return inserted?.id ?? 0;
  });

async function updateCatalogueRow(
  trx: Trx,
  table: CatalogueTable,
  id: number,
  changes: Partial<Omit<CatalogueRow, 'id'>>,
  by: Author,
): Promise<void> {
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await logChanges(trx, by, table, ['id', id], () =>
    sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(trx),
  );
}

type CatalogueForm = BodyOf<'/guardarCatalogo'>;

/** Reads a row under the lock of the administration log. @throws HttpError 404 for an unknown row */
async function lockRow(trx: Trx, table: CatalogueTable, id: number): Promise<CatalogueRow> {
  await lockAdministrationLog(trx);
  return found(await findCatalogueRow(trx, table, id));
}

const columnsOf = (form: CatalogueForm): CatalogueColumns =>
  Object.fromEntries(
    catalogueColumns[form.tabla].map((column) => {
      const value = form[column];
      return [column, typeof value === 'string' ? value.trim() : value];
    }),
    // `catalogueColumns` lists the columns of the table, and the body has a field for each.
  ) as unknown as CatalogueColumns;

const taken: Record<CatalogueName, string> = {
  nombre: 'Ya hay otro con este nombre en la lista.',
  codigo: 'Ya hay otra clase con este código.',
};

async function takenNames(
  trx: Trx,
  table: CatalogueTable,
  columns: CatalogueColumns,
  id: number,
): Promise<Reason[]> {
  const motivos: Reason[] = [];
  for (const guardia of Object.keys(taken) as CatalogueName[]) {
    const text = columns[guardia];
    const { id_formato } = columns;
    if (
      text !== undefined &&
      (await catalogueHasName(trx, table, [guardia, text], { id, id_formato }))
    )
      motivos.push({ guardia, mensaje: taken[guardia] });
  }
  return motivos;
}

/** @param current null for a new row @throws HttpError 422 with every broken rule that needs the database */
async function requireCatalogueForm(
  trx: Trx,
  table: CatalogueTable,
  columns: CatalogueColumns,
  current: CatalogueRow | null,
): Promise<void> {
  const { id_formato } = columns;
  const unknownFormat =
    id_formato !== undefined && !(await isReference(trx, 'formato_tienda', id_formato));
  const motivos = [
    ...(current === null ? [] : fixedRefusals(table, current, columns)),
    ...(unknownFormat
      ? [{ guardia: 'id_formato', mensaje: 'El formato de tienda no es válido.' }]
      : []),
    ...(await takenNames(trx, table, columns, current?.id ?? 0)),
  ];
  if (motivos.length > 0) throw new HttpError(422, { motivos });
}

const saveCatalogueRow: Operation<'/guardarCatalogo'> = (form, context) =>
  context.write(async (trx) => {
    const { tabla, id_elemento: id } = form;
    const by = authorOf(context);
    await lockAdministrationLog(trx);
    const current = id === undefined ? null : await lockRow(trx, tabla, id);
    const columns = columnsOf(form);
    await requireCatalogueForm(trx, tabla, columns, current);
    if (current !== null) await updateCatalogueRow(trx, tabla, current.id, columns, by);
    const id_elemento = current?.id ?? (await insertCatalogueRow(trx, tabla, columns, by));
    return done(successes.saved, { id_elemento });
  });

/** Switches a row on or off. A row that is off can no longer be chosen; rows that refer to it still show it. */
export async function switchCatalogueRow(
  trx: Trx,
  table: CatalogueTable,
  { id, active_ }: Pick<CatalogueRow, 'id' | 'active_'>,
  by: Author,
): Promise<void> {
  const row = await lockRow(trx, table, id);
  if (active_ === 0)
    requireNone(switchOffRefusals(table, { id, others: await countOthersInUse(trx, table, row) }));
  await updateCatalogueRow(trx, table, id, { active_ }, by);
}

export const catalogueOperations = {
  '/guardarCatalogo': saveCatalogueRow,
};
