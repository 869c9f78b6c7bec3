/** «Documentos soporte»: purchases from who does not invoice, exported for the provider that transmits them, and its answers. */
import { sql } from 'kysely';
import { successes } from '#contract/errors.ts';
import {
  doesNotInvoice,
  supportingDocumentsOf,
} from '#machines/domain/invoice/supporting-documents.ts';
import { rejectedCodes } from '#machines/domain/stages/states.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { csvLineOf, csvMark } from '#machines/domain/values/csv.ts';
import { instantsOf } from '#machines/domain/values/dates.ts';
import { supplierKeys } from '#machines/domain/values/document-keys.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import {
  hasNumbers,
  nothingToExport,
} from '#machines/flows/supporting-documents/supporting-document.kinds.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { deleting, inserting, updating } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, notFound } from '../../platform/errors/http-error.ts';
import {
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { expenseSupplier } from '../cases/scope.repository.ts';
import { requireEveryStore } from '../entries/entries.operations.ts';
import { entrySettingsOf } from '../settings/settings.ts';

const insertDocument = inserting('documento_soporte');
const updateDocument = updating('documento_soporte');
const deleteDocument = deleting('documento_soporte');

/** Purchases of one export, and documents of the list. */
const MOST = 1_000;

const withSupplier = (trx: Trx) =>
  trx
    .selectFrom('gastos')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier));

/** The purchases that wait for their document, in order of their recording; none of before the entries of the settings. */
async function waitingPurchases(trx: Trx) {
  const { comprobantes_desde: first } = await entrySettingsOf(trx);
  const rows = await withSupplier(trx)
    .leftJoin('documento_soporte_gasto', 'documento_soporte_gasto.id_gasto', 'gastos.id')
    .select(['gastos.id', 'gastos.creado', 'gastos.valor', 'proveedores.id as id_proveedor'])
    .select(['proveedores.tipo_doc', 'proveedores.num_doc', 'proveedores.digito'])
    .select(['proveedores.nombre', 'proveedores.regimen'])
    .where('documento_soporte_gasto.id_gasto', 'is', null)
    .where('gastos.factura_elec', '=', 0)
    .where('gastos.estado', 'not in', rejectedCodes)
    .where('gastos.creado', '>=', first === '' ? 0 : instantsOf(first, first).from)
    // By the index of the suppliers: few of them do not invoice.
    .where('gastos.id_proveedor', 'in', ({ selectFrom }) =>
      selectFrom('proveedores as anotado')
        .innerJoin('proveedores as tercero', (join) =>
          join.on('tercero.id', '=', sql<number>`coalesce(anotado.fusionado_en, anotado.id)`),
        )
        .select('anotado.id')
        .where('tercero.regimen', 'in', ['', 'no_responsable'])
        .where((any) =>
          any.or([any('tercero.tipo_doc', '<>', ''), any('tercero.regimen', '<>', '')]),
        ),
    )
    .orderBy('gastos.id')
    .limit(MOST)
    .execute();
  return rows
    .filter(doesNotInvoice)
    .map(({ creado, ...row }) => ({ ...row, dia: dateInBogota(creado) }));
}

const shownDocument = (num_doc: string, digito: string): string =>
  digito === '' ? num_doc : `${num_doc}-${digito}`;

