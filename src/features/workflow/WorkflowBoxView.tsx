import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Eye } from 'lucide-react';
import { useMemo } from 'react';
import type { DrawingMarks, StateMark, TransitionMark } from '#machines/diagram/chart-look.ts';
import { type Chart, transitionsTaken } from '#machines/diagram/chart.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import { figureNames, figuresOf } from '#machines/domain/fund/fund.ts';
import { amountsOf } from '#machines/domain/case/box-money.ts';
import { onTheWay } from '#machines/domain/box/box-delays.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { workingDaysInWords, workingTimeInWords } from '#machines/domain/values/durations.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { calendarAt } from '#machines/domain/values/working-time.ts';
import { sum } from '#machines/domain/history/case-figures.ts';
import { eventNameOf } from '#machines/domain/history/log-words.ts';
import type { Step } from '#machines/domain/history/replay.ts';
import {
  type BoxHistory,
  type BoxLog,
  type ExpenseAt,
  allowedAt,
  boxNow,
  breakReasons,
  expensesAt,
  fundAt,
  historyOf,
  lastStepOf,
  stepAt,
  staysAt,
} from '#machines/domain/history/workflow-box.ts';
import { formatMoney, formatPesos } from '#machines/domain/values/money.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import {
  isSettled,
  stepOf,
  workflowWalkMachine,
} from '#machines/flows/workflow/workflow-walk.machine.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import {
  boxHistoryPath,
  useStepInAddress,
  useStepOfAddress,
} from '../../shell/screens/workflow-address.ts';
import { useMayOpen, useWorkingCalendar } from '../../shell/session.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatTile, TileGrid } from '../../ui/layout/StatTile.tsx';
import { DataTable, TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { Noted, figureColumn, textColumn, toneOf } from '../../ui/table/columns.tsx';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import { Time } from './GroupPanels.tsx';
import { Timeline } from './Timeline.tsx';
import { WalkControls } from './WalkControls.tsx';
import { lateInWords, stageNameOf } from './workflow-words.ts';
import { boxLog } from './workflow.actors.ts';
import { serverNow } from '../../wire/server-clock.ts';

/** Marks of the path of one box up to a step. */
function pathMarks(
  history: BoxHistory,
  chart: Chart,
  paso: number,
  calendar: WorkingCalendar,
): DrawingMarks {
  const now = boxNow(history, paso);
  const stays = grouped(
    staysAt(history, paso, calendar, serverNow()).stages,
    ({ estado }) => (estado === onTheWay ? 'finalAccounting' : estado),
    (stay) => stay,
  );
  const states = [...stays].map(([estado, own]): [string, StateMark] => [
    estado,
    {
      lines: [workingTimeInWords(sum(own.map(timeOf)), calendar)],
      late: own.some(({ tarde }) => tarde),
      lit: true,
      current: estado === now,
    },
  ]);
  const transitions = history.moments
    .slice(0, paso)
    .filter(({ id_gasto, evento }) => id_gasto === null || evento === 'EXPENSE.RECORD')
    .flatMap(({ id_gasto, ...moment }) => transitionsTaken(chart, inBox(id_gasto, moment)))
    .map(({ id }): [string, TransitionMark] => [id, { lit: true }]);
  return {
    states: new Map<string, StateMark>([[now, { lines: [], lit: true, current: true }], ...states]),
    transitions: new Map(transitions),
  };
}

type BoxStay = ReturnType<typeof staysAt>['stages'][number];

const timeOf = ({ espera, trabajo }: BoxStay): number => espera + trabajo;

/** The path of the box: each stay with its target, red where it is beyond, and a link to the step that ended it. */
function BoxStays({
  history,
  stages,
  calendar,
}: {
  history: BoxHistory;
  stages: readonly BoxStay[];
  calendar: WorkingCalendar;
}) {
  const { log } = history;
  const endOf = ({ hasta }: BoxStay) => log.eventos.find(({ instante }) => instante >= hasta);
  const columns: readonly DataTableColumn<BoxStay>[] = [
    textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado), {
      isRowHeader: true,
      cell: (row) => (
        <TextLink to={boxHistoryPath(log.id_caja, endOf(row)?.secuencia ?? lastStepOf(history))}>
          {stageNameOf(row.estado)}
        </TextLink>
      ),
    }),
    figureColumn('tiempo', 'Tiempo hábil', timeOf, String, {
      cell: (row) => <Time time={timeOf(row)} late={row.tarde} calendar={calendar} />,
    }),
    figureColumn('meta', 'Meta', ({ meta }) => meta, workingDaysInWords),
    textColumn('desde', 'Desde', ({ desde }) => dateTimeInBogota(desde), { nowrap: true }),
    textColumn('hasta', 'Hasta', (row) =>
      endOf(row) === undefined ? 'Ahora' : dateTimeInBogota(row.hasta),
    ),
    textColumn('quien', 'Quién', (row) => (row.quien > 0 ? (endOf(row)?.actor ?? '—') : '—')),
  ];
  return (
    <TableSection
      title="Su paso por las etapas"
      columns={columns}
      rows={stages}
      rowKey={({ estado, desde }) => `${estado} ${desde}`}
      searchable={false}
      initialPageSize={25}
    />
  );
}

