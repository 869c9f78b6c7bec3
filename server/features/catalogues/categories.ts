import { sql } from 'kysely';
import type { BodyOf } from '#contract/contract.ts';
import { type Reason, successes } from '#contract/errors.ts';
import { fixedRefusals, switchOffRefusals } from '#machines/domain/review/catalogues.ts';
import { reimbursableCategoryIds } from '#machines/domain/review/reimbursement.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import {
  type Author,
  lockAdministrationLog,
  logChanges,
} from '../../platform/database/administration-log.repository.ts';
import { anyContains, folded, foldedText, pageOf } from '../../platform/database/paging.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, conflict, found } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  authorOf,
  done,
  pageFor,
} from '../../platform/http/operation.ts';
import { requireNone } from '../accounts/user.repository.ts';
import { insertTemplate } from './template.ts';

/**
 * Categories of expenses. A category has one name, one account and one answer for maintenance in all of its formats; it is
 * stored as a row for each format, whose id the calls of expenses use. Rows that agree in the three are one category.
 */

export type CategoryRow = Row<'categoria_gasto'>;

/** What a form or the row of a file says of a category. */
interface Category extends Pick<CategoryRow, 'nombre' | 'cuenta' | 'mantenimiento'> {
  /** Ids of the formats that offer it. */
  formatos: readonly number[];
}

/** In place of the id of a format that does not exist yet. */
export const formatToCreate = 0;

/** Lower ids are those of the template: some of them have a meaning for the rules. */
const firstOwnId = 1_000;

const ascending = (numbers: Iterable<number>): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

const isOn = ({ active_ }: CategoryRow): boolean => active_ === 1;

/** A category that is registered and offered nowhere; it stays so when its form is saved. */
const isSwitchedOff = (rows: readonly CategoryRow[]): boolean =>
  rows.length > 0 && !rows.some(isOn);

/** The formats of a category; of an inactive one, those that would offer it again. */
export const formatsOf = (rows: readonly CategoryRow[]): number[] => {
  const offered = rows.filter(isOn);
  return ascending((offered.length > 0 ? offered : rows).map(({ id_formato }) => id_formato));
};

/** The rows of all categories, by id. */
export const allCategoryRows = (trx: Trx): Promise<CategoryRow[]> =>
  trx.selectFrom('categoria_gasto').selectAll().orderBy('id').execute();

/** All rows with this name, ignoring case and accents. */
export const categoryRowsNamed = (trx: Trx, nombre: string): Promise<CategoryRow[]> =>
  trx
    .selectFrom('categoria_gasto')
    .selectAll()
    .where(folded(sql.ref('nombre')), '=', foldedText(nombre))
    .orderBy('id')
    .execute();

