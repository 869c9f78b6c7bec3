import { sql } from 'kysely';
import type { RequestOf } from '#contract/contract.ts';
import { type Reason, refusedIf, successes } from '#contract/errors.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { checkDigit, taxKey } from '#machines/domain/values/document-keys.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import {
  type Author,
  lockAdministrationLog,
  logChanges,
} from '../../platform/database/administration-log.repository.ts';
import { anyContains, folded, namesContain, pageOf } from '../../platform/database/paging.ts';
import { inserting, updating } from '../../platform/database/queries.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, found, HttpError } from '../../platform/errors/http-error.ts';
import { authorOf, done, type Operation, pageFor } from '../../platform/http/operation.ts';
import { visibleExpenses } from '../cases/scope.repository.ts';

/** Suppliers as accounting maintains them; supplier.repository.ts finds and creates those of an expense. */

export type SupplierForm = Omit<RequestOf<'/guardarProveedor'>, 'id_elemento' | 'version'>;

const insertSupplier = inserting('proveedores');
const updateSupplier = updating('proveedores');

/** Suppliers that were not merged with another one. */
const principals = (trx: Trx) =>
  trx.selectFrom('proveedores').where('proveedores.fusionado_en', 'is', null);

const answered = <Shown extends Listed>({ bloqueado_desde, ...row }: Shown) =>
  ({ ...row, bloqueado: bloqueado_desde === null ? 0 : 1 }) as const;

const listedColumns = [
  'id',
  'tipo_doc',
  'num_doc',
  'digito',
  'nombre',
  'regimen',
  'ocasional',
  'bloqueado_desde',
] as const;

type Listed = Pick<Row<'proveedores'>, (typeof listedColumns)[number]>;

const listSuppliers: Operation<'/obtenerProveedores'> = (request, context) =>
  pageFor(context, async (trx) => {
    const { rows, total } = await pageOf(principals(trx).select(listedColumns), request, {
      columns: {
        nombre: folded(sql`nombre`),
        num_doc: sql`num_doc`,
        regimen: sql`regimen`,
        ocasional: sql`ocasional`,
        bloqueado: sql`coalesce(bloqueado_desde, 0)`,
      },
      own: { by: 'nombre', direction: 'asc' },
      key: sql`id`,
      matches: namesContain(trx, 'proveedores', ['num_doc', 'nombre']),
    });
    return { total, rows: rows.map(answered) };
  });

const supplierById: Operation<'/obtenerProveedorById'> = ({ id_proveedor }, context) =>
  context.read(async (trx) => {
    const version = await currentVersion(trx);
    const given = found(
      await trx
        .selectFrom('proveedores')
        .select('fusionado_en')
        .where('id', '=', id_proveedor)
        .executeTakeFirst(),
    );
    const row = found(
      await principals(trx)
        .select([...listedColumns, 'nombres', 'apellidos'])
        .where('id', '=', given.fusionado_en ?? id_proveedor)
        .executeTakeFirst(),
    );
    const unidos = await trx
      .selectFrom('proveedores')
      .select(['id', 'num_doc', 'nombre'])
      .where('fusionado_en', '=', row.id)
      .orderBy('id')
      .execute();
    return { ...answered(row), unidos, version };
  });

/** The suppliers with these comparison keys; a merged one has that of the other, and is found by its own number. */
export const suppliersWithKeys = async (
  trx: Trx,
  keys: readonly string[],
): Promise<Row<'proveedores'>[]> =>
  keys.length === 0
    ? []
    : trx
        .selectFrom('proveedores')
        .selectAll()
        .where((any) => any.or([any('documento', 'in', keys), any('num_doc', 'in', keys)]))
        .execute();

/** Reasons against a form that need the database. @param id of the stored supplier; null for a new one */
export async function supplierReasons(
  trx: Trx,
  { num_doc }: SupplierForm,
  id: number | null,
): Promise<Reason[]> {
  // No row has this key.
  const own = id ?? -1;
  const other = await trx
    .selectFrom('proveedores')
    .select(['nombre', 'fusionado_en'])
    .where((any) => any.or([any('num_doc', '=', num_doc), any('documento', '=', taxKey(num_doc))]))
    .where((any) => any.and([any('id', '<>', own), any(sql`coalesce(fusionado_en, 0)`, '<>', own)]))
    .orderBy('fusionado_en')
    .limit(1)
    .executeTakeFirst();
  return refusedIf(
    other !== undefined,
    'num_doc',
    other?.fusionado_en == null
      ? `Ya hay un proveedor con este documento: ${other?.nombre ?? ''}.`
      : 'El proveedor de este documento se unió a otro.',
  );
}

/** The columns that a form fills. @param before the stored row; null for a new one */
function columnsOf(form: SupplierForm, before: Row<'proveedores'> | null, now: number) {
  const isCompany = form.tipo_doc === 'NIT';
  const [nombres, apellidos] = isCompany
    ? ['', '']
    : [form.nombres?.trim() ?? '', form.apellidos?.trim() ?? ''];
  return {
    tipo_doc: form.tipo_doc,
    num_doc: form.num_doc,
    documento: taxKey(form.num_doc),
    digito: checkDigit(form.num_doc) ?? '',
    nombre: isCompany ? (form.nombre?.trim() ?? '') : `${nombres} ${apellidos}`,
    nombres,
    apellidos,
    regimen: form.regimen ?? '',
    ocasional: form.ocasional,
    bloqueado_desde: form.bloqueado === 0 ? null : (before?.bloqueado_desde ?? now),
  };
}