const isClosed = (history: BoxHistory): boolean =>
  boxNow(history, lastStepOf(history)) === 'closed';

/** A box at one of its steps, with controls for the other steps; the address stores the step. */
function BoxWalk({ history }: { history: BoxHistory }) {
  const requested = useStepOfAddress();
  const ultimo = lastStepOf(history);
  const [snapshot, send] = useActor(workflowWalkMachine, {
    input: { paso: requested ?? ultimo, ultimo },
  });
  const paso = stepOf(snapshot);
  const go = (to: number) => send({ type: 'GO', paso: to });
  useStepInAddress({ paso, settled: isSettled(snapshot), go });
  const step = stepAt(history, paso);
  const present = useWorkingCalendar();
  const calendar = useMemo(
    () =>
      isClosed(history) ? calendarAt(history.log.eventos.at(-1)?.instante ?? 0, present) : present,
    [history, present],
  );
  const marks = useMemo(
    () => pathMarks(history, chartOf('box'), paso, calendar),
    [history, paso, calendar],
  );
  const { stages, worst } = staysAt(history, ultimo, calendar, serverNow());
  const { broken } = history.replayed;
  return (
    <>
      {broken === null ? null : (
        <InlineAlert
          tone="danger"
          title={`El registro se rompe en el evento ${broken.secuencia}: ${eventNameOf(broken.evento)}`}
          reasons={breakReasons(history.replayed)}
        >
          Las reglas no permiten este evento. Se muestra hasta el anterior.
        </InlineAlert>
      )}
      {worst === null ? null : (
        <InlineAlert tone="danger">{`${lateInWords(worst, calendar)}.`}</InlineAlert>
      )}
      <WalkControls history={history} snapshot={snapshot} send={send} />
      <Section
        title="Su camino"
        description="Los estados por los que pasó hasta este paso, y su tiempo hábil en cada uno."
      >
        {/* The chart is tall and leaves space beside it. */}
        <chakra.div
          display="grid"
          gap="5"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 18rem' }}
        >
          <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" order={{ xl: 1 }}>
            <StepTiles history={history} step={step} />
            <AllowedActions step={step} />
          </chakra.div>
          <chakra.div minW="0">
            <ChartViews
              chart={chartOf('box')}
              marks={marks}
              caption={[
                `${titleOf(history.log)} · ${history.log.tienda}, paso ${paso} de ${ultimo}`,
                'Tiempo hábil en cada estado; en rojo, más que la meta',
              ]}
            />
          </chakra.div>
        </chakra.div>
      </Section>
      <BoxStays history={history} stages={stages} calendar={calendar} />
      <StepExpenses history={history} step={step} />
      <Timeline history={history} paso={paso} onGo={go} />
    </>
  );
}

/** Actions allowed right after a step, by profile, as the state machines decide. */
function AllowedActions({ step }: { step: Step }) {
  const allowed = useMemo(() => allowedAt(step), [step]);
  return (
    <Section
      title="Acciones posibles en este paso"
      description="Después de este paso, por alguien que no hubiera registrado los gastos."
    >
      {allowed.length === 0 ? (
        <chakra.p color="fg.muted">Nada: la caja está cerrada y no cambia más.</chakra.p>
      ) : (
        <chakra.dl display="grid" gap="1">
          {allowed.map(({ perfil, nombre, acciones }) => (
            <chakra.div key={perfil} mb="2">
              <chakra.dt fontWeight="semibold">{nombre}</chakra.dt>
              {acciones.map((accion) => (
                <chakra.dd key={accion.evento} textStyle="sm">
                  {accion.nombre}
                  {accion.gastos === 0 ? null : (
                    <chakra.span color="fg.muted">
                      {` · ${counted(accion.gastos, 'gasto', 'gastos')}`}
                    </chakra.span>
                  )}
                </chakra.dd>
              ))}
            </chakra.div>
          ))}
        </chakra.dl>
      )}
    </Section>
  );
}

