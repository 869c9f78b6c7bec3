/** What the panels of figures have in common: how their figures come, what each means, tables to take along. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { millisecondsInHour } from 'date-fns/constants';
import { Download } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { workingTimeInWords } from '#machines/domain/values/durations.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { csvLine, csvMark } from '#machines/domain/values/csv.ts';
import { type Result, dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { boxHistoryPath, type WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatTile } from '../../ui/layout/StatTile.tsx';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import type { detailOf } from '../../wire/looking.actors.ts';
import { figureColumn, textColumn } from '../../ui/table/columns.tsx';
import { ShareBar } from '../../ui/layout/Charts.tsx';
import { downloadFile } from './drawing/ChartViews.tsx';
import { type Term, nameOf, terms } from './workflow-words.ts';

/** The calls whose answers are figures of cases. */
type FigurePath =
  | '/flujoCiclo'
  | '/flujoVariantes'
  | '/flujoRetrabajo'
  | '/flujoEtapas'
  | '/flujoComparar'
  | '/flujoDesviaciones'
  | '/flujoSimular';

export type FigureMachine<Path extends FigurePath> = ReturnType<typeof detailOf<Path>>;

/** The answer to a question of the address; null until it came once. */
export function useFigures<Path extends FigurePath>(
  machine: FigureMachine<Path>,
  question: RequestOf<Path>,
) {
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const answer: AnswerOf<Path> | null = dataOf(snapshot);
  return { answer, loading: isLoading(snapshot), load: loadOf(snapshot, send) };
}

/** A panel of figures in its place. */
export interface PanelProps<Path extends FigurePath> {
  place: WorkflowPlace;
  machine: FigureMachine<Path>;
}

interface FiguresPanelProps<Path extends FigurePath> {
  machine: FigureMachine<Path>;
  question: RequestOf<Path>;
  isEmpty: (answer: AnswerOf<Path>) => boolean;
  children: (answer: AnswerOf<Path>) => ReactNode;
}

/** The figures of one call; those of before stay while others come. */
export function FiguresPanel<Path extends FigurePath>({
  machine,
  question,
  isEmpty,
  children,
}: FiguresPanelProps<Path>) {
  const { answer, loading, load } = useFigures(machine, question);
  if (load.failed || answer === null) return <LoadSection {...load} />;
  if (isEmpty(answer) && !loading)
    return (
      <Section>
        <EmptyState
          title="Ningún caso en el periodo"
          description="Elija otro periodo o quite los filtros."
        />
      </Section>
    );
  return (
    // Not a grid: on paper its rows would keep their place while a table of theirs goes on over the page.
    <chakra.div display="flex" flexDirection="column" gap="inherit" aria-busy={loading}>
      {children(answer)}
    </chakra.div>
  );
}

