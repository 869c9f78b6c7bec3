/** Shared parts of the figure panels: loading, definitions, tables with download. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { millisecondsInHour } from 'date-fns/constants';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { workingTimeInWords } from '#machines/domain/values/durations.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { type Result, dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { countOf, counted } from '#machines/domain/values/texts.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useWorkingCalendar } from '../../shell/session.ts';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import {
  boxHistoryPath,
  type WorkflowAddress,
  type WorkflowViewState,
} from '../../shell/screens/workflow-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatTile } from '../../ui/layout/StatTile.tsx';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import { DownloadButton, downloadRows, type FileColumn } from '../../ui/table/csv-file.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import type { detailOf } from '../../wire/looking.actors.ts';
import { figureColumn, textColumn } from '../../ui/table/columns.tsx';
import { ShareBar } from '../../ui/layout/Charts.tsx';
import { type Term, nameOf, terms } from './workflow-words.ts';

/** Calls that answer figures of cases. */
type FigurePath =
  | '/flujoCiclo'
  | '/flujoVariantes'
  | '/flujoRetrabajo'
  | '/flujoEtapas'
  | '/flujoComparar'
  | '/flujoDesviaciones';

export type FigureMachine<Path extends FigurePath> = ReturnType<typeof detailOf<Path>>;

/** Loads the answer to a question taken from the address; null until the first answer. */
export function useFigures<Path extends FigurePath>(
  machine: FigureMachine<Path>,
  question: RequestOf<Path>,
) {
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const answer: AnswerOf<Path> | null = dataOf(snapshot);
  return { answer, loading: isLoading(snapshot), load: loadOf(snapshot, send) };
}

/** Props of a figure panel. */
export interface PanelProps<Path extends FigurePath> {
  place: WorkflowViewState;
  machine: FigureMachine<Path>;
}

interface FiguresPanelProps<Path extends FigurePath> extends Shown<AnswerOf<Path>> {
  machine: FigureMachine<Path>;
  question: RequestOf<Path>;
}

/** Loads and renders the figures of one call; while it reloads, the previous ones stay visible. */
export const FiguresPanel = <Path extends FigurePath>({
  machine,
  question,
  ...shown
}: FiguresPanelProps<Path>) => <LoadedFigures {...useFigures(machine, question)} {...shown} />;

interface Shown<Answer> {
  isEmpty: (answer: Answer) => boolean;
  children: (answer: Answer) => ReactNode;
}

interface LoadedFiguresProps<Answer> extends Shown<Answer> {
  answer: Answer | null;
  loading: boolean;
  load: ReturnType<typeof loadOf>;
}

/** The figures of an answer, or their failure, or that there is no case. */
export function LoadedFigures<Answer>({
  answer,
  loading,
  load,
  isEmpty,
  children,
}: LoadedFiguresProps<Answer>) {
  if (load.failed || answer === null) return <LoadSection {...load} />;
  if (isEmpty(answer) && !loading)
    return (
      <Section>
        <EmptyState
          title="Ninguna caja en el periodo"
          description="Elija otro periodo o quite los filtros."
        />
      </Section>
    );
  return (
    // Not a grid: in print, grid rows would overlap a table that breaks across pages.
    <chakra.div display="flex" flexDirection="column" gap="inherit" aria-busy={loading}>
      {children(answer)}
    </chakra.div>
  );
}

/** Definitions of some figures, collapsed by default. */
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
  place: WorkflowViewState;
  loading?: boolean;
}

/** Tiles for figures, with definitions; a figure of some of the cases links to them. */
export const FigureTiles = ({ tiles, place, loading = false }: FigureTilesProps) => (
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
        value={
          casesOf[term] === undefined ? (
            value
          ) : (
            <CaseLink place={place} filter={casesOf[term]} name={value} />
          )
        }
        loading={loading}
      />
    ))}
  </chakra.div>
);

/** Column of a table and of its CSV file; `term` adds a definition to the table. */
export type FigureColumn<Row> = FileColumn<Row> & { term?: Term };

type FigureTableProps<Row extends object> = Omit<
  ComponentProps<typeof TableSection<Row>>,
  'columns'
> & {
  columns: readonly FigureColumn<Row>[];
  /** Further terms to define. */
  defines?: readonly Term[];
  /** Loads all rows for the file, when the page shows only a part of them. */
  everyRow?: () => Promise<Result<readonly Row[]>>;
};

/** Table with definitions of its terms and a CSV download. */
export function FigureTable<Row extends object>({
  defines = [],
  everyRow,
  description,
  actions,
  ...table
}: FigureTableProps<Row>) {
  const { title, columns, rows } = table;
  const [download, setDownload] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = (saved: readonly Row[]) => downloadRows(title, columns, saved);
  const saveEvery = async (load: () => Promise<Result<readonly Row[]>>) => {
    setDownload('busy');
    // Without a connection the call throws; no file is written.
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
            <DownloadButton
              busy={download === 'busy' && 'Descargando…'}
              onClick={() => (everyRow === undefined ? save(rows) : void saveEvery(everyRow))}
            />
          )}
        </>
      }
    />
  );
}

/** Chart with the definitions of its terms. */
export const ChartSection = ({
  title,
  defines = [],
  note,
  children,
}: {
  title: string;
  defines?: readonly Term[];
  note?: string | undefined;
  children: ReactNode;
}) => (
  <Section
    title={title}
    description={
      <>
        {note}
        <Definitions of={defines} />
      </>
    }
  >
    {children}
  </Section>
);

