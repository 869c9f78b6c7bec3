import { useActor } from '@xstate/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plus, WalletCards } from 'lucide-react';
import { Suspense } from 'react';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { pageOf } from '#machines/flows/steps/result.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import { fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { usePrefetched } from '../../wire/with-calls.ts';
import { type StoreRow, storeRecords } from '../records/record-list.actors.ts';
import { Session, useMayOpen } from '../../shell/session.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { FundBar } from '../fund/FundBar.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { loadableWhenIdle } from '../../ui/layout/loadable.ts';
import type { proposedAccounts } from '../payments/payments.actors.ts';
import { RecordList, toggleColumn } from '../records/RecordList.tsx';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

/** Loaded lazily, so that the list does not wait for them. */
const ProposedAccounts = loadableWhenIdle(
  async () => (await import('../payments/ProposedAccounts.tsx')).ProposedAccounts,
);

const nameOf = (row: StoreRow): string => row.nombre;

const edit = { to: (row: StoreRow) => pathTo('editarTienda', { idTienda: row.id }) };

const everybody: readonly StoreColumnId[] = ['nombre', 'centro_costo', 'formato_tienda', 'ciudad'];
const withFund: readonly StoreColumnId[] = [
  ...everybody,
  'pettyCash',
  'base',
  'disponible',
  'reembolso',
  'record',
];

/** Columns by profile: a store sees its fund, an administrator edits and toggles. */
const columnsFor: Partial<Record<ProfileId, readonly (StoreColumnId | 'toggle')[]>> = {
  1: [...everybody, 'toggle'],
  2: withFund,
  4: withFund,
};

/** listarTiendas: administrators manage the stores, store users open their petty cash. */
export default function StoresView({
  machine = storeRecords,
  accounts,
}: {
  machine?: typeof storeRecords;
  accounts?: typeof proposedAccounts;
}) {
  const { profile } = Session.useSelector(actorOf);
  const place = useListAddress(firstLists.listarTiendas, Object.values(storeColumns));
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const columns = { ...storeColumns, toggle: toggleColumn(nameOf, { snapshot, send }) };
  const searched: ListQuery = place.query;
  const [only, ...others] = pageOf(snapshot).rows;
  const isOnly = others.length === 0 && searched.buscar === undefined;
  const mayCreate = useMayOpen('crearTienda');
  const mayEdit = useMayOpen('editarTienda');
  const hasBox = useMayOpen('cajaActual');
  return (
    <RecordList
      lead={
        <>
          {isOnly && only !== undefined && hasBox ? <OnlyStore row={only} /> : null}
          {mayEdit ? (
            <Suspense>
              <ProposedAccounts machine={accounts} />
            </Suspense>
          ) : null}
        </>
      }
      snapshot={snapshot}
      send={send}
      place={place}
      screen="listarTiendas"
      creation={{ screen: 'crearTienda', label: 'Agregar tienda' }}
      importing="importarTiendas"
      nameOf={nameOf}
      edit={mayEdit && profile === 1 ? edit : undefined}
      caption="Tiendas"
      columns={(columnsFor[profile] ?? everybody).map((id) => columns[id])}
      searchPlaceholder="Buscar una tienda"
      emptyTitle={mayCreate ? 'Cree la primera tienda' : 'No hay tiendas a su cargo'}
    />
  );
}

/** 'Quedan $ 1.014.800 de $ 2.000.000' */
const leftOf = ({ disponible, base }: Pick<StoreRow, 'disponible' | 'base'>): string =>
  `Quedan ${formatPesos(disponible)} de ${formatPesos(base)}`.replaceAll('$ ', '$\u00a0');

/** Fund and actions of the only store of a user. */
function OnlyStore({ row }: { row: StoreRow }) {
  const params = { idTienda: row.id };
  return (
    <Section title={row.nombre} description={leftOf(row)}>
      <chakra.div display="grid" gap="4">
        <FundBar fund={fundOfAnswer(row)} />
        {row.active_ === 1 ? null : <InlineAlert tone="warning">{inactiveStore}</InlineAlert>}
        <ButtonRow align="start">
          {row.active_ === 1 ? (
            <LinkButton to={pathTo('crearGasto', params)} icon={Plus}>
              Registrar gasto
            </LinkButton>
          ) : null}
          <LinkButton to={pathTo('cajaActual', params)} icon={WalletCards} variant="outline">
            {labelOf('cajaActual')}
          </LinkButton>
        </ButtonRow>
      </chakra.div>
    </Section>
  );
}
