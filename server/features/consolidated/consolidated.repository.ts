/** Rows of the consolidated sheet: expenses of sent boxes, read in pages of bounded cost. */
import { sql } from 'kysely';
import { expenseTexts } from '#contract/expense-fields.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { columnsOfStages, reasonOfExpense, signedPart } from '../cases/box.repository.ts';
import { mainPerson } from '../cases/box-location.repository.ts';
import { paidAttempt } from '../cases/payment.repository.ts';
import { expenseSupplier, visibleBoxes } from '../cases/scope.repository.ts';

/** Filters of the sheet; null disables one. */
export interface ConsolidatedFilter {
  /** First and last day of purchase. */
  desde: string | null;
  hasta: string | null;
  /** Main or additional person in charge of the store. */
  idResponsable: number | null;
  idSupervisor: number | null;
}

/** Key of the last row of a page: pages are ordered by day of purchase and, within it, by id. */
export interface ConsolidatedKey {
  fecha_gasto: string;
  id: number;
}

/**
 * Keys of the next expenses by day, visible or not: so the cost of a page does not depend on how few of them the
 * session sees.
 */
export const nextKeys = (
  trx: Trx,
  { desde, hasta }: ConsolidatedFilter,
  after: ConsolidatedKey | null,
  limit: number,
) =>
  trx
    .selectFrom('gastos')
    .select(['fecha_gasto', 'id'])
    .$if(desde !== null, (query) => query.where('fecha_gasto', '>=', desde ?? ''))
    .$if(hasta !== null, (query) => query.where('fecha_gasto', '<=', hasta ?? ''))
    .$if(after !== null, (query) =>
      query
        .where('fecha_gasto', '>=', after?.fecha_gasto ?? '')
        .where(({ eb, or }) =>
          or([eb('fecha_gasto', '>', after?.fecha_gasto ?? ''), eb('id', '>', after?.id ?? 0)]),
        ),
    )
    .orderBy('fecha_gasto')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Expenses of the sent boxes that the session sees. */
const consolidatedExpenses = (
  trx: Trx,
  session: Session,
  { idResponsable, idSupervisor }: ConsolidatedFilter,
) =>
  trx
    .selectFrom('gastos')
    .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where('cajas.active', '!=', 0)
    .where(visibleBoxes(session))
    .$if(idSupervisor !== null, (query) =>
      query.where('tiendas.id_supervisor', '=', idSupervisor ?? 0),
    )
    .$if(idResponsable !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('responsable_tienda as alguno')
            .select('alguno.id_tienda')
            .whereRef('alguno.id_tienda', '=', 'tiendas.id')
            .where('alguno.id_usuario', '=', idResponsable ?? 0),
        ),
      ),
    );

/** Number of rows of the sheet, counted up to `limit`. */
export async function countConsolidated(
  trx: Trx,
  session: Session,
  filter: ConsolidatedFilter,
  limit: number,
): Promise<number> {
  const { desde, hasta } = filter;
  const { count } = await trx
    .selectFrom(
      consolidatedExpenses(trx, session, filter)
        .$if(desde !== null, (query) => query.where('gastos.fecha_gasto', '>=', desde ?? ''))
        .$if(hasta !== null, (query) => query.where('gastos.fecha_gasto', '<=', hasta ?? ''))
        .select('gastos.id')
        .limit(limit)
        .as('filas'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The expenses of a page that belong to the sheet; amounts in centavos. */
export const expensesForConsolidated = (
  trx: Trx,
  session: Session,
  filter: ConsolidatedFilter,
  ids: readonly number[],
) =>
  consolidatedExpenses(trx, session, filter)
    .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
    .innerJoin('formato_tienda', 'formato_tienda.id', 'tiendas.id_formato')
    .innerJoin('proveedores', (join) => join.on('proveedores.id', '=', expenseSupplier))
    .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
    .innerJoin('usuarios as gerente', 'gerente.id', 'tiendas.id_gerente')
    .innerJoin('usuarios as registro', 'registro.id', 'gastos.id_usuario')
    .leftJoin('responsable_tienda', mainPerson)
    .leftJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
    .leftJoin('empresas', 'empresas.id', 'cajas.id_empresa')
    .leftJoin('giro', paidAttempt)
    .leftJoin('indicadores', 'indicadores.id', 'gastos.indicador')
    .leftJoin('motivo_rechazo', (join) => join.on('motivo_rechazo.id', '=', reasonOfExpense))
    .select([
      'gastos.id',
      'gastos.id_caja',
      'gastos.fecha_gasto',
      'gastos.proveedor_nombre',
      'gastos.recibo',
      'gastos.factura_elec',
      'gastos.numero_factura',
      'gastos.valor',
      'gastos.reembolsar',
      'gastos.estado',
      'gastos.tipo_persona',
      'gastos.informe_novedad',
      ...expenseTexts.map((name) => `gastos.${name}` as const),
      ...columnsOfStages(['obs', 'fecha']),
      'cajas.consecutivo',
      'cajas.active',
      'cajas.fecha as fecha_caja',
      'cajas.codigo_soporte',
      'tiendas.nombre as tienda',
      'tiendas.centro_costo',
      'tiendas.centro_beneficio',
      'ciudades.nombre as ciudad',
      'formato_tienda.nombre as formato',
      'proveedores.num_doc',
      'proveedores.digito',
      'responsable.razon_social as responsable',
      'supervisor.razon_social as supervisor',
      'gerente.razon_social as gerente',
      'registro.razon_social as registrado_por',
      'empresas.nombre as empresa',
      'giro.dia as dia_giro',
      'giro.via as via_giro',
      'giro.id_cuenta as cuenta_giro',
      'giro.referencia as referencia_giro',
      'indicadores.nombre as clase_documento',
      'motivo_rechazo.nombre as motivo',
    ])
    .where('gastos.id', 'in', [...ids])
    .orderBy('gastos.fecha_gasto')
    .orderBy('gastos.id')
    .execute();

export type ConsolidatedExpense = Awaited<ReturnType<typeof expensesForConsolidated>>[number];

/**
 * The categories of expenses with their accounts, in their order. The part of a withholding has its account, and its value
 * below 0.
 */
export const categoriesForConsolidated = (trx: Trx, idsGasto: readonly number[]) =>
  trx
    .selectFrom('gasto_categoria')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .leftJoin('impuestos', 'impuestos.id', 'gasto_categoria.iva_item')
    .select(['gasto_categoria.id_gasto', 'categoria_gasto.nombre'])
    .select(
      sql<string>`coalesce(nullif(impuestos.cuenta_retencion, ''), categoria_gasto.cuenta)`.as(
        'cuenta',
      ),
    )
    .select(signedPart.as('valor_item'))
    .select(['impuestos.nombre as impuesto', 'impuestos.porcentaje'])
    .select('gasto_categoria.deducible')
    .where('gasto_categoria.id_gasto', 'in', [...idsGasto])
    .orderBy('gasto_categoria.id_gasto')
    .orderBy('gasto_categoria.orden')
    .execute();

export type ConsolidatedCategory = Awaited<ReturnType<typeof categoriesForConsolidated>>[number];

/** The instant at which each box was sent by its store. */
export const sendingsForConsolidated = (trx: Trx, idsCaja: readonly number[]) =>
  trx
    .selectFrom('evento')
    .select(['id_caja', 'instante'])
    .where('id_caja', 'in', [...idsCaja])
    .where('evento', '=', 'BOX.SEND')
    .execute();
