/** The lists that an administrator keeps: categories, reasons, taxes and document classes. */
import { type CatalogueTable, catalogueColumns } from '#contract/calls/catalogues.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import { type Reason, successes } from '#contract/errors.ts';
import { fixedRefusals, switchOffRefusals } from '#machines/domain/people/catalogues.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found, HttpError } from '../../platform/errors/http-error.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import {
  type CatalogueColumns,
  type CatalogueName,
  type CatalogueRow,
  catalogueHasName,
  countOthersInUse,
  findCatalogueRow,
  insertCatalogueRow,
  updateCatalogueRow,
} from './catalogue.repository.ts';
import { isReference } from '../reference/reference.repository.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';
import { requireNone } from '../accounts/governed-user.ts';

type CatalogueForm = BodyOf<'/guardarCatalogo'>;

/** Reads a row once nobody else changes the lists, until the transaction ends. @throws HttpError 404 */
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
    // The columns of the table, each of which the body has.
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

/** Every rule that needs the database, all broken ones at once. @param current null for a new row */
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

/** Switches a row; what is off is chosen no more, and what was chosen before is still read. */
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