/** Creates or changes a supplier; those that were merged with it keep its comparison key. @returns its id */
export async function writeSupplier(
  trx: Trx,
  form: SupplierForm,
  before: Row<'proveedores'> | null,
  by: Author,
): Promise<number> {
  const columns = columnsOf(form, before, by.now);
  if (before === null) return insertSupplier(trx, { ...columns, creado: by.now }, by);
  await updateSupplier(trx, before.id, columns, by);
  await logChanges(trx, by, 'proveedores', ['fusionado_en', before.id], () =>
    trx
      .updateTable('proveedores')
      .set({ documento: columns.documento })
      .where('fusionado_en', '=', before.id)
      .execute(),
  );
  return before.id;
}

const saveSupplier: Operation<'/guardarProveedor'> = (
  { id_elemento: id = null, version, ...form },
  context,
) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const { idUsuario } = context.session;
    await requireSeen(
      trx,
      { version, idUsuario },
      { proveedores: (key) => key === String(id ?? '') },
    );
    const before =
      id === null
        ? null
        : found(await principals(trx).selectAll().where('id', '=', id).executeTakeFirst());
    const motivos = await supplierReasons(trx, form, id);
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    const id_elemento = await writeSupplier(trx, form, before, authorOf(context));
    return done(before === null ? successes.saved : successes.updated, { id_elemento });
  });

/**
 * /unirProveedores: the expenses keep the supplier with which they were recorded, and every look-up follows the pointer.
 * No pointer leads to a merged supplier: those that were merged with it are led on.
 */
const mergeSuppliers: Operation<'/unirProveedores'> = ({ id_proveedor, id_destino }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    if (id_proveedor === id_destino)
      throw conflict('suppliersDiffer', 'Elija otro proveedor: es el mismo.');
    const principalOf = async (id: number) =>
      found(
        await principals(trx).select(['id', 'documento']).where('id', '=', id).executeTakeFirst(),
      );
    await principalOf(id_proveedor);
    const { documento } = await principalOf(id_destino);
    const merged = await trx
      .selectFrom('proveedores')
      .select('id')
      .where((any) =>
        any.or([any('id', '=', id_proveedor), any('fusionado_en', '=', id_proveedor)]),
      )
      .orderBy('id')
      .execute();
    for (const { id } of merged)
      await updateSupplier(trx, id, { fusionado_en: id_destino, documento }, authorOf(context));
    return done(successes.updated);
  });

/** /separarProveedor: what was recorded with the supplier is its own again, what names the other one stays there. */
const separateSupplier: Operation<'/separarProveedor'> = ({ id_proveedor }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const { num_doc, fusionado_en } = found(
      await trx
        .selectFrom('proveedores')
        .select(['num_doc', 'fusionado_en'])
        .where('id', '=', id_proveedor)
        .executeTakeFirst(),
    );
    if (fusionado_en === null)
      throw conflict('supplierIsMerged', 'Este proveedor no está unido a otro.');
    const alone = { fusionado_en: null, documento: taxKey(num_doc) };
    await updateSupplier(trx, id_proveedor, alone, authorOf(context));
    return done(successes.updated);
  });

const purchases: Operation<'/comprasDeProveedor'> = ({ id_proveedor, ...request }, context) =>
  pageFor(context, async (trx) => {
    const query = visibleExpenses(trx, context.session)
      .clearSelect()
      .select([
        'gastos.id as id_gasto',
        'gastos.id_caja',
        'tiendas.nombre as tienda',
        'cajas.consecutivo',
        'cajas.active',
        'gastos.estado',
        'gastos.fecha_gasto',
        'gastos.recibo',
        'gastos.concepto',
        'gastos.valor',
      ])
      .where('gastos.id_proveedor', 'in', (any) =>
        any
          .selectFrom('proveedores')
          .select('proveedores.id')
          .where((either) =>
            either.or([
              either('proveedores.id', '=', id_proveedor),
              either('proveedores.fusionado_en', '=', id_proveedor),
            ]),
          ),
      );
    const { rows, total } = await pageOf(query, request, {
      columns: {
        fecha_gasto: sql`gastos.fecha_gasto`,
        tienda: folded(sql`tiendas.nombre`),
        valor: sql`gastos.valor`,
      },
      own: { by: 'fecha_gasto', direction: 'desc' },
      key: sql`gastos.id`,
      matches: anyContains('gastos.recibo', 'gastos.concepto', 'tiendas.nombre'),
    });
    return {
      total,
      rows: rows.map(({ active, estado, valor, ...row }) => ({
        ...row,
        valor: toPesos(valor),
        nombre_estado: expenseFactsAt(active, estado).nombre,
      })),
    };
  });

export const supplierOperations = {
  '/obtenerProveedores': listSuppliers,
  '/obtenerProveedorById': supplierById,
  '/guardarProveedor': saveSupplier,
  '/unirProveedores': mergeSuppliers,
  '/separarProveedor': separateSupplier,
  '/comprasDeProveedor': purchases,
};
