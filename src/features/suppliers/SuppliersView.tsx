import { useActor } from '@xstate/react';
import { FileInput, Plus } from 'lucide-react';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { useListTable } from '../../shell/screens/list-table.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { Anchor, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { nameColumn, type SupplierRow, supplierColumns } from './supplier-columns.tsx';
import { supplierList } from './suppliers.actors.ts';

const begins = { ...firstPage, orden: 'nombre', direccion: 'asc' } as const;

const columns = supplierColumns.map((column) =>
  column === nameColumn
    ? {
        ...column,
        cell: ({ id, nombre }: SupplierRow) => (
          <Anchor to={pathTo('editarProveedor', { idProveedor: id })} data-row-link="">
            {nombre}
          </Anchor>
        ),
      }
    : column,
);

/** proveedores: everybody who was paid, and whom stores may pay. */
export default function SuppliersView({
  machine = supplierList,
}: {
  machine?: typeof supplierList;
}) {
  const place = useListAddress(begins, columns);
  const [snapshot, send] = useActor(machine, { input: { query: place.query } });
  const table = useListTable(snapshot, send, place);
  const creating = (variant: 'solid' | 'outline') => (
    <LinkButton to={pathTo('crearProveedor')} icon={Plus} variant={variant}>
      {labelOf('crearProveedor')}
    </LinkButton>
  );
  return (
    <Page
      title={labelOf('proveedores')}
      subtitle="El monto máximo por caja es solo para los ocasionales."
      actions={
        <>
          <LinkButton to={pathTo('importarProveedores')} icon={FileInput} variant="outline">
            Importar
          </LinkButton>
          {creating('solid')}
        </>
      }
    >
      <DataTable
        {...table}
        caption={labelOf('proveedores')}
        columns={columns}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar por nombre o documento"
        emptyTitle="Todavía no hay proveedores"
        emptyAction={creating('outline')}
      />
    </Page>
  );
}
