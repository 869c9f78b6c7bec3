/** The figures of how long cases take, which ways they go, and where they turn back. */
import { useActor } from '@xstate/react';
import { Eye, Route } from 'lucide-react';
import {
  type CaseAttribute,
  type ReworkGroup,
  reworkGroups,
} from '#contract/calls/figures.calls.ts';
import { type DelayGroup, delayGroups } from '#contract/calls/workflow.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { backboneOf } from '#machines/diagram/chart.ts';
import { workingDaysInWords } from '#machines/domain/history/durations.ts';
import { isWaiting, percentInWords } from '#machines/domain/history/workflow-history.ts';
import { workingDay } from '#machines/domain/values/working-hours.ts';
import { instantInBogota, shortDate } from '#machines/domain/values/bogota-time.ts';
import { queryOf } from '#machines/flows/steps/result.ts';
import { firstPage } from '../../app/screens/first-lists.ts';
import { pathTo } from '../../app/screens/paths.ts';
import { useNewQuestion } from '../../app/screens/use-list-address.ts';
import { type WorkflowPlace, boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { useMayOpen, useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { IconLink, LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import {
  figureColumn,
  iconColumn,
  listTable,
  moneyColumn,
  plainColumn,
  textColumn,
} from '../records/list-table.tsx';
import { Columns, Line } from './Charts.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  ChartSection,
  type FigureColumn,
  type FigureMachine,
  FigureTable,
  FigureTiles,
  FiguresPanel,
  countColumn,
  countWithShare,
  nameOf,
  pathInWords,
  shareColumn,
  shareOf,
  stageNameOf,
  timeColumn,
  useTimeWords,
} from './FiguresPanel.tsx';
import { boxOf, casesOf, countOf } from './workflow-words.ts';
import type { CaseRow, everyCase, workflowCases } from './workflow.actors.ts';

type Row<
  Path extends keyof Parts,
  Part extends keyof AnswerOf<Path>,
> = AnswerOf<Path>[Part] extends readonly (infer One)[] ? One : never;
type Parts = Record<
  '/flujoCiclo' | '/flujoVariantes' | '/flujoRetrabajo' | '/flujoEtapas',
  unknown
>;

interface CasePanelProps {
  place: WorkflowPlace;
  cases: typeof workflowCases;
  everyCase: typeof everyCase;
}

const noCases = ({ casos }: { casos: number }): boolean => casos === 0;

/** Days as columns of a distribution: `2–3`, and `10+` for the last, which is open. */
const daysLabel = ({ desde, hasta }: { desde: number; hasta: number }, isLast: boolean): string =>
  isLast ? `${desde}+` : hasta === desde + 1 ? String(desde) : `${desde}–${hasta}`;

const days = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** How long cases take, from the first expense to the closing and to the money. */
export function CyclePanel({
  machine,
  ...props
}: CasePanelProps & { machine: FigureMachine<'/flujoCiclo'> }) {
  const inWords = useTimeWords();
  const calendar = useWorkingCalendar();
  const columns: readonly FigureColumn<Row<'/flujoCiclo', 'etapas'>>[] = [
    textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado), { isRowHeader: true }),
    ...stageColumns<Row<'/flujoCiclo', 'etapas'>>(inWords),
    figureColumn('meta', nameOf('meta'), (row) => row.meta, workingDaysInWords),
  ];
  return (
    <>
      <FiguresPanel
        machine={machine}
        question={casesOf(props.place.address)}
        isEmpty={({ cifras }) => noCases(cifras)}
      >
        {({ cifras, semanas, distribucion, etapas }) => {
          const waiting = etapas.filter(({ estado }) => isWaiting('box', estado));
          const slowest = waiting.toSorted((one, other) => stageTime(other) - stageTime(one))[0];
          const whole = waiting.reduce((sum, stage) => sum + stageTime(stage), 0);
          return (
            <>
              {slowest === undefined ? null : (
                <InlineAlert tone="info">
                  {`El cuello de botella es «${stageNameOf(slowest.estado)}»: allí se va el ${percentInWords(shareOf(stageTime(slowest), whole))} del tiempo después del envío.`}
                </InlineAlert>
              )}
              <FigureTiles
                tiles={[
                  ['casos', countOf(cifras.casos)],
                  ['ciclo', inWords(cifras.ciclo?.mediana)],
                  ['media', inWords(cifras.ciclo?.media)],
                  ['p90', inWords(cifras.ciclo?.p90)],
                  ['minimo', inWords(cifras.ciclo?.minimo)],
                  ['maximo', inWords(cifras.ciclo?.maximo)],
                  ['alDinero', inWords(cifras.al_dinero?.mediana)],
                  ['directos', countWithShare(cifras.directos, cifras.casos)],
                ]}
              />
              <ChartSection
                title="Días hábiles de ciclo, por semana del cierre"
                defines={['mediana', 'p90']}
              >
                <Line
                  series={[nameOf('mediana'), nameOf('p90')]}
                  show={(time) => days.format(time / workingDay(calendar))}
                  points={semanas.map(({ lunes, mediana, p90 }) => ({
                    label: shortDate(lunes).slice(0, -5),
                    values: [mediana, p90],
                  }))}
                />
              </ChartSection>
              <ChartSection title="Casos por días hábiles de ciclo" defines={['casos']}>
                <Columns
                  show={countOf}
                  columns={distribucion.map((bin, at) => ({
                    label: daysLabel(bin, at === distribucion.length - 1),
                    values: [bin.casos],
                  }))}
                />
              </ChartSection>
              <FigureTable
                title="Tiempo por etapa"
                defines={['espera', 'trabajo', 'mediana', 'p90', 'tarde', 'meta']}
                columns={columns}
                rows={etapas}
                rowKey={({ estado }) => estado}
              />
            </>
          );
        }}
      </FiguresPanel>
      <CaseList {...props} title="Casos" />
    </>
  );
}

