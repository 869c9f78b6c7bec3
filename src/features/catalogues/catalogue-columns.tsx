import type { CatalogueTable } from '#contract/calls/reference.calls.ts';
import type { ListedRow } from './catalogue.actors.ts';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { textColumn } from '../records/table-columns.tsx';

export const nameOf = ({ nombre, formato }: ListedRow): string =>
  formato === undefined ? nombre : `${nombre} (${formato})`;

const nombre = textColumn<ListedRow>('nombre', 'Nombre', (row) => row.nombre, {
  isRowHeader: true,
});

/** The columns of each list; an id is the name by which the server orders. */
export const catalogueListColumns: Record<CatalogueTable, readonly DataTableColumn<ListedRow>[]> = {
  categoria_gasto: [
    // Each format has its own of the same name.
    textColumn('nombre', 'Nombre', nameOf, { isRowHeader: true }),
    textColumn('id_formato', 'Formato de tienda', (row) => row.formato, { hideOnPhone: true }),
    textColumn('cuenta', 'Cuenta', (row) => row.cuenta),
    textColumn('mantenimiento', 'Revisión de mantenimiento', (row) =>
      row.mantenimiento === 1 ? 'Sí' : 'No',
    ),
  ],
  motivo_rechazo: [nombre],
  impuestos: [nombre, textColumn('porcentaje', 'Porcentaje', (row) => `${row.porcentaje} %`)],
  indicadores: [nombre, textColumn('codigo', 'Código', (row) => row.codigo)],
};
