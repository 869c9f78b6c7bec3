import type { Trx } from '../../platform/database/transactions.ts';
import type { Session } from '../../platform/access/session.ts';
import { type Compared, isSupplier } from './anomaly.repository.ts';
import { visibleBoxes } from '../cases/scope.repository.ts';

/**
 * The expense of a supplier that accounting split and decided last in its first pass, of those that the session may see: a row for
 * each category of its split, in their order; none where there is no such expense.
 */
export const lastSplitOf = (
  trx: Trx,
  session: Session,
  compared: Pick<Compared, 'id_proveedor' | 'supplier'>,
) =>
  trx
    .selectFrom('gastos')
    .innerJoin('gasto_categoria', 'gasto_categoria.id_gasto', 'gastos.id')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'gasto_categoria.id_categoria')
    .select([
      'gastos.fecha_contabilidad',
      'gastos.indicador',
      'gastos.tipo_persona',
      'gastos.categorias_propias',
      'categoria_gasto.id',
      'categoria_gasto.nombre',
      'gasto_categoria.iva_item',
    ])
    .where('gastos.id', '=', (any) =>
      any
        .selectFrom('proveedores')
        .innerJoin('gastos as ultimo', (join) =>
          // The last one of each id, since a search for that of several would read all of theirs.
          join.on('ultimo.id', '=', (of) =>
            of
              .selectFrom('gastos')
              .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
              .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
              .select('gastos.id')
              .whereRef('gastos.id_proveedor', '=', 'proveedores.id')
              .where('gastos.fecha_contabilidad', 'is not', null)
              .where('gastos.item', '=', 1)
              .where(visibleBoxes(session))
              .orderBy('gastos.fecha_contabilidad', 'desc')
              .limit(1),
          ),
        )
        .select('ultimo.id')
        .where((either) => isSupplier(compared)(either))
        .orderBy('ultimo.fecha_contabilidad', 'desc')
        .limit(1),
    )
    .orderBy('gasto_categoria.orden')
    .execute();