interface StageTimes {
  casos: number;
  espera: number;
  trabajo: number;
  mediana: number;
  p90: number;
  tarde: number;
}

const stageTime = ({ espera, trabajo }: StageTimes): number => espera + trabajo;

const stageColumns = <Stage extends StageTimes>(
  inWords: (time: number) => string,
): readonly FigureColumn<Stage>[] => [
  countColumn('casos', 'casos', (row) => row.casos),
  timeColumn('espera', 'espera', (row) => row.espera, inWords),
  timeColumn('trabajo', 'trabajo', (row) => row.trabajo, inWords),
  timeColumn('mediana', 'mediana', (row) => row.mediana, inWords),
  timeColumn('p90', 'p90', (row) => row.p90, inWords),
  countColumn('tarde', 'tarde', (row) => row.tarde),
];

const attributeNames: Record<CaseAttribute, string> = {
  tienda: 'Tienda',
  supervisor: 'Supervisor',
  formato: 'Formato',
  ciudad: 'Ciudad',
  categoria: 'Categoría',
  valor: 'Valor',
  mantenimiento: 'Mantenimiento',
  rechazo: 'Rechazo',
  correccion: 'Corrección',
  dia_envio: 'Día de envío',
};

/** What late cases have in common, and which they are. */
export function LatePanel({
  machine,
  ...props
}: CasePanelProps & { machine: FigureMachine<'/flujoCiclo'> }) {
  return (
    <>
      <FiguresPanel
        machine={machine}
        question={casesOf(props.place.address)}
        isEmpty={({ cifras }) => noCases(cifras)}
      >
        {({ cifras: { casos, tarde }, comunes }) => {
          const columns: readonly FigureColumn<Row<'/flujoCiclo', 'comunes'>>[] = [
            textColumn('atributo', 'Atributo', ({ atributo }) => attributeNames[atributo]),
            textColumn('valor', 'Valor del atributo', (row) => row.valor, { isRowHeader: true }),
            shareColumn('tarde', 'De las tardías', (row) => shareOf(row.tarde, tarde)),
            shareColumn('otros', 'De las demás', (row) => shareOf(row.otros, casos - tarde)),
          ];
          return (
            <>
              <FigureTiles tiles={[['tarde', countWithShare(tarde, casos)]]} />
              <FigureTable
                title="Qué tienen en común las tardías"
                description="Parte de las tardías y de las demás que tiene cada atributo."
                columns={columns}
                rows={comunes}
                rowKey={({ atributo, valor }) => `${atributo} ${valor}`}
                emptyTitle="Ningún caso pasó una meta"
              />
            </>
          );
        }}
      </FiguresPanel>
      <CaseList {...props} title="Casos tardíos" only={{ tarde: 'si' }} />
    </>
  );
}

