import { useActor } from '@xstate/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plus, WalletCards } from 'lucide-react';
import { Suspense } from 'react';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { dataOf, pageOf } from '#machines/flows/steps/result.ts';
import { inactiveStore } from '#machines/domain/fund/fund.ts';
import { fundOfAnswer } from '#machines/flows/expenses/fund-excess.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { callList } from '../../wire/client.ts';
import { detailFrom } from '../../wire/looking.actors.ts';
import { usePrefetched } from '../../wire/with-calls.ts';
import { type StoreRow, storeRecords } from '../records/record-list.actors.ts';
import { Session, useMayOpen } from '../../shell/session.ts';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { firstLists } from '../../shell/screens/first-lists.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { FundBar, FundStrip } from '../fund/FundBar.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { loadableWhenIdle, whenIdle } from '../../ui/layout/loadable.ts';
import type { proposedAccounts } from '../payments/payments.actors.ts';
import { RecordList, toggleColumn } from '../records/RecordList.tsx';
import { type StoreColumnId, storeColumns } from './store-columns.tsx';

/** Loaded lazily, so that the list does not wait for them. */
const ProposedAccounts = loadableWhenIdle(
  async () => (await import('../payments/ProposedAccounts.tsx')).ProposedAccounts,
);

/** What waits for the user, requested once the list is shown. */
export const waitingItems = detailFrom(async ({ limite }: { limite: number }, signal) => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  return callList('/misPendientes', { limite }, { signal });
});

const nameOf = (row: StoreRow): string => row.nombre;

const edit = { to: (row: StoreRow) => pathTo('editarTienda', { idTienda: row.id }) };

const everybody: readonly StoreColumnId[] = ['nombre', 'centro_costo', 'formato_tienda', 'ciudad'];
const withFund: readonly StoreColumnId[] = [
  ...everybody,
  'pettyCash',
  'base',
  'disponible',
  'reembolso',
];

/** Most stores whose funds are shown above the list; in a longer one each row has its button. */
const MOST_FUNDS = 6;

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
  waiting,
}: {
  machine?: typeof storeRecords;
  accounts?: typeof proposedAccounts;
  waiting?: typeof waitingItems;
}) {
  const { profile } = Session.useSelector(actorOf);
  const place = useListAddress(firstLists.listarTiendas, Object.values(storeColumns));
  const [snapshot, send] = useActor(machine, usePrefetched(machine, { query: place.query }));
  const columns = { ...storeColumns, toggle: toggleColumn(nameOf, { snapshot, send }) };
  const searched: ListQuery = place.query;
  const { rows, total } = pageOf(snapshot);
  const mayCreate = useMayOpen('crearTienda');
  const mayEdit = useMayOpen('editarTienda');
  const hasBox = useMayOpen('cajaActual');
  const showsFunds = hasBox && total <= MOST_FUNDS && searched.buscar === undefined;
  return (
    <RecordList
      lead={
        <>
          {showsFunds && rows.length > 0 ? <StoreFunds rows={rows} machine={waiting} /> : null}
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
      columns={[
        ...(columnsFor[profile] ?? everybody),
        ...(hasBox && !showsFunds ? (['record'] as const) : []),
      ].map((id) => columns[id])}
      searchPlaceholder="Buscar una tienda"
      emptyTitle={mayCreate ? 'Cree la primera tienda' : 'No hay tiendas a su cargo'}
    />
  );
}

/** 'Quedan $ 1.014.800 de $ 2.000.000' */
const leftOf = ({ disponible, base }: Pick<StoreRow, 'disponible' | 'base'>): string =>
  `Quedan ${formatPesos(disponible)} de ${formatPesos(base)}`.replaceAll('$ ', '$\u00a0');

/** The funds of a user's stores, each with what waits there and what one does next; the only one with its parts. */
function StoreFunds({
  rows,
  machine = waitingItems,
}: {
  rows: readonly StoreRow[];
  machine?: typeof waitingItems | undefined;
}) {
  const [snapshot] = useActor(machine, { input: { key: { limite: 100 } } });
  const items = dataOf(snapshot)?.rows ?? [];
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        lg: rows.length === 1 ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))',
      }}
    >
      {rows.map((row) => (
        <StoreFund
          key={row.id}
          row={row}
          isOnly={rows.length === 1}
          waiting={items.filter(({ id_tienda }) => id_tienda === row.id).length}
        />
      ))}
    </chakra.div>
  );
}

interface StoreFundProps {
  row: StoreRow;
  isOnly: boolean;
  /** Number of pending items of the store. */
  waiting: number;
}

function StoreFund({ row, isOnly, waiting }: StoreFundProps) {
  const params = { idTienda: row.id };
  const fund = fundOfAnswer(row);
  return (
    <Section
      title={row.nombre}
      description={
        <>
          {leftOf(row)}
          {waiting === 0 ? null : (
            <>
              {' · '}
              <TextLink
                to={`${pathTo('misPendientes')}?${new URLSearchParams({ buscar: row.nombre })}`}
              >
                {counted(waiting, 'pendiente', 'pendientes')}
              </TextLink>
            </>
          )}
        </>
      }
    >
      <chakra.div display="grid" gap={isOnly ? '4' : '2'}>
        {isOnly ? <FundBar fund={fund} /> : <FundStrip fund={fund} />}
        {row.active_ === 1 ? null : <InlineAlert tone="warning">{inactiveStore}</InlineAlert>}
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="2"
          css={{ smDown: { '& a': { flex: '1', px: '2' } } }}
        >
          {row.active_ === 1 ? (
            <LinkButton
              to={pathTo('crearGasto', params)}
              icon={Plus}
              variant={isOnly ? 'solid' : 'outline'}
            >
              Registrar gasto
              <chakra.span srOnly>{`: ${row.nombre}`}</chakra.span>
            </LinkButton>
          ) : null}
          <LinkButton
            to={pathTo('cajaActual', params)}
            icon={WalletCards}
            variant={isOnly ? 'outline' : 'ghost'}
          >
            {labelOf('cajaActual')}
            <chakra.span srOnly>{`: ${row.nombre}`}</chakra.span>
          </LinkButton>
        </chakra.div>
      </chakra.div>
    </Section>
  );
}