/** Working time in words, with a sign when negative; a dash for null. */
export function useTimeWords(): (time: number | null | undefined) => string {
  const calendar = useWorkingCalendar();
  return (time) => {
    if (time === null || time === undefined) return '—';
    return `${time < 0 ? '−' : ''}${workingTimeInWords(Math.abs(time), calendar)}`;
  };
}

const WorkingTime = ({ of }: { of: number }) => useTimeWords()(of);

/** Column that shows the field of the same name. */
type Shows<Key extends string> = FigureColumn<Record<Key, number | null>>;

/** Column for working time: words on the page, hours in the file. */
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

/** Columns that identify a case and link to its history. */
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

/** One figure of the two compared groups. */
export interface Compared {
  term: Term;
  estas: number | null;
  otras: number | null;
  show: (value: number) => string;
  /** The figure is a share, whose difference is in percentage points. */
  isShare?: boolean;
}

/** Difference to the other group, of a share as it is, else relative; null where it is undefined. */
function changeOf({ estas, otras, isShare = false }: Compared): number | null {
  if (estas === null || otras === null) return null;
  if (isShare) return estas - otras;
  return otras === 0 ? null : (estas - otras) / otras;
}

/** `+20 %` or, of a share, `+20 puntos`. */
function changeInWords(row: Compared): string {
  const change = changeOf(row);
  if (change === null) return '—';
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  return row.isShare === true
    ? `${sign}${counted(Math.round(Math.abs(change) * 100), 'punto', 'puntos')}`
    : `${sign}${percentInWords(Math.abs(change))}`;
}

/** Filters of the cases that a figure counts, where it does not count all. */
const casesOf: Partial<Record<Term, Partial<WorkflowAddress>>> = {
  tarde: { tarde: 'si' },
  retrabajo: { con: 'retrabajo' },
  reprocesos: { con: 'retrabajo' },
  limpios: { con: 'sin_retrabajo' },
  directos: { con: 'directo' },
  rechazos: { con: 'rechazo' },
  correcciones: { con: 'correccion' },
};

/** Columns that compare the two groups, with the relative difference. */
export const comparedColumns = (
  place: WorkflowViewState,
  ...sides: readonly (readonly [id: 'estas' | 'otras', header: string])[]
): readonly FigureColumn<Compared>[] => [
  textColumn('cifra', 'Cifra', ({ term }) => nameOf(term), {
    isRowHeader: true,
    cell: ({ term }) => <CaseLink place={place} filter={casesOf[term]} name={nameOf(term)} />,
  }),
  ...sides.map(([id, header]) =>
    figureColumn<Compared>(id, header, (row) => row[id], String, {
      cell: ({ [id]: value, show }) => (value === null ? '—' : show(value)),
    }),
  ),
  figureColumn('cambio', 'Diferencia', changeOf, String, { cell: changeInWords }),
];

/** Link to the cases of the page that a figure counts. */
export const CaseLink = ({
  place,
  filter = {},
  name,
}: {
  place: WorkflowViewState;
  filter?: Partial<WorkflowAddress> | undefined;
  name: ReactNode;
}) => <TextLink to={place.pathWith({ vista: 'ciclo', ...filter })}>{name}</TextLink>;

/** The stage of a row, with a link to its cases: by default all that went through it. */
export const stageColumn = <Row extends { estado: string }>(
  place: WorkflowViewState,
  look: Partial<DataTableColumn<Row>> = {},
  filterOf: (row: Row) => Partial<WorkflowAddress> = ({ estado }) => ({ paso: `box ${estado}` }),
): FigureColumn<Row> =>
  textColumn('estado', 'Etapa', ({ estado }) => stateNameOf('box', estado), {
    cell: (row) => (
      <CaseLink place={place} filter={filterOf(row)} name={stateNameOf('box', row.estado)} />
    ),
    ...look,
  });

/** Column for a share as a bar with a percentage. */
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

/** Links that set one field of the address. */
export const Choice = <Name extends 'por' | 'grupo' | 'contra'>({
  place: { address, pathWith },
  label = 'Agrupar',
  name,
  names,
}: {
  place: WorkflowViewState;
  label?: string;
  name: Name;
  names: Record<WorkflowViewState['address'][Name], string>;
}) => (
  <SwitchLinks
    label={label}
    choices={(Object.keys(names) as WorkflowViewState['address'][Name][]).map((one) => ({
      to: pathWith({ [name]: one }),
      label: names[one],
      active: one === address[name],
    }))}
  />
);

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** `12 (40 %)`: a number of cases and its share of all cases. */
export const countWithShare = (part: number, casos: number): string =>
  `${countOf(part)} (${percentInWords(shareOf(part, casos))})`;

/** Path of a case in one line, with marks for rejections and corrections behind the stages. */
export const pathInWords = (
  pasos: readonly { estado: string; rechazo: number; correccion: number }[],
): string =>
  pasos
    .map(({ estado, rechazo, correccion }) =>
      [
        stateNameOf('box', estado),
        ...(rechazo === 1 ? ['✗'] : []),
        ...(correccion === 1 ? ['↻'] : []),
      ].join(' '),
    )
    .join(' → ');

/** `Ana Tienda (12), Luis Supervisor (3)` */
export const timesInWords = (rows: readonly { nombre: string; veces: number }[]): string =>
  rows.map(({ nombre, veces }) => `${nombre} (${countOf(veces)})`).join(', ');