/** States on the shortest way from the first expense to the closing. */
const happyStates = new Set(backboneOf([chartOf('box')]).map(({ state }) => state.id));

type Variant = Row<'/flujoVariantes', 'variantes'>;

const isHappy = ({ pasos }: Variant): boolean =>
  pasos.every(
    ({ estado, rechazo, correccion }) =>
      happyStates.has(estado) && rechazo === 0 && correccion === 0,
  );

/** The ways that cases went. */
export function VariantsPanel({
  machine,
  ...props
}: CasePanelProps & { machine: FigureMachine<'/flujoVariantes'> }) {
  const { address, pathWith } = props.place;
  const inWords = useTimeWords();
  const columnsOf = (casos: number): readonly FigureColumn<Variant>[] => [
    textColumn('pasos', 'Camino', ({ pasos }) => pathInWords(pasos), {
      isRowHeader: true,
      cell: ({ camino, pasos }) => (
        <TextLink to={pathWith({ camino })}>{pathInWords(pasos)}</TextLink>
      ),
    }),
    countColumn('casos', 'casos', (row) => row.casos),
    shareColumn('parte', 'Parte', (row) => shareOf(row.casos, casos)),
    timeColumn('media', 'media', (row) => row.media, inWords),
    timeColumn('mediana', 'mediana', (row) => row.mediana, inWords),
    moneyColumn('valor', nameOf('valor'), (row) => row.valor),
    iconColumn('ejemplo', 'Ejemplo', ({ ejemplo }) => (
      <IconLink
        to={boxHistoryPath(ejemplo.id_caja)}
        icon={Route}
        label={`Ver el recorrido ${boxOf(ejemplo)}`}
      />
    )),
  ];
  const loopColumns: readonly FigureColumn<Row<'/flujoVariantes', 'bucles'>>[] = [
    textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado), { isRowHeader: true }),
    countColumn('casos', 'casos', (row) => row.casos),
    countColumn('vueltas', 'vueltas', (row) => row.vueltas),
  ];
  const chosen = (variants: readonly Variant[]) =>
    variants.find(({ camino }) => camino === address.camino);
  return (
    <FiguresPanel machine={machine} question={casesOf(address)} isEmpty={noCases}>
      {({ casos, variantes, bucles }) => {
        const [common] = variantes;
        const slowest = variantes.toSorted((one, other) => other.media - one.media)[0];
        const happy = variantes.filter(isHappy).reduce((sum, variant) => sum + variant.casos, 0);
        const variant = chosen(variantes);
        return (
          <>
            {common === undefined || slowest === undefined ? null : (
              <InlineAlert
                tone="info"
                title={`La variante más común: ${pathInWords(common.pasos)}: ${countWithShare(common.casos, casos)}.`}
              >
                {`La más lenta: ${pathInWords(slowest.pasos)}, ${inWords(slowest.media)} en promedio.`}
              </InlineAlert>
            )}
            <FigureTiles
              tiles={[
                ['casos', countOf(casos)],
                ['variantes', countOf(variantes.length)],
                ['directos', countWithShare(happy, casos)],
              ]}
            />
            <FigureTable
              title="Variantes"
              description="✗ hubo un rechazo, ↻ hubo una corrección. Elija una para ver sus casos."
              defines={['casos', 'media', 'mediana']}
              columns={columnsOf(casos)}
              rows={variantes}
              rowKey={({ camino }) => camino}
              searchPlaceholder="Buscar por etapa"
              initialSort={{ id: 'casos', direction: 'desc' }}
            />
            <FigureTable
              title="Casos con vueltas"
              defines={['vueltas']}
              columns={loopColumns}
              rows={bucles}
              rowKey={({ estado }) => estado}
              emptyTitle="Ningún gasto volvió a su tienda"
            />
            {variant === undefined ? null : (
              <CaseList
                key={variant.camino}
                {...props}
                title={`Casos de ${pathInWords(variant.pasos)}`}
                only={{ camino: variant.camino }}
              />
            )}
          </>
        );
      }}
    </FiguresPanel>
  );
}