/** The rows of the category to which a row belongs, by id. @throws HttpError 404 for an unknown one */
async function categoryOf(trx: Trx, id: number): Promise<CategoryRow[]> {
  const { nombre, cuenta, mantenimiento } = found(
    await trx.selectFrom('categoria_gasto').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  return trx
    .selectFrom('categoria_gasto')
    .selectAll()
    .where('nombre', '=', nombre)
    .where('cuenta', '=', cuenta)
    .where('mantenimiento', '=', mantenimiento)
    .orderBy('id')
    .execute();
}

/** The row of a category that the rules refer to by id; else its first row. */
const keyRow = (rows: readonly CategoryRow[]): CategoryRow | undefined =>
  rows.find(({ id }) => reimbursableCategoryIds.includes(id)) ?? rows[0];

/** Active formats among these that would have no active category without the rows. */
async function emptiedFormats(
  trx: Trx,
  rows: readonly CategoryRow[],
  formats: readonly number[],
): Promise<string[]> {
  if (formats.length === 0) return [];
  const emptied = await trx
    .selectFrom('formato_tienda')
    .select('nombre')
    .where('id', 'in', [...formats])
    .where('active_', '=', 1)
    .where(({ not, exists: any, selectFrom }) =>
      not(
        any(
          selectFrom('categoria_gasto')
            .select('categoria_gasto.id')
            .whereRef('id_formato', '=', 'formato_tienda.id')
            .where('categoria_gasto.active_', '=', 1)
            .where(
              'categoria_gasto.id',
              'not in',
              rows.map(({ id }) => id),
            ),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return emptied.map(({ nombre }) => nombre);
}

/** The rules of a category that need the database. @param rows its rows; none for a new one */
export async function categoryReasons(
  trx: Trx,
  rows: readonly CategoryRow[],
  category: Category,
): Promise<Reason[]> {
  const formatos = ascending(category.formatos);
  const key = keyRow(rows);
  const own = new Set(rows.map(({ id }) => id));
  const shared = new Set([...formatos, ...rows.map(({ id_formato }) => id_formato)]);
  const sameName = await categoryRowsNamed(trx, category.nombre);
  const isTaken = sameName.some(({ id, id_formato }) => !own.has(id) && shared.has(id_formato));
  const formats = await trx.selectFrom('formato_tienda').select('id').execute();
  const known = new Set([formatToCreate, ...formats.map(({ id }) => id)]);
  return [
    ...(key === undefined
      ? []
      : fixedRefusals(
          'categoria_gasto',
          { ...key, active_: rows.some(isOn) ? 1 : 0, formatos: formatsOf(rows) },
          { ...category, formatos },
        )),
    ...(formatos.some((id) => !known.has(id))
      ? [{ guardia: 'formatos', mensaje: 'El formato de tienda no es válido.' }]
      : []),
    ...(isTaken
      ? [
          {
            guardia: 'nombre',
            mensaje: 'Ya hay otra categoría con este nombre en uno de sus formatos.',
          },
        ]
      : []),
  ];
}

const droppedFormats = (rows: readonly CategoryRow[], formatos: readonly number[]): number[] =>
  rows
    .filter((row) => isOn(row) && !formatos.includes(row.id_formato))
    .map((row) => row.id_formato);

/** A category whose other formats would have nothing to offer without it. */
const onlyCategoryReasons = async (
  trx: Trx,
  rows: readonly CategoryRow[],
  { formatos }: Category,
): Promise<Reason[]> =>
  (await emptiedFormats(trx, rows, droppedFormats(rows, formatos))).map((format) => ({
    guardia: 'formatos',
    mensaje: `Es la única categoría en uso de «${format}»: sus tiendas no podrían registrar gastos.`,
  }));

/**
 * For each of several changes that are written together: the formats that it leaves and that have no category afterwards.
 *
 * @param changes the rows of a category, and its formats afterwards
 */
export function formatsEmptiedBy(
  changes: readonly { rows: readonly CategoryRow[]; formatos: readonly number[] }[],
  all: readonly CategoryRow[],
): number[][] {
  const changed = new Set(changes.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const offering = new Set([
    ...all.filter((row) => isOn(row) && !changed.has(row.id)).map(({ id_formato }) => id_formato),
    ...changes.flatMap(({ rows, formatos }) => (isSwitchedOff(rows) ? [] : formatos)),
  ]);
  return changes.map(({ rows, formatos }) =>
    droppedFormats(rows, formatos).filter((format) => !offering.has(format)),
  );
}

async function nextId(trx: Trx): Promise<number> {
  const { last } = await trx
    .selectFrom('categoria_gasto')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(firstOwnId, Number(last ?? 0) + 1);
}

/**
 * Writes a category to its rows, and a new row for each format that it lacked. Ids are chosen here, not by the engine, under
 * the lock of the administration log.
 *
 * @returns its lowest id
 */
export async function writeCategory(
  trx: Trx,
  rows: readonly CategoryRow[],
  { formatos, ...columns }: Category,
  by: Author,
): Promise<number> {
  await lockAdministrationLog(trx);
  const isInactive = isSwitchedOff(rows);
  for (const { id, id_formato } of rows) {
    const active_ = formatos.includes(id_formato) && !isInactive ? 1 : 0;
    await logChanges(trx, by, 'categoria_gasto', ['id', id], () =>
      trx
        .updateTable('categoria_gasto')
        .set({ ...columns, active_ })
        .where('id', '=', id)
        .execute(),
    );
  }
  const ids = rows.map(({ id }) => id);
  const lacking = ascending(formatos).filter((format) =>
    rows.every(({ id_formato }) => id_formato !== format),
  );
  for (const id_formato of lacking) {
    const id = await nextId(trx);
    await logChanges(trx, by, 'categoria_gasto', ['id', id], () =>
      trx
        .insertInto('categoria_gasto')
        .values({ id, ...columns, id_formato })
        .execute(),
    );
    ids.push(id);
  }
  return Math.min(...ids);
}

type Form = Required<Pick<BodyOf<'/guardarCatalogo'>, 'nombre'>> &
  Pick<
    BodyOf<'/guardarCatalogo'>,
    'cuenta' | 'mantenimiento' | 'formatos' | 'id_elemento' | 'version'
  >;

/** Saves the form of a category. @throws HttpError 404, 409 for a stale version, 422 with every broken rule */
export async function saveCategory(
  trx: Trx,
  { nombre, cuenta = '', mantenimiento = 0, formatos = [], id_elemento, version }: Form,
  context: Pick<SessionContext, 'session' | 'now'>,
): Promise<number> {
  await lockAdministrationLog(trx);
  const rows = id_elemento === undefined ? [] : await categoryOf(trx, id_elemento);
  const keys = new Set(rows.map(({ id }) => String(id)));
  const { idUsuario } = context.session;
  await requireSeen(trx, { version, idUsuario }, { categoria_gasto: (key) => keys.has(key) });
  const category = { nombre: nombre.trim(), cuenta, mantenimiento, formatos };
  const motivos = [
    ...(await categoryReasons(trx, rows, category)),
    ...(await onlyCategoryReasons(trx, rows, category)),
  ];
  if (motivos.length > 0) throw new HttpError(422, { motivos });
  return writeCategory(trx, rows, category, authorOf(context));
}

/** Switches a category on or off in all of its formats. */
export async function switchCategory(
  trx: Trx,
  { id, active_ }: Pick<CategoryRow, 'id' | 'active_'>,
  by: Author,
): Promise<void> {
  await lockAdministrationLog(trx);
  const rows = await categoryOf(trx, id);
  if (active_ === 0) {
    const offered = rows.filter(isOn).map(({ id_formato }) => id_formato);
    const others = (await emptiedFormats(trx, rows, offered)).length === 0 ? 1 : 0;
    requireNone(switchOffRefusals('categoria_gasto', { id: keyRow(rows)?.id ?? id, others }));
  }
  for (const { id: one } of rows)
    await logChanges(trx, by, 'categoria_gasto', ['id', one], () =>
      trx.updateTable('categoria_gasto').set({ active_ }).where('id', '=', one).execute(),
    );
}

const columnsOfCategory = ['nombre', 'cuenta', 'mantenimiento'] as const;

const listCategories: Operation<'/listarCategorias'> = ({ id_elemento, ...request }, context) =>
  pageFor(context, async (trx) => {
    const version = await currentVersion(trx);
    const only = id_elemento === undefined ? null : (await categoryOf(trx, id_elemento))[0];
    const categories = trx
      .selectFrom('categoria_gasto')
      .select(columnsOfCategory)
      .select(({ fn }) => [fn.min('id').as('id'), fn.max('active_').as('active_')])
      .groupBy(columnsOfCategory);
    const query = trx
      .selectFrom(categories.as('categorias'))
      .selectAll()
      .$if(only !== null, (rows) => rows.where('id', '=', only?.id ?? 0));
    const { rows, total } = await pageOf(query, request, {
      columns: {
        nombre: folded(sql`nombre`),
        cuenta: sql`cuenta`,
        mantenimiento: sql`mantenimiento`,
        id: sql`id`,
      },
      own: { by: 'nombre', direction: 'asc' },
      key: sql`id`,
      matches: anyContains('nombre', 'cuenta'),
    });
    const keyOf = (row: Pick<CategoryRow, (typeof columnsOfCategory)[number]>) =>
      JSON.stringify(columnsOfCategory.map((column) => row[column]));
    const stored = grouped(await allCategoryRows(trx), keyOf, (row) => row);
    return {
      total,
      rows: rows.map((row) => ({
        ...row,
        formatos: formatsOf(stored.get(keyOf(row)) ?? []),
        version,
      })),
    };
  });

const useTemplate: Operation<'/usarPlantilla'> = (_input, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    if (!(await insertTemplate(trx, authorOf(context))))
      throw conflict(
        'companyHasNoFormats',
        'La compañía ya tiene formatos: la plantilla es solo para empezar.',
      );
    return done(successes.saved);
  });

export const categoryOperations = {
  '/listarCategorias': listCategories,
  '/usarPlantilla': useTemplate,
};