/** The definitions of some figures, one press away. */
const Definitions = ({ of }: { of: readonly Term[] }) =>
  of.length === 0 ? null : (
    <chakra.details>
      <chakra.summary cursor="pointer" width="fit-content">
        Definiciones
      </chakra.summary>
      <chakra.dl mt="1">
        {of.map((term) => (
          <chakra.div key={term}>
            <chakra.dt display="inline" fontWeight="semibold">{`${nameOf(term)}: `}</chakra.dt>
            <chakra.dd display="inline">{terms[term][1]}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.details>
  );

interface FigureTilesProps {
  tiles: readonly (readonly [term: Term, value: ReactNode])[];
  loading?: boolean;
}

/** Figures with their definitions. */
export const FigureTiles = ({ tiles, loading = false }: FigureTilesProps) => (
  <chakra.div
    display="grid"
    gap={{ base: '3', md: '4' }}
    gridTemplateColumns={{
      base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
      lg: 'repeat(auto-fit, minmax(13rem, 1fr))',
    }}
  >
    {tiles.map(([term, value]) => (
      <StatTile
        key={term}
        label={nameOf(term)}
        hint={terms[term][1]}
        value={value}
        loading={loading}
      />
    ))}
  </chakra.div>
);

/** A column of a file too, where a unit stands in its head; the table defines what it shows. */
export type FigureColumn<Row> = DataTableColumn<Row> & {
  unit?: string;
  term?: Term;
  /** What the file has; otherwise what is searched, or by what it is sorted. */
  inFile?: (row: Row) => number | null;
};

const csvOf = <Row extends object>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): string =>
  csvMark +
  [
    columns.map(({ header, unit }) => (unit === undefined ? header : `${header} (${unit})`)),
    ...rows.map((row) =>
      columns.map(
        ({ inFile, sortValue, searchValue }) => (inFile ?? searchValue ?? sortValue)?.(row) ?? null,
      ),
    ),
  ]
    .map(csvLine)
    .join('');

type FigureTableProps<Row extends object> = Omit<
  ComponentProps<typeof TableSection<Row>>,
  'columns'
> & {
  columns: readonly FigureColumn<Row>[];
  /** Figures of its rows. */
  defines?: readonly Term[];
  /** The rows of the file, where the page shows a part of them. */
  everyRow?: () => Promise<Result<readonly Row[]>>;
};

/** A table that is sorted, explained and downloaded. */
export function FigureTable<Row extends object>({
  defines = [],
  everyRow,
  description,
  actions,
  ...table
}: FigureTableProps<Row>) {
  const { title, columns, rows } = table;
  const [download, setDownload] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = (saved: readonly Row[]) =>
    downloadFile(
      `${title}.csv`,
      new Blob([csvOf(columns, saved)], { type: 'text/csv;charset=utf-8' }),
    );
  const saveEvery = async (load: () => Promise<Result<readonly Row[]>>) => {
    setDownload('busy');
    // Without a connection there is no answer, and no file either.
    const result = await load().catch(() => null);
    if (result?.ok) save(result.answer);
    setDownload(result?.ok ? 'idle' : 'failed');
  };
  return (
    <TableSection
      searchable={rows.length > 10}
      initialPageSize={25}
      {...table}
      description={
        <>
          {description}
          <Definitions of={[...defines, ...columns.flatMap(({ term }) => term ?? [])]} />
          {download === 'failed' ? (
            <chakra.p role="alert" color="fg.error">
              No se pudo descargar. Intente de nuevo.
            </chakra.p>
          ) : null}
        </>
      }
      actions={
        <>
          {actions}
          {rows.length === 0 ? null : (
            <chakra.div _print={{ display: 'none' }}>
              <GuardedButton
                variant="outline"
                size="sm"
                icon={Download}
                busy={download === 'busy' && 'Descargando…'}
                onClick={() => (everyRow === undefined ? save(rows) : void saveEvery(everyRow))}
              >
                Descargar
              </GuardedButton>
            </chakra.div>
          )}
        </>
      }
    />
  );
}

/** A picture of figures, with their definitions. */
export const ChartSection = ({
  title,
  defines = [],
  children,
}: {
  title: string;
  defines?: readonly Term[];
  children: ReactNode;
}) => (
  <Section title={title} description={<Definitions of={defines} />}>
    {children}
  </Section>
);

/** Working time in words, a difference with its sign; a dash where there is none. */
export function useTimeWords(): (time: number | null | undefined) => string {
  const calendar = useWorkingCalendar();
  return (time) => {
    if (time === null || time === undefined) return '—';
    return `${time < 0 ? '−' : ''}${workingTimeInWords(Math.abs(time), calendar)}`;
  };
}

/** Working time of cases in words. */
const WorkingTime = ({ of }: { of: number }) => useTimeWords()(of);

/** Columns that show the field of their name. */
type Shows<Key extends string> = FigureColumn<Record<Key, number | null>>;

/** Working time: in words on the page, in hours in the file. */
export const timeOfColumn = <Row,>(
  id: string,
  header: string,
  read: (row: Row) => number | null,
  show = (time: number): ReactNode => <WorkingTime of={time} />,
): FigureColumn<Row> => ({
  ...figureColumn<Row>(id, header, read, show),
  unit: 'horas hábiles',
  inFile: (row) => {
    const time = read(row);
    return time === null ? null : Math.round((time / millisecondsInHour) * 100) / 100;
  },
});

export const timeColumn = <Key extends Term>(
  term: Key,
  show?: (time: number) => ReactNode,
): Shows<Key> => ({ ...timeOfColumn(term, nameOf(term), (row) => row[term], show), term });

export const countColumn = <Key extends Term>(term: Key, show = countOf): Shows<Key> => ({
  ...figureColumn<Record<Key, number | null>>(term, nameOf(term), (row) => row[term], show),
  term,
});

/** Columns that lead to a case. */
export const caseColumns: readonly FigureColumn<{
  id_caja: number;
  tienda: string;
  consecutivo: number | null;
}>[] = [
  textColumn('tienda', 'Tienda', (row) => row.tienda, {
    isRowHeader: true,
    cell: (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
  }),
  figureColumn('consecutivo', 'Caja n.º', (row) => row.consecutivo, String),
];

/** A figure of both groups. */
export interface Compared {
  term: Term;
  estas: number | null;
  otras: number | null;
  show: (value: number) => string;
}

/** How much more, or less, as a part of the others; null where that says nothing. */
const changeOf = ({ estas, otras }: Compared): number | null =>
  estas === null || otras === null || otras === 0 ? null : (estas - otras) / otras;

const changeInWords = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${percentInWords(Math.abs(change))}`;

/** Figures side by side, each under a name. */
export const comparedColumns = (
  ...sides: readonly (readonly [id: 'estas' | 'otras', header: string])[]
): readonly FigureColumn<Compared>[] => [
  textColumn('cifra', 'Cifra', ({ term }) => nameOf(term), { isRowHeader: true }),
  ...sides.map(([id, header]) =>
    figureColumn<Compared>(id, header, (row) => row[id], String, {
      cell: ({ [id]: value, show }) => (value === null ? '—' : show(value)),
    }),
  ),
  figureColumn('cambio', 'Diferencia', changeOf, changeInWords),
];

export const stageColumn = (
  look: Partial<DataTableColumn<{ estado: string }>> = {},
): FigureColumn<{ estado: string }> =>
  textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado), look);

/** A part of a whole as a bar with its per cent. */
export const shareColumn = <Row,>(
  id: string,
  header: string,
  read: (row: Row) => number | null,
  tone: Tone = 'info',
): FigureColumn<Row> => {
  const show = (share: number) => (
    <ShareBar share={share} tone={tone}>
      {percentInWords(share)}
    </ShareBar>
  );
  return figureColumn<Row>(id, header, read, show, { width: '12rem' });
};

/** A choice that stands in the address, by the names of what can be chosen. */
export const Choice = <Name extends 'por' | 'grupo' | 'contra'>({
  place: { address, pathWith },
  label = 'Agrupar',
  name,
  names,
}: {
  place: WorkflowPlace;
  label?: string;
  name: Name;
  names: Record<WorkflowPlace['address'][Name], string>;
}) => (
  <SwitchLinks
    label={label}
    choices={(Object.keys(names) as WorkflowPlace['address'][Name][]).map((one) => ({
      to: pathWith({ [name]: one }),
      label: names[one],
      active: one === address[name],
    }))}
  />
);

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** `12 (40 %)`: a number of cases and its part of all of them. */
export const countWithShare = (part: number, casos: number): string =>
  `${countOf(part)} (${percentInWords(shareOf(part, casos))})`;

/** The stage of a state of the box, as people name it. */
export const stageNameOf = (estado: string): string =>
  Object.entries(boxStates).find(([name]) => name === estado)?.[1].etapa ??
  stateNameOf('box', estado);

/** The path of a case in one line; what happened at a stage stands behind its name. */
export const pathInWords = (
  pasos: readonly { estado: string; rechazo: number; correccion: number }[],
): string =>
  pasos
    .map(({ estado, rechazo, correccion }) =>
      [
        stageNameOf(estado),
        ...(rechazo === 1 ? ['✗'] : []),
        ...(correccion === 1 ? ['↻'] : []),
      ].join(' '),
    )
    .join(' → ');