const groupNames: Record<ReworkGroup, { button: string; header: string }> = {
  tienda: { button: 'Por tienda', header: 'Tienda' },
  persona: { button: 'Por revisor', header: 'Revisor' },
  motivo: { button: 'Por motivo', header: 'Motivo' },
  categoria: { button: 'Por categoría', header: 'Categoría' },
};

/** What was done again, and what it costs. */
export function ReworkPanel({
  place: { address, pathWith },
  machine,
}: {
  place: WorkflowPlace;
  machine: FigureMachine<'/flujoRetrabajo'>;
}) {
  const inWords = useTimeWords();
  const { grupo } = address;
  const columns: readonly FigureColumn<Row<'/flujoRetrabajo', 'grupos'>>[] = [
    textColumn('nombre', groupNames[grupo].header, (row) => row.nombre, { isRowHeader: true }),
    countColumn('casos', 'casos', (row) => row.casos),
    countColumn('retrabajo', 'retrabajo', (row) => row.retrabajo),
    shareColumn('parte', 'Parte con retrabajo', (row) => shareOf(row.retrabajo, row.casos)),
    figureColumn('veces', 'Veces', (row) => row.veces, countOf),
    timeColumn(
      'costo',
      'costo',
      (row) => row.costo,
      (time) => (time < 0 ? `−${inWords(-time)}` : inWords(time)),
    ),
  ];
  return (
    <FiguresPanel machine={machine} question={casesOf(address)} isEmpty={noCases}>
      {({ casos, retrabajo, rechazos, correcciones, media_con, media_sin, grupos }) => (
        <>
          <FigureTiles
            tiles={[
              ['retrabajo', countWithShare(retrabajo, casos)],
              ['rechazos', countOf(rechazos)],
              ['correcciones', countOf(correcciones)],
              [
                'costo',
                media_con === null || media_sin === null
                  ? '—'
                  : inWords(Math.max(0, media_con - media_sin)),
              ],
            ]}
          />
          <FigureTable
            key={grupo}
            title="Retrabajo"
            defines={['casos', 'retrabajo', 'costo']}
            actions={
              <SwitchLinks
                label="Agrupar"
                choices={reworkGroups.map((one) => ({
                  to: pathWith({ grupo: one }),
                  label: groupNames[one].button,
                  active: one === grupo,
                }))}
              />
            }
            columns={columns}
            rows={grupos.filter(({ por }) => por === grupo)}
            rowKey={({ id }) => id}
            initialSort={{ id: 'retrabajo', direction: 'desc' }}
            emptyTitle="Sin rechazos ni correcciones"
          />
        </>
      )}
    </FiguresPanel>
  );
}

const holders: Record<DelayGroup, { button: string; header: string }> = {
  tienda: { button: 'Por tienda', header: 'Tienda' },
  persona: { button: 'Por persona', header: 'Persona' },
};

const weekdays = ['Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb', 'Dom'];