/** The exported documents, the newest first, with what their purchases are now. */
async function exportedDocuments(trx: Trx) {
  const rows = await trx
    .selectFrom('documento_soporte')
    .innerJoin('proveedores', 'proveedores.id', 'documento_soporte.id_proveedor')
    .leftJoin(
      'documento_soporte_gasto',
      'documento_soporte_gasto.id_documento',
      'documento_soporte.id',
    )
    .leftJoin('gastos', (join) =>
      join
        .onRef('gastos.id', '=', 'documento_soporte_gasto.id_gasto')
        .on('gastos.estado', 'not in', rejectedCodes),
    )
    .selectAll('documento_soporte')
    .select(['proveedores.num_doc', 'proveedores.digito', 'proveedores.nombre'])
    .select(({ fn }) => [
      fn.count('documento_soporte_gasto.id_gasto').as('compras'),
      fn.sum<number | null>('gastos.valor').as('ahora'),
    ])
    .groupBy(['documento_soporte.id', 'proveedores.id'])
    .orderBy('documento_soporte.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ num_doc, digito, nombre, id, valor, ahora, compras, ...row }) => ({
    referencia: id,
    exportacion: row.exportacion,
    documento: shownDocument(num_doc, digito),
    proveedor: nombre,
    semanal: row.semanal,
    desde: row.desde,
    hasta: row.hasta,
    dia: row.dia,
    numero: row.numero,
    cuds: row.cuds,
    compras: Number(compras),
    valor: toPesos(valor),
    cambio: Number(ahora ?? 0) === valor ? (0 as const) : (1 as const),
  }));
}

const list: Operation<'/documentosSoporte'> = (_input, context) =>
  context.read(async (trx) => {
    requireEveryStore(context.session);
    const today = dateInBogota(context.now());
    return {
      por_exportar: supportingDocumentsOf(await waitingPurchases(trx), today).map(
        ({ compras, valor, ...document }) => ({
          ...document,
          documento: shownDocument(compras[0].num_doc, compras[0].digito),
          proveedor: compras[0].nombre,
          id_gasto: compras[0].id,
          compras: compras.length,
          valor: toPesos(valor),
        }),
      ),
      exportados: await exportedDocuments(trx),
    };
  });

