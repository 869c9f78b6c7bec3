import { useActor } from '@xstate/react';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import { switchReasons } from '#machines/flows/catalogues/catalogue.form.ts';
import { catalogueForms, catalogueLists, type ListedRow } from './catalogue.actors.ts';
import { ButtonRow } from '../../ui/fields/ButtonRow.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { firstPage } from '../../app/screens/first-lists.ts';
import { labelOf } from '../../app/screens/labels.ts';
import { cataloguePath, useCatalogue } from '../../app/screens/use-catalogue.ts';
import { useListAddress } from '../../app/screens/use-list-address.ts';
import { toggleColumn } from '../records/record-columns.tsx';
import { RecordChange } from '../records/RecordList.tsx';
import { iconColumn } from '../records/table-columns.tsx';
import { useListTable } from '../records/use-list-table.ts';
import { catalogueListColumns, nameOf } from './catalogue-columns.tsx';
import { catalogueWords } from './catalogue-words.ts';
import { CatalogueDialog } from './CatalogueDialog.tsx';

interface Machines {
  lists: typeof catalogueLists;
  forms: typeof catalogueForms;
}

/** catalogos: what stores, reviewers and accounting choose from. */
export default function CataloguesView({
  machines = { lists: catalogueLists, forms: catalogueForms },
}: {
  machines?: Machines;
}) {
  const tabla = useCatalogue();
  return (
    <Page title={labelOf('catalogos')} subtitle={catalogueWords[tabla].help}>
      <TabLinks
        label="Catálogos"
        tabs={catalogueTables.map((one) => ({
          to: cataloguePath(one),
          label: catalogueWords[one].name,
          active: one === tabla,
        }))}
      />
      <Catalogue key={tabla} tabla={tabla} machines={machines} />
    </Page>
  );
}

/** The row that is being written: null for a new one, undefined for none. */
type Written = number | null | undefined;

const editColumn = (edit: (id: number) => void): DataTableColumn<ListedRow> =>
  iconColumn('edit', 'Editar', (row) => (
    <IconButton label={`Editar ${nameOf(row)}`} icon={Pencil} onClick={() => edit(row.id)} />
  ));

function Catalogue({ tabla, machines }: { tabla: CatalogueTable; machines: Machines }) {
  const facts = catalogueListColumns[tabla];
  const begins = { tabla, ...firstPage, orden: 'nombre', direccion: 'asc' } as const;
  const place = useListAddress(begins, facts);
  const [snapshot, send] = useActor(machines.lists[tabla], { input: { query: place.query } });
  const listed = useListTable(snapshot, send, place);
  const [written, write] = useState<Written>(undefined);
  const [saved, keep] = useState<string | null>(null);
  const open = (row: number | null) => {
    keep(null);
    write(row);
  };
  return (
    <>
      <ButtonRow>
        <GuardedButton icon={Plus} onClick={() => open(null)}>
          {catalogueWords[tabla].create}
        </GuardedButton>
      </ButtonRow>
      {saved === null ? null : <InlineAlert tone="success">{saved}</InlineAlert>}
      <RecordChange snapshot={snapshot} send={send} />
      <DataTable
        {...listed}
        caption={catalogueWords[tabla].name}
        columns={[
          ...facts,
          editColumn(open),
          toggleColumn(nameOf, { snapshot, send }, (row) => switchReasons(tabla, row)),
        ]}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar por nombre"
        emptyTitle="Todavía no hay nada en esta lista"
      />
      {written === undefined ? null : (
        <CatalogueDialog
          tabla={tabla}
          id={written}
          machine={machines.forms[tabla]}
          onSaved={(notice) => {
            keep(notice);
            write(undefined);
            send({ type: 'REFRESH' });
          }}
          onClose={() => write(undefined)}
        />
      )}
    </>
  );
}