/** Who waits and who works at each stage, how often cases change hands, and on which days they come. */
export function StagesPanel({
  place: { address, pathWith },
  machine,
}: {
  place: WorkflowPlace;
  machine: FigureMachine<'/flujoEtapas'>;
}) {
  const inWords = useTimeWords();
  const { por } = address;
  const columns: readonly FigureColumn<Row<'/flujoEtapas', 'filas'>>[] = [
    textColumn(por, holders[por].header, (row) => row.nombre, { isRowHeader: true }),
    textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado)),
    ...stageColumns<Row<'/flujoEtapas', 'filas'>>(inWords),
  ];
  return (
    <FiguresPanel
      machine={machine}
      question={{ ...casesOf(address), por }}
      isEmpty={({ filas }) => filas.length === 0}
    >
      {({ filas, relevos, carga }) => (
        <>
          <FigureTable
            key={por}
            title="Espera y trabajo por etapa"
            defines={['casos', 'espera', 'trabajo', 'mediana', 'p90', 'tarde']}
            actions={
              <SwitchLinks
                label="Agrupar"
                choices={delayGroups.map((one) => ({
                  to: pathWith({ por: one }),
                  label: holders[one].button,
                  active: one === por,
                }))}
              />
            }
            columns={columns}
            rows={filas}
            rowKey={({ id, nombre, estado }) => `${id} ${nombre} ${estado}`}
            searchPlaceholder="Buscar por nombre o etapa"
            initialSort={{ id: 'tarde', direction: 'desc' }}
          />
          <ChartSection title="Casos por relevos" defines={['relevos']}>
            <Columns
              show={countOf}
              columns={relevos.map((row) => ({ label: String(row.relevos), values: [row.casos] }))}
            />
          </ChartSection>
          <ChartSection title="Carga por día de la semana">
            <Columns
              show={countOf}
              series={['Llegadas', 'Salidas']}
              columns={carga.map(({ dia, llegadas, salidas }) => ({
                label: weekdays[dia - 1] ?? '',
                values: [llegadas, salidas],
              }))}
            />
          </ChartSection>
        </>
      )}
    </FiguresPanel>
  );
}

interface CaseListProps extends CasePanelProps {
  title: string;
  /** Cases of one variant, or late ones alone. */
  only?: { camino?: string; tarde?: 'si' };
}

/** The cases of a figure, the one that took longest first; pages and order are the server's. */
function CaseList({ place, cases, everyCase, title, only }: CaseListProps) {
  const inWords = useTimeWords();
  const question = { ...casesOf(place.address), ...only };
  const [snapshot, send] = useActor(cases, { input: { query: { ...question, ...firstPage } } });
  useNewQuestion(question, (next) => send({ type: 'QUERY', query: { ...next, ...firstPage } }));
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const columns: readonly FigureColumn<CaseRow>[] = [
    textColumn('tienda', 'Tienda', (row) => row.tienda, {
      isRowHeader: true,
      cell: (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
    }),
    figureColumn('consecutivo', 'Caja n.º', (row) => row.consecutivo, String),
    timeColumn('duracion', 'ciclo', (row) => row.duracion, inWords),
    moneyColumn('total', nameOf('valor'), (row) => row.total),
    countColumn('rechazos', 'rechazos', (row) => row.rechazos),
    countColumn('correcciones', 'correcciones', (row) => row.correcciones),
    countColumn('relevos', 'relevos', (row) => row.relevos),
    figureColumn('cierre', 'Cierre', (row) => row.cierre, dayOf, { nowrap: true }),
    plainColumn('personas', 'Personas', (row) => row.personas.join(', '), {
      searchValue: (row) => row.personas.join(', '),
    }),
    ...(mayOpenBox
      ? [
          iconColumn<CaseRow>('box', 'Ver caja', (row) => (
            <IconLink
              to={pathTo('detalleCajaCI', { idCaja: row.id_caja })}
              icon={Eye}
              label={`Ver los gastos ${boxOf(row)}`}
            />
          )),
        ]
      : []),
  ];
  return (
    <FigureTable
      {...listTable(
        snapshot,
        (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
        send,
      )}
      title={title}
      everyRow={() => everyCase(queryOf(snapshot))}
      defines={['ciclo', 'relevos']}
      actions={
        only?.camino === undefined ? null : (
          <LinkButton to={place.pathWith({ camino: '' })} variant="ghost" size="sm">
            Cerrar la lista
          </LinkButton>
        )
      }
      columns={columns}
      rowKey={(row) => row.id_caja}
      searchable={false}
      emptyTitle="Ningún caso"
    />
  );
}

const dayOf = (instant: number): string => shortDate(instantInBogota(instant).slice(0, 10));
