import { useActor } from '@xstate/react';
import { Eye, Route, X } from 'lucide-react';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { queryOf } from '#machines/flows/steps/flow.selectors.ts';
import { serverNow } from '../../wire/server-clock.ts';
import type { stateBoxes, StateBoxRow } from './workflow.actors.ts';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { IconLink } from '../../ui/fields/IconLink.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { TableSection } from '../../ui/table/TableSection.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { firstPage } from '../../app/screens/first-lists.ts';
import { pathTo } from '../../app/screens/paths.ts';
import { useMayOpen } from '../../app/screens/use-may-open.ts';
import type { WorkflowPlace } from '../../app/screens/use-workflow-address.ts';
import { boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { listTable } from '../records/use-list-table.ts';
import { toneOf } from '../records/state-tone.ts';
import { iconColumn, plainColumn } from '../records/table-columns.tsx';
import { useNewQuestion } from '../../ui/fields/use-new-question.ts';
import { boxOf, countOf, whoseOf } from './workflow-words.ts';

type Column = DataTableColumn<StateBoxRow>;

const factsOf = (calendar: WorkingCalendar): readonly Column[] => [
  plainColumn(
    'tienda',
    'Tienda',
    (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
    { isRowHeader: true },
  ),
  plainColumn('consecutivo', 'Reembolso n.º', (row) => row.consecutivo ?? '—'),
  plainColumn('total', 'Valor', (row) => <Money>{formatPesos(row.total)}</Money>, {
    align: 'end',
  }),
  plainColumn(
    'desde',
    'En este estado hace',
    (row) => workedSince(row.desde, serverNow(), calendar),
    { align: 'end', nowrap: true },
  ),
  plainColumn('encargado', 'Encargado', (row) => row.encargado),
];

/** A state of expenses: the box is somewhere else, with some of them. */
const ofExpenses: readonly Column[] = [
  plainColumn('estado', 'Estado de la caja', (row) => (
    <StatusBadge tone={toneOf(row.color)} label={row.estado} />
  )),
  plainColumn('gastos', 'Gastos', (row) => countOf(row.gastos), { align: 'end' }),
];

function columnsOf(maquina: ChartName, calendar: WorkingCalendar): readonly Column[] {
  const facts = factsOf(calendar);
  return maquina === 'box' ? facts : [...facts.slice(0, 2), ...ofExpenses, ...facts.slice(2)];
}

const historyColumn: Column = iconColumn('history', 'Recorrido', (row) => (
  <IconLink
    to={boxHistoryPath(row.id_caja)}
    icon={Route}
    label={`Ver el recorrido ${boxOf(row)}`}
  />
));

/** The expenses of a box that was not sent are its store's alone. */
const boxColumn: Column = iconColumn('box', 'Ver caja', (row) =>
  row.consecutivo === null ? (
    '—'
  ) : (
    <IconLink
      to={pathTo('detalleCajaCI', { idCaja: row.id_caja })}
      icon={Eye}
      label={`Ver los gastos ${boxOf(row)}`}
    />
  ),
);

const isOfOpenBoxes = (estado: string): boolean => estado.split('.')[0] === 'open';

interface StateBoxesProps {
  place: WorkflowPlace;
  maquina: ChartName;
  nombre: string;
  machine: typeof stateBoxes;
}

/** The boxes of one state, by pages; the one that has been there longest first. */
export function StateBoxes({ place, maquina, nombre, machine }: StateBoxesProps) {
  const { address, pathWith } = place;
  const question = { ...whoseOf(address), maquina, estado: address.estado };
  const [snapshot, send] = useActor(machine, { input: { query: { ...question, ...firstPage } } });
  useNewQuestion(question, (next) => send({ type: 'QUERY', query: { ...next, ...firstPage } }));
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const calendar = useWorkingCalendar();
  return (
    <TableSection
      {...listTable(
        snapshot,
        (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
        send,
      )}
      title={`Cajas en «${nombre}»`}
      description="La que lleva más tiempo en el estado está primero."
      actions={
        <LinkButton to={pathWith({ estado: '' })} variant="ghost" size="sm" icon={X}>
          Cerrar la lista
        </LinkButton>
      }
      columns={[...columnsOf(maquina, calendar), historyColumn, ...(mayOpenBox ? [boxColumn] : [])]}
      rowKey={(row) => row.id_caja}
      searchable={false}
      emptyTitle={
        isOfOpenBoxes(address.estado)
          ? 'Hasta que se envía, una caja solo la ve su tienda'
          : 'No hay cajas en este estado'
      }
    />
  );
}