async function nextExport(trx: Trx): Promise<number> {
  const { last } = await trx
    .selectFrom('documento_soporte')
    .select(({ fn }) => fn.max('exportacion').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/** /exportarDocumentosSoporte: one export at a time, so that no purchase is in two documents. */
const exportDocuments: Operation<'/exportarDocumentosSoporte'> = (_input, context) =>
  context.write(async (trx) => {
    requireEveryStore(context.session);
    await lockAdministrationLog(trx);
    const by = authorOf(context);
    const dia = dateInBogota(by.now);
    const documents = supportingDocumentsOf(await waitingPurchases(trx), dia);
    if (documents.length === 0) throw conflict('purchasesWait', nothingToExport);
    const exportacion = await nextExport(trx);
    for (const { compras, vence: _, ...document } of documents) {
      const row = { ...document, exportacion, dia, id_proveedor: compras[0].id_proveedor };
      const id = await insertDocument(
        trx,
        { ...row, creado: by.now, id_usuario: context.session.idUsuario },
        by,
      );
      await trx
        .insertInto('documento_soporte_gasto')
        .values(compras.map((purchase) => ({ id_gasto: purchase.id, id_documento: id })))
        .execute();
    }
    return done(successes.saved, { exportacion, documentos: documents.length });
  });

const takeBack: Operation<'/retirarDocumentosSoporte'> = ({ exportacion }, context) =>
  context.write(async (trx) => {
    requireEveryStore(context.session);
    await lockAdministrationLog(trx);
    const rows = await trx
      .selectFrom('documento_soporte')
      .select(['id', 'numero'])
      .where('exportacion', '=', exportacion)
      .execute();
    if (rows.length === 0) throw notFound();
    if (rows.some(({ numero }) => numero !== '')) throw conflict('exportHasNoNumbers', hasNumbers);
    for (const { id } of rows) await deleteDocument(trx, id, authorOf(context));
    return done(successes.updated);
  });

export const supportingDocumentOperations = {
  '/documentosSoporte': list,
  '/exportarDocumentosSoporte': exportDocuments,
  '/retirarDocumentosSoporte': takeBack,
};

const head = [
  'Referencia',
  'Fecha',
  'Período',
  'Tipo de documento',
  'Documento',
  'Dígito',
  'Proveedor',
  'Total',
  'Fecha de la compra',
  'Tienda',
  'Recibo',
  'Concepto',
  'Valor',
];

/** The lines of an export, one for each purchase as it is now. */
async function linesOf(trx: Trx, exportacion: number): Promise<(string | number)[][]> {
  const rows = await withSupplier(trx)
    .innerJoin('documento_soporte_gasto', 'documento_soporte_gasto.id_gasto', 'gastos.id')
    .innerJoin('documento_soporte', 'documento_soporte.id', 'documento_soporte_gasto.id_documento')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .select(['documento_soporte.id', 'documento_soporte.dia', 'documento_soporte.semanal'])
    .select(['documento_soporte.valor as total', 'proveedores.tipo_doc', 'proveedores.num_doc'])
    .select(['proveedores.digito', 'proveedores.nombre', 'gastos.creado', 'gastos.recibo'])
    .select(['tiendas.nombre as tienda', 'gastos.concepto', 'gastos.valor'])
    .where('documento_soporte.exportacion', '=', exportacion)
    .orderBy('documento_soporte.id')
    .orderBy('gastos.id')
    .execute();
  if (rows.length === 0) throw notFound();
  return rows.map((row) => [
    row.id,
    row.dia,
    row.semanal === 1 ? 'Acumulado semanal' : 'Por operación',
    row.tipo_doc,
    row.num_doc,
    row.digito,
    row.nombre,
    toPesos(row.total),
    dateInBogota(row.creado),
    row.tienda,
    row.recibo,
    row.concepto,
    toPesos(row.valor),
  ]);
}

/** The file of an export for the provider. @throws HttpError 404 where there is none */
export async function supportingDocumentFile(
  context: Pick<SessionContext, 'read' | 'session'>,
  exportacion: number,
  ending: 'csv' | 'xlsx',
): Promise<{ filename: string; bytes: Buffer }> {
  requireEveryStore(context.session);
  const rows = await context.read((trx) => linesOf(trx, exportacion));
  const line = csvLineOf(';');
  const bytes =
    ending === 'csv'
      ? Buffer.from(csvMark + [head, ...rows].map(line).join(''), 'utf8')
      : await wholeWorkbook([{ sheet: 'Documentos soporte', head, rows }]);
  return { filename: `documentos-soporte-${exportacion}.${ending}`, bytes };
}

/** The documents with these references. */
export const documentsWith = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('documento_soporte')
    .select(['id', 'numero', 'cuds'])
    .where('id', 'in', [0, ...ids])
    .execute();

/** The document that has a CUDS. */
export const documentOfCuds = (trx: Trx, cuds: string) =>
  trx.selectFrom('documento_soporte').select('id').where('cuds', '=', cuds).executeTakeFirst();

type Answered = Pick<Row<'documento_soporte'>, 'numero' | 'cuds'>;

export const writeAnswer = (trx: Trx, id: number, { numero, cuds }: Answered, by: Author) =>
  updateDocument(trx, id, { numero, cuds }, by);

/**
 * Gives an imported document of kind 05 to the exported one of its supplier, value and day, when there is one.
 *
 * @returns its reference
 */
export async function matchSupportingDocument(
  trx: Trx,
  invoice: Pick<Row<'factura_electronica'>, 'nit' | 'total' | 'fecha' | 'tipo' | 'cufe'> & {
    numero: string;
  },
  by: Author,
): Promise<number | null> {
  if (invoice.tipo !== '05') return null;
  await lockAdministrationLog(trx);
  const [only, ...others] = await trx
    .selectFrom('documento_soporte')
    .innerJoin('proveedores', 'proveedores.id', 'documento_soporte.id_proveedor')
    .select('documento_soporte.id')
    .where('documento_soporte.cuds', '=', '')
    .where('documento_soporte.valor', '=', invoice.total)
    .where('documento_soporte.dia', '=', invoice.fecha)
    .where('proveedores.num_doc', 'in', supplierKeys(invoice.nit))
    .execute();
  if (only === undefined || others.length > 0) return null;
  if ((await documentOfCuds(trx, invoice.cufe)) !== undefined) return null;
  await writeAnswer(trx, only.id, { numero: invoice.numero, cuds: invoice.cufe }, by);
  return only.id;
}
