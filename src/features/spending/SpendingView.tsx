import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { spendingGroupNames, spendingGroups } from '#contract/calls/spending.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { monthInWords } from '#machines/domain/values/dates.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { expensePath } from '../../shell/screens/found-paths.ts';
import { labelOf } from '../../shell/screens/paths.ts';
import { Session } from '../../shell/session.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import {
  dateColumn,
  figureColumn,
  moneyColumn,
  plainColumn,
  textColumn,
} from '../../ui/table/columns.tsx';
import { DownloadButton, downloadRows } from '../../ui/table/csv-file.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { detailOf } from '../../wire/looking.actors.ts';
import { serverToday } from '../../wire/server-clock.ts';
import {
  monthsToChoose,
  type SpendingAddress,
  spendingPath,
  useSpendingAddress,
} from './spending-address.ts';

export const spendingFigures = detailOf('/gastosPorMes');
export const spendingExpenses = detailOf('/gastosDeMes');

type Figure = AnswerOf<'/gastosPorMes'>['filas'][number];
type Listed = AnswerOf<'/gastosDeMes'>[number];

/** gastos: what was spent in a month, beside what was spent before and by similar stores. */
export default function SpendingView({
  figures = spendingFigures,
  expenses = spendingExpenses,
}: {
  figures?: typeof spendingFigures;
  expenses?: typeof spendingExpenses;
}) {
  const today = serverToday();
  const address = useSpendingAddress(today);
  const path = spendingPath(address);
  return (
    <Page
      title={labelOf('gastos')}
      subtitle="Lo que nadie ha rechazado, por el mes de la compra. Un gasto sin itemizar cuenta en su primera categoría."
    >
      <Choices address={address} today={today} />
      {address.lista ? (
        <Expenses key={path} machine={expenses} address={address} />
      ) : (
        <Figures key={path} machine={figures} address={address} />
      )}
    </Page>
  );
}

/** Month and group, and the filters, each of which can be removed. */
function Choices({ address, today }: { address: SpendingAddress; today: string }) {
  const navigate = useNavigate();
  const { filters, por } = address;
  const goWith = (changes: Partial<SpendingAddress>) =>
    void navigate(spendingPath({ ...address, lista: false, ...changes }));
  const months = monthsToChoose(today);
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
      <NativeChoice
        small
        width="auto"
        aria-label="Mes"
        value={filters.mes}
        options={[...new Set([...months, filters.mes])].map((value) => ({
          value,
          label: monthInWords(value),
        }))}
        onChange={({ target }) => goWith({ filters: { ...filters, mes: target.value } })}
      />
      <NativeChoice
        small
        width="auto"
        aria-label="Agrupar"
        value={por}
        options={spendingGroupNames.map((value) => ({
          value,
          label: `Por ${spendingGroups[value].toLowerCase()}`,
        }))}
        onChange={({ target }) =>
          goWith({ por: spendingGroupNames.find((name) => name === target.value) ?? por })
        }
      />
      {isFiltered(address) ? (
        <TextLink to={spendingPath({ por, lista: false, filters: { mes: filters.mes } })}>
          Quitar filtros
        </TextLink>
      ) : null}
    </chakra.div>
  );
}

const isFiltered = ({ filters, lista }: SpendingAddress): boolean =>
  lista || filters.id_tienda != null || filters.categoria != null || filters.id_proveedor != null;

/** The filters that a row stands for. */
function filtersOf({ filters, por }: SpendingAddress, { clave }: Figure) {
  if (por === 'categoria') return { ...filters, categoria: clave };
  if (por === 'tienda') return { ...filters, id_tienda: Number(clave) };
  return { ...filters, id_proveedor: Number(clave) };
}

/** Where the name of a row leads: the stores of a category, the categories of a store, the expenses of a supplier. */
function insideOf(address: SpendingAddress, row: Figure): SpendingAddress {
  const filters = filtersOf(address, row);
  const isNarrow = filters.id_tienda != null && filters.categoria != null;
  if (address.por === 'proveedor' || isNarrow) return { ...address, filters, lista: true };
  return { ...address, filters, por: address.por === 'categoria' ? 'tienda' : 'categoria' };
}

