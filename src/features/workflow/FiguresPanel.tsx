/** What the panels of figures have in common: how their figures come, what each means, tables to take along. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { millisecondsInHour } from 'date-fns/constants';
import { Download } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { workingTimeInWords } from '#machines/domain/history/durations.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { csvLine, csvMark } from '#machines/domain/values/csv.ts';
import { type Result, dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { StatTile } from '../../ui/layout/StatTile.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import type { detailOf } from '../../wire/looking.actors.ts';
import { figureColumn } from '../records/list-table.tsx';
import { downloadFile } from './drawing/ChartViews.tsx';
import { ShareBar } from './Charts.tsx';
import { countOf } from './workflow-words.ts';

/** The calls whose answers are figures of cases. */
export type FigurePath =
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
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="inherit"
      aria-busy={loading}
    >
      {children(answer)}
    </chakra.div>
  );
}

/** What each figure is: its name and its definition. */
const terms = {
  casos: ['Casos', 'Cajas cerradas en el periodo, con los filtros elegidos.'],
  enCurso: ['Casos abiertos', 'Cajas enviadas que todavía no se cierran.'],
  ciclo: ['Tiempo de ciclo', 'Tiempo hábil del primer gasto al cierre: la mitad tarda menos.'],
  media: ['Media', 'Suma de los tiempos dividida entre los casos.'],
  mediana: ['Mediana', 'La mitad de los casos tarda menos.'],
  p90: ['Percentil 90', 'Nueve de cada diez casos tardan menos.'],
  minimo: ['Mínimo', 'El caso que menos tardó.'],
  maximo: ['Máximo', 'El caso que más tardó.'],
  alDinero: [
    'De la compra al dinero',
    'Del primer gasto al dinero en la tienda: la mitad tarda menos.',
  ],
  tarde: ['Tarde', 'Casos que pasaron la meta de alguna etapa.'],
  retrabajo: ['Retrabajo', 'Casos con algún rechazo o alguna corrección.'],
  directos: ['Camino directo', 'Casos sin rechazo, sin corrección y sin mantenimiento.'],
  variantes: ['Variantes', 'Caminos distintos que siguieron los casos.'],
  relevos: ['Relevos', 'Veces que un caso cambió de manos.'],
  espera: ['Espera', 'De todos los casos, desde que llegan hasta lo primero que alguien hace.'],
  trabajo: ['Trabajo', 'De todos los casos, desde lo primero que alguien hace hasta el envío.'],
  tiempo: ['Tiempo', 'Suma de los tiempos de ciclo de todos los casos.'],
  rechazos: ['Rechazos', 'Decisiones que rechazaron un gasto.'],
  correcciones: ['Correcciones', 'Veces que la tienda corrigió un gasto.'],
  costo: ['Costo', 'Tiempo hábil de más, en promedio, que los casos sin retrabajo.'],
  vueltas: ['Vueltas', 'Gastos que volvieron a su tienda y se decidieron otra vez.'],
  decisiones: ['Decisiones', 'Aprobaciones y rechazos que tomaron las personas.'],
  valor: ['Valor', 'Pesos que pidieron los casos.'],
  meta: ['Meta', 'Días hábiles que puede durar la etapa.'],
} as const satisfies Record<string, readonly [name: string, definition: string]>;

export type Term = keyof typeof terms;

export const nameOf = (term: Term): string => terms[term][0];

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

/** A column of a file too, where a unit stands in its head. */
export type FigureColumn<Row> = DataTableColumn<Row> & { unit?: string };

const csvOf = <Row extends object>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): string =>
  csvMark +
  [
    columns.map(({ header, unit }) => (unit === undefined ? header : `${header} (${unit})`)),
    ...rows.map((row) =>
      columns.map(({ sortValue, searchValue }) => (sortValue ?? searchValue)?.(row) ?? null),
    ),
  ]
    .map(csvLine)
    .join('');

type FigureTableProps<Row extends object> = Omit<
  ComponentProps<typeof TableSection<Row>>,
  'columns'
> & {
  columns: readonly FigureColumn<Row>[];
  /** Those whose definitions it needs. */
  defines?: readonly Term[];
  /** The rows of the file, where the page shows a part of them. */
  everyRow?: () => Promise<Result<readonly Row[]>>;
};

/** A table that is sorted, explained and taken along. */
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
          <Definitions of={defines} />
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

/** Working time in words; a dash where there is none. */
export function useTimeWords(): (time: number | null | undefined) => string {
  const calendar = useWorkingCalendar();
  return (time) => (time === null || time === undefined ? '—' : workingTimeInWords(time, calendar));
}

/** Working time: in words on the page, in hours in the file. */
export const timeColumn = <Row,>(
  id: string,
  term: Term,
  read: (row: Row) => number | null,
  inWords: (time: number) => string,
): FigureColumn<Row> => ({
  ...figureColumn<Row>(id, nameOf(term), read, inWords, {
    sortValue: (row) => {
      const time = read(row);
      return time === null ? null : Math.round((time / millisecondsInHour) * 100) / 100;
    },
  }),
  unit: 'horas hábiles',
});

export const countColumn = <Row,>(
  id: string,
  term: Term,
  read: (row: Row) => number | null,
): FigureColumn<Row> => figureColumn<Row>(id, nameOf(term), read, countOf);

/** A part of a whole as a bar with its per cent. */
export const shareColumn = <Row,>(
  id: string,
  header: string,
  read: (row: Row) => number | null,
  look: Partial<DataTableColumn<Row>> = {},
): FigureColumn<Row> =>
  figureColumn<Row>(
    id,
    header,
    read,
    (share) => <ShareBar share={share}>{percentInWords(share)}</ShareBar>,
    { width: '12rem', ...look },
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
