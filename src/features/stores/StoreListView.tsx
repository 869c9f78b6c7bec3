import { useActor } from '@xstate/react';
import { Plus, Wallet } from 'lucide-react';
import { availablePercentOf } from '#machines/domain/fund/fund.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import { permissionsOf } from '#machines/flows/session/session.setup.ts';
import { pageOf } from '#machines/flows/steps/result.ts';
import { Session, useMayOpen } from '../../shell/session.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { FundBar } from '../fund/FundBar.tsx';
import type { StoreRow } from '../records/record-list.actors.ts';
import { DeviationsLead, type DeviationsLeadProps } from '../workflow/DeviationsLead.tsx';
import { usePrefetched } from '../../wire/with-calls.ts';
import { storeList } from '../boxes/box-lists.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { useListTable } from '../../shell/screens/list-table.ts';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

const shown: readonly StoreColumnId[] = [
  'nombre',
  'centro_costo',
  'formato_tienda',
  'ciudad',
  'history',
  'baseCaja',
  'disponible',
];

const columns = shown.map((id) => storeColumns[id]);

interface StoreListViewProps {
  machine?: typeof storeList;
  deviations?: DeviationsLeadProps['machine'];
}

/** verTiendas: stores whose history the user may read; as a start page it opens with deviations or a fund summary. */
export default function StoreListView({ machine = storeList, deviations }: StoreListViewProps) {
  const beginsHere = Session.useSelector(permissionsOf)[0] === 'verTiendas';
  const seesWorkflow = useMayOpen('flujo');
  const mayCreate = useMayOpen('crearTienda');
  const place = useListAddress(firstLists.verTiendas, columns);
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const table = useListTable(snapshot, send, place);
  return (
    <Page title={labelOf('verTiendas')}>
      {beginsHere && seesWorkflow ? <DeviationsLead machine={deviations} /> : null}
      {beginsHere && !seesWorkflow ? <FundLead {...pageOf(snapshot)} /> : null}
      <DataTable
        {...table}
        caption="Lista de tiendas"
        columns={columns}
        rowKey={(row) => row.id}
        searchPlaceholder="Buscar una tienda"
        emptyTitle={mayCreate ? 'Cree la primera tienda' : 'No hay tiendas a su cargo'}
        emptyAction={
          mayCreate ? (
            <LinkButton to={pathTo('crearTienda')} icon={Plus}>
              Agregar tienda
            </LinkButton>
          ) : undefined
        }
      />
    </Page>
  );
}

const amounts = ['base', 'reembolso', 'por_girar', 'a_cargo_tienda', 'disponible'] as const;

/** Sum of the funds of the stores on the page, with a link to the store with the least available. */
function FundLead({ rows, total }: { rows: readonly StoreRow[]; total: number }) {
  const [least] = rows.toSorted((one, other) => availablePercent(one) - availablePercent(other));
  if (least === undefined) return null;
  const sum = { ...least };
  for (const name of amounts) sum[name] = rows.reduce((all, row) => all + row[name], 0);
  const isOnly = total === 1;
  const title = isOnly ? least.nombre : `Fondo de ${counted(rows.length, 'tienda', 'tiendas')}`;
  return (
    <Section
      title={title}
      description={
        isOnly
          ? null
          : `La tienda con menos disponible${total > rows.length ? ' de esta página' : ''} es ${least.nombre}.`
      }
      actions={
        <LinkButton to={pathTo('historialTienda', { idTienda: least.id })} icon={Wallet} size="sm">
          {isOnly ? 'Ver historial' : 'Ver la de menos fondo'}
        </LinkButton>
      }
    >
      <FundBar fund={fundOfAnswer(sum)} label="Fondo de sus tiendas" />
    </Section>
  );
}

/** Available percentage of the base; a store without a base sorts last. */
const availablePercent = (row: StoreRow): number => availablePercentOf(row) ?? Number.MAX_VALUE;