/** `+ 20 %` of an earlier or a similar amount; '' without one. */
function differenceFrom(valor: number, other: number | null): string {
  if (other === null || other === 0) return '';
  const percent = Math.round((100 * (valor - other)) / other);
  return percent === 0 ? 'igual' : `${percent > 0 ? '+' : '−'} ${Math.abs(percent)} %`;
}

const columnsOf = (
  address: SpendingAddress,
  rows: readonly Figure[],
): DataTableColumn<Figure>[] => [
  textColumn('nombre', spendingGroups[address.por], ({ nombre }) => nombre, {
    isRowHeader: true,
    cell: (row) => <TextLink to={spendingPath(insideOf(address, row))}>{row.nombre}</TextLink>,
  }),
  figureColumn('gastos', 'Gastos', ({ gastos }) => gastos, String),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, {
    cell: (row) => (
      <TextLink to={spendingPath({ ...address, filters: filtersOf(address, row), lista: true })}>
        <Money>{formatPesos(row.valor)}</Money>
      </TextLink>
    ),
  }),
  moneyColumn('mediana', 'Antes (mediana)', ({ mediana }) => mediana, {
    note: ({ valor, mediana }) => differenceFrom(valor, mediana),
  }),
  ...(rows.some((row) => row.mediana_formato !== null)
    ? [
        moneyColumn<Figure>(
          'mediana_formato',
          'Su formato (mediana)',
          (row) => row.mediana_formato,
          {
            note: (row) => differenceFrom(row.valor, row.mediana_formato),
          },
        ),
      ]
    : []),
];

interface PartProps<Machine> {
  machine: Machine;
  address: SpendingAddress;
}

function Figures({ machine, address }: PartProps<typeof spendingFigures>) {
  const { filters, por } = address;
  const [snapshot, send] = useActor(machine, { input: { key: { ...filters, por } } });
  const data = dataOf(snapshot);
  const title = [monthInWords(filters.mes), filters.categoria, data?.tienda].filter(Boolean);
  const caption = `Gastos por ${spendingGroups[por].toLowerCase()}`;
  const rows = data?.filas ?? [];
  const columns = columnsOf(address, rows);
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
        <chakra.p role="status">
          {title.join(' · ')}
          {data === null ? null : (
            <>
              : <Money strong>{formatPesos(data.total)}</Money>
            </>
          )}
        </chakra.p>
        {rows.length === 0 ? null : (
          <DownloadButton
            onClick={() => downloadRows([caption, ...title].join(' · '), columns, rows)}
          />
        )}
      </chakra.div>
      <DataTable
        {...tableLoadOf(snapshot, send)}
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ clave }) => clave}
        searchPlaceholder={`Buscar por ${spendingGroups[por].toLowerCase()}`}
        emptyTitle="No hay gastos en este mes"
        emptyDescription="Elija otro mes, o quite los filtros."
      />
    </>
  );
}

function Expenses({ machine, address }: PartProps<typeof spendingExpenses>) {
  const { filters } = address;
  const { profile } = Session.useSelector(actorOf);
  const permissions = Session.useSelector(permissionsOf);
  const [snapshot, send] = useActor(machine, { input: { key: filters } });
  const rows = dataOf(snapshot) ?? [];
  const columns: DataTableColumn<Listed>[] = [
    dateColumn('fecha_gasto', 'Fecha', (row) => row.fecha_gasto),
    plainColumn(
      'proveedor',
      'Proveedor',
      (row) => {
        const path = expensePath(row, { profile, permissions });
        return path === null ? row.proveedor : <TextLink to={path}>{row.proveedor}</TextLink>;
      },
      { isRowHeader: true, searchValue: (row) => row.proveedor },
    ),
    textColumn('tienda', 'Tienda', (row) => row.tienda),
    textColumn('concepto', 'Concepto', (row) => row.concepto),
    moneyColumn('valor', 'Valor', (row) => row.valor),
  ];
  return (
    <DataTable
      {...tableLoadOf(snapshot, send)}
      caption={['Gastos', monthInWords(filters.mes), filters.categoria].filter(Boolean).join(' · ')}
      legend={counted(rows.length, 'gasto', 'gastos')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id_gasto}
      searchPlaceholder="Buscar por proveedor, tienda o concepto"
      emptyTitle="No hay gastos en este mes"
      emptyDescription="Elija otro mes, o quite los filtros."
    />
  );
}