/** Amounts of the box and of its store's fund at a step. */
function StepTiles({ history, step }: { history: BoxHistory; step: Step }) {
  const fund = fundAt(history, step);
  const figures = figuresOf(amountsOf(step));
  return (
    <TileGrid>
      <StatTile
        label={figureNames.requested}
        value={formatMoney(figures.requested)}
        hint={counted(step.expenses.size, 'gasto', 'gastos')}
      />
      <StatTile
        label={boxStateOf(step.active) === 'closed' ? figureNames.paid : figureNames.granted}
        value={formatMoney(figures.granted)}
        hint={`${figureNames.undecided}: ${formatMoney(figures.undecided)}`}
      />
      <StatTile
        label="Disponible en la tienda"
        value={formatPesos(fund.disponible)}
        hint={`De una base de ${formatPesos(fund.base)}`}
        tone={fund.disponible < 0 ? 'danger' : 'neutral'}
      />
      <StatTile
        label="En otras cajas"
        value={formatPesos(fund.otras)}
        hint="De la misma tienda, sin cerrar"
      />
    </TileGrid>
  );
}

const columns: readonly DataTableColumn<ExpenseAt>[] = [
  {
    id: 'concepto',
    header: 'Gasto',
    isRowHeader: true,
    cell: ({ concepto, proveedor, cambio }) => (
      <>
        {concepto}
        {cambio ? (
          <chakra.span color="teal.800" fontWeight="bold">
            {' '}
            · este paso
          </chakra.span>
        ) : null}
        <chakra.span display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
          {proveedor}
        </chakra.span>
      </>
    ),
    sortValue: (row) => row.concepto,
    searchValue: (row) => `${row.concepto} ${row.proveedor}`,
  },
  textColumn('estado', 'Estado', (row) => row.nombreEstado, {
    cell: (row) => <StatusBadge tone={toneOf(row.color)} label={row.nombreEstado} />,
  }),
  {
    id: 'valor',
    header: 'Valor',
    align: 'end',
    cell: ({ valor, reconocido }) => (
      <Noted note={reconocido}>
        <Money>{valor}</Money>
      </Noted>
    ),
  },
];

/** Expenses as of a step. */
function StepExpenses({ history, step }: { history: BoxHistory; step: Step }) {
  const rows = expensesAt(history, step);
  return (
    <DataTable
      caption="Gastos en este paso"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      searchable={rows.length > 10}
      searchPlaceholder="Buscar gasto o estado"
      emptyTitle="La caja no tiene gastos en este paso"
    />
  );
}

const titleOf = ({ consecutivo }: BoxLog): string =>
  consecutivo === null ? 'Recorrido de la caja abierta' : `Recorrido de la caja n.º ${consecutivo}`;

/** flujo/{idCaja}: history of one box, replayed step by step. */
export default function WorkflowBoxView({ machine = boxLog }: { machine?: typeof boxLog }) {
  const idCaja = useIdParam('idCaja');
  const [snapshot, send] = useActor(machine, { input: { key: { id_caja: idCaja } } });
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const load = loadOf(snapshot, send);
  const log = dataOf(snapshot);
  const history = useMemo(() => (log === null ? null : historyOf(log)), [log]);
  return (
    <Page
      title={log === null ? labelOf('flujoCaja') : titleOf(log)}
      tab={log === null ? undefined : `${titleOf(log)} · ${log.tienda}`}
      subtitle={log?.tienda}
      back={linkTo('flujo')}
      actions={
        log !== null && log.consecutivo !== null && mayOpenBox ? (
          <chakra.span _print={{ display: 'none' }}>
            <LinkButton to={pathTo('detalleCajaCI', { idCaja })} variant="outline" icon={Eye}>
              Ver la caja
            </LinkButton>
          </chakra.span>
        ) : null
      }
    >
      {history === null || load.failed ? <LoadSection {...load} /> : null}
      {history === null ? null : <BoxWalk history={history} />}
    </Page>
  );
}

interface Logged {
  evento: string;
  desde: string;
  hacia: string;
}

/** Recording an expense counts as an event of the open box, which it does not change. */
const inBox = (idGasto: number | null, { evento, desde, hacia }: Logged): Logged =>
  idGasto === null ? { evento, desde, hacia } : { evento, desde: 'open', hacia: 'open' };
