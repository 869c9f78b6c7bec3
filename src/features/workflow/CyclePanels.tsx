/** Panels for cycle times, variants and rework loops of cases. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Eye, Route } from 'lucide-react';
import type { CaseAttribute } from '#contract/calls/figures.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { backboneOf } from '#machines/diagram/chart.ts';
import { workingDaysInWords } from '#machines/domain/values/durations.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { isWaiting, percentInWords } from '#machines/domain/history/workflow-history.ts';
import { dateInBogota, shortDate } from '#machines/domain/values/bogota-time.ts';
import { daysFrom } from '#machines/domain/values/dates.ts';
import { type WorkingCalendar, workingDay } from '#machines/domain/values/working-hours.ts';
import { queryOf } from '#machines/flows/steps/result.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { useMayOpen, useWorkingCalendar } from '../../shell/session.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import {
  boxHistoryPath,
  type WorkflowAddress,
  type WorkflowViewState,
} from '../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { IconLink, LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import {
  figureColumn,
  iconColumn,
  moneyColumn,
  plainColumn,
  textColumn,
} from '../../ui/table/columns.tsx';
import { listTable } from '../../shell/screens/list-table.ts';
import { Columns, Line } from '../../ui/layout/Charts.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { chartOf } from './drawing/drawn.ts';
import {
  CaseLink,
  ChartSection,
  caseColumns,
  countColumn,
  countWithShare,
  type FigureColumn,
  FiguresPanel,
  type PanelProps,
  FigureTable,
  FigureTiles,
  pathInWords,
  shareColumn,
  shareOf,
  stageColumn,
  timeColumn,
  useTimeWords,
} from './FiguresPanel.tsx';
import type { CaseRow, everyCase, workflowCases } from './workflow.actors.ts';
import { lateColumn, stageColumns } from './GroupPanels.tsx';
import { bands } from './filter-choices.ts';
import { boxOf, caseFilterParams, lateInWords, nameOf } from './workflow-words.ts';

interface CaseListProps {
  place: WorkflowViewState;
  cases: typeof workflowCases;
  everyCase: typeof everyCase;
}

const noCases = ({ casos }: { casos: number }): boolean => casos === 0;

/** Label of a bin: `2–3`; the last bin is open: `10+`. */
const daysLabel = ({ desde, hasta }: { desde: number; hasta: number }, isLast: boolean): string =>
  isLast ? `${desde}+` : hasta === desde + 1 ? String(desde) : `${desde}–${hasta}`;

const days = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

const cycleColumns = (
  place: WorkflowViewState,
): readonly FigureColumn<AnswerOf<'/flujoCiclo'>['etapas'][number]>[] => [
  stageColumn(place, { isRowHeader: true }),
  ...stageColumns.slice(0, -1),
  lateColumn(place),
  countColumn('meta', workingDaysInWords),
];

type Week = AnswerOf<'/flujoCiclo'>['semanas'][number];

/** Marks a week that is partly outside the period. */
const cutMark = '*';

const dayAndMonth = (day: string): string => shortDate(day).slice(0, -5);

/** The last day of the week of a Monday that is not in the future. */
function sundayOf(monday: string): string {
  const [sunday, today] = [daysFrom(monday, 6), serverToday()];
  return sunday > today ? today : sunday;
}

/** Cycle times of cases, from the first expense to the closing and to the payment. */
export function CyclePanel({ machine, ...props }: CaseListProps & PanelProps<'/flujoCiclo'>) {
  const inWords = useTimeWords();
  const calendar = useWorkingCalendar();
  const { desde, hasta } = props.place.address;
  const isCut = ({ lunes }: Week) => lunes < desde || daysFrom(lunes, 6) > hasta;
  /** A time, with a link to the cases that took at least its whole days. */
  const longer = (time = 0) => (
    <CaseLink
      place={props.place}
      filter={{ dias: `${Math.floor(time / workingDay(calendar))}-` }}
      name={inWords(time)}
    />
  );
  const daysOf = ({ lunes }: Week) => ({
    desde: lunes < desde ? desde : lunes,
    hasta: daysFrom(lunes, 6) > hasta ? hasta : daysFrom(lunes, 6),
  });
  return (
    <>
      <FiguresPanel
        machine={machine}
        question={caseFilterParams(props.place.address)}
        isEmpty={({ cifras }) => noCases(cifras)}
      >
        {({ cifras, peor_al_dinero, semanas, marcha, distribucion, etapas }) => {
          const waiting = etapas.filter(({ estado }) => isWaiting('box', estado));
          const slowest = waiting.toSorted((one, other) => stageTime(other) - stageTime(one))[0];
          const whole = waiting.reduce((sum, stage) => sum + stageTime(stage), 0);
          const worst =
            peor_al_dinero === null ? (
              '—'
            ) : (
              <TextLink to={boxHistoryPath(peor_al_dinero.id_caja)}>
                <strong>{inWords(cifras.al_dinero?.maximo)}</strong>
                <chakra.span srOnly>{`: historia ${boxOf(peor_al_dinero)}`}</chakra.span>
              </TextLink>
            );
          return (
            <>
              {slowest === undefined ? null : (
                <InlineAlert tone="info">
                  {`El cuello de botella es «${stateNameOf('box', slowest.estado)}»: allí se va el ${percentInWords(shareOf(stageTime(slowest), whole))} del tiempo después del envío.`}
                </InlineAlert>
              )}
              <FigureTiles
                place={props.place}
                tiles={[
                  ['casos', countOf(cifras.casos)],
                  ['ciclo', longer(cifras.ciclo?.mediana)],
                  ['media', longer(cifras.ciclo?.media)],
                  ['p90', longer(cifras.ciclo?.p90)],
                  ['minimo', longer(cifras.ciclo?.minimo)],
                  ['maximo', longer(cifras.ciclo?.maximo)],
                  ['delEnvio', inWords(cifras.del_envio?.mediana)],
                  ['alDinero', inWords(cifras.al_dinero?.mediana)],
                  ['peorAlDinero', worst],
                  ['directos', countWithShare(cifras.directos, cifras.casos)],
                  ['rechazados', countWithShare(cifras.rechazados, cifras.gastos)],
                ]}
              />
              <ChartSection
                title="Días hábiles de ciclo, por semana del cierre"
                defines={['mediana', 'p90']}
                note={
                  semanas.some(isCut)
                    ? `${cutMark} El periodo no tiene la semana entera.`
                    : undefined
                }
              >
                <Line
                  series={[nameOf('mediana'), nameOf('p90')]}
                  show={(time) => days.format(time / workingDay(calendar))}
                  points={semanas.map((week) => ({
                    label: `${dayAndMonth(week.lunes)}${isCut(week) ? cutMark : ''}`,
                    values: [week.mediana, week.p90],
                    to: props.place.pathWith(daysOf(week)),
                  }))}
                />
              </ChartSection>
              <ChartSection
                title="Cajas en curso, enviadas y cerradas por semana"
                note="De las mismas tiendas, sin los demás filtros."
              >
                <Line
                  series={['En curso al terminar la semana', 'Enviadas', 'Cerradas']}
                  show={countOf}
                  points={marcha.map(({ lunes, en_curso, enviadas, cerradas }) => ({
                    label: dayAndMonth(lunes),
                    values: [en_curso, enviadas, cerradas],
                    to: props.place.pathWith({ desde: lunes, hasta: sundayOf(lunes) }),
                  }))}
                />
              </ChartSection>
              <ChartSection title="Cajas por días hábiles de ciclo" defines={['casos']}>
                <Columns
                  show={countOf}
                  columns={distribucion.map((bin, at) => ({
                    label: daysLabel(bin, at === distribucion.length - 1),
                    values: [bin.casos],
                    to: props.place.pathWith({
                      dias: `${bin.desde}-${at === distribucion.length - 1 ? '' : bin.hasta}`,
                    }),
                  }))}
                />
              </ChartSection>
              <FigureTable
                title="Tiempo por etapa"
                columns={cycleColumns(props.place)}
                rows={etapas}
                rowKey={({ estado }) => estado}
              />
            </>
          );
        }}
      </FiguresPanel>
      <CaseList {...props} title="Cajas" />
    </>
  );
}

const stageTime = ({ espera, trabajo }: { espera: number; trabajo: number }): number =>
  espera + trabajo;

const attributeNames: Record<CaseAttribute, string> = {
  tienda: 'Tienda',
  supervisor: 'Supervisor de hoy',
  formato: 'Formato',
  ciudad: 'Ciudad',
  categoria: 'Categoría',
  valor: 'Valor',
  mantenimiento: 'Mantenimiento',
  rechazo: 'Rechazo',
  correccion: 'Corrección',
  dia_envio: 'Día de envío',
};

/** Predicate for cases with an attribute: `son de Quibdó`. */
const attributeWords: Record<CaseAttribute, (valor: string) => string> = {
  tienda: (valor) => `son de ${valor}`,
  supervisor: (valor) => `son de tiendas de ${valor}`,
  formato: (valor) => `son del formato ${valor}`,
  ciudad: (valor) => `son de ${valor}`,
  categoria: (valor) => `tienen gastos de ${valor}`,
  valor: (valor) => `piden ${valor}`,
  mantenimiento: () => 'pasan por mantenimiento',
  rechazo: () => 'tienen un rechazo',
  correccion: () => 'tienen una corrección',
  dia_envio: (valor) => `se enviaron un ${valor}`,
};

/** Filter by an attribute. */
const attributeFilters: Record<CaseAttribute, (clave: number) => Partial<WorkflowAddress>> = {
  tienda: (tienda) => ({ tienda }),
  supervisor: (supervisor) => ({ supervisor }),
  formato: (formato) => ({ formato }),
  ciudad: (ciudad) => ({ ciudad }),
  categoria: (categoria) => ({ categoria }),
  valor: (at) => ({ valor: String(bands[at]?.value ?? '') }),
  mantenimiento: () => ({ mantenimiento: 'si' }),
  rechazo: () => ({ con: 'rechazo' }),
  correccion: () => ({ con: 'correccion' }),
  dia_envio: (day) => ({ dia_envio: String(day) }),
};

const partInWords = (part: number, whole: number): string =>
  `el ${percentInWords(shareOf(part, whole))} (${countOf(part)} de ${countOf(whole)})`;

/** Attributes that late cases have in common, and the list of late cases. */
export function LatePanel({ machine, ...props }: CaseListProps & PanelProps<'/flujoCiclo'>) {
  const { tarde: _, ...question } = caseFilterParams(props.place.address);
  return (
    <>
      <FiguresPanel machine={machine} question={question} isEmpty={({ cifras }) => noCases(cifras)}>
        {({ cifras: { casos, tarde }, comunes }) => {
          const strongest = comunes.find(({ azar }) => azar === 0);
          const columns: readonly FigureColumn<AnswerOf<'/flujoCiclo'>['comunes'][number]>[] = [
            textColumn('atributo', 'Atributo', ({ atributo }) => attributeNames[atributo]),
            textColumn('valor', 'Valor del atributo', (row) => row.valor, {
              isRowHeader: true,
              cell: ({ atributo, clave, valor }) => (
                <CaseLink
                  place={props.place}
                  filter={{ tarde: 'si', ...attributeFilters[atributo](clave) }}
                  name={valor}
                />
              ),
            }),
            shareColumn('tarde', 'De las tardías', (row) => shareOf(row.tarde, tarde)),
            shareColumn('otros', 'De las demás', (row) => shareOf(row.otros, casos - tarde)),
            textColumn('azar', 'Puede ser azar', ({ azar }) => (azar === 1 ? 'Sí' : 'No')),
          ];
          return (
            <>
              {strongest === undefined ? null : (
                <InlineAlert tone="info">
                  {`De las cajas tarde, ${partInWords(strongest.tarde, tarde)} ${attributeWords[strongest.atributo](strongest.valor)}; de las demás, ${partInWords(strongest.otros, casos - tarde)}.`}
                </InlineAlert>
              )}
              <FigureTiles place={props.place} tiles={[['tarde', countWithShare(tarde, casos)]]} />
              <FigureTable
                title="Qué tienen en común las tardías"
                description="Parte de las tardías y de las demás con cada atributo: las veinte mayores diferencias."
                columns={columns}
                rows={comunes}
                rowKey={({ atributo, valor }) => `${atributo} ${valor}`}
                emptyTitle="Ninguna caja pasó una meta"
              />
            </>
          );
        }}
      </FiguresPanel>
      <CaseList {...props} title="Cajas fuera de meta" only={{ tarde: 'si' }} />
    </>
  );
}

/** States of the shortest path from the first expense to the closing. */
const happyStates = new Set(backboneOf([chartOf('box')]).map(({ state }) => state.id));

type Variant = AnswerOf<'/flujoVariantes'>['variantes'][number];

const isHappy = ({ pasos }: Variant): boolean =>
  pasos.every(
    ({ estado, rechazo, correccion }) =>
      happyStates.has(estado) && rechazo === 0 && correccion === 0,
  );

const loopColumns = (
  place: WorkflowViewState,
): readonly FigureColumn<AnswerOf<'/flujoVariantes'>['bucles'][number]>[] => [
  stageColumn(place, { isRowHeader: true }, ({ estado }) => ({ con: `correccion ${estado}` })),
  countColumn('casos'),
  countColumn('vueltas'),
];

/** Variants: the distinct paths that cases took. */
export function VariantsPanel({
  machine,
  ...props
}: CaseListProps & PanelProps<'/flujoVariantes'>) {
  const { address, pathWith } = props.place;
  const inWords = useTimeWords();
  const columnsOf = (casos: number): readonly FigureColumn<Variant>[] => [
    textColumn('pasos', 'Camino', ({ pasos }) => pathInWords(pasos), {
      isRowHeader: true,
      cell: ({ camino, pasos }) => (
        <TextLink to={pathWith({ camino })}>{pathInWords(pasos)}</TextLink>
      ),
    }),
    countColumn('casos'),
    shareColumn('parte', 'Parte', (row) => shareOf(row.casos, casos)),
    timeColumn('media'),
    timeColumn('mediana'),
    moneyColumn('valor', nameOf('valor'), (row) => row.valor),
    iconColumn('ejemplo', 'Ejemplo', ({ ejemplo }) => (
      <IconLink
        to={boxHistoryPath(ejemplo.id_caja)}
        icon={Route}
        label={`Ver el recorrido ${boxOf(ejemplo)}`}
      />
    )),
  ];
  const chosen = (variants: readonly Variant[]) =>
    variants.find(({ camino }) => camino === address.camino);
  const { camino: _, ...question } = caseFilterParams(address);
  return (
    <FiguresPanel machine={machine} question={question} isEmpty={noCases}>
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
                action={
                  <LinkButton
                    to={boxHistoryPath(slowest.ejemplo.id_caja)}
                    variant="outline"
                    size="sm"
                    icon={Route}
                  >
                    Ver una caja de la más lenta
                  </LinkButton>
                }
              >
                {`La más lenta: ${pathInWords(slowest.pasos)}, ${inWords(slowest.media)} en promedio.`}
              </InlineAlert>
            )}
            <FigureTiles
              place={props.place}
              tiles={[
                ['casos', countOf(casos)],
                ['variantes', countOf(variantes.length)],
                ['directos', countWithShare(happy, casos)],
              ]}
            />
            <FigureTable
              title="Variantes"
              description="✗ hubo un rechazo, ↻ hubo una corrección. Elija una para ver sus cajas."
              columns={columnsOf(casos)}
              rows={variantes}
              rowKey={({ camino }) => camino}
              searchPlaceholder="Buscar por etapa"
              initialSort={{ id: 'casos', direction: 'desc' }}
            />
            <FigureTable
              title="Cajas con devoluciones"
              columns={loopColumns(props.place)}
              rows={bucles}
              rowKey={({ estado }) => estado}
              emptyTitle="Ningún gasto volvió a su tienda"
            />
            {variant === undefined ? null : (
              <CaseList
                key={variant.camino}
                {...props}
                title={`Cajas de ${pathInWords(variant.pasos)}`}
                only={{ camino: variant.camino }}
              />
            )}
          </>
        );
      }}
    </FiguresPanel>
  );
}

const dayOf = (instant: number): string => shortDate(dateInBogota(instant));

const lastColumns: readonly FigureColumn<CaseRow>[] = [
  figureColumn('cierre', 'Cierre', (row) => row.cierre, dayOf, { nowrap: true }),
  plainColumn('personas', 'Personas', (row) => row.personas.join(', '), {
    searchValue: (row) => row.personas.join(', '),
    width: '15rem',
  }),
];

const factColumns: readonly FigureColumn<CaseRow>[] = [
  ...caseColumns,
  timeColumn('duracion'),
  moneyColumn('total', nameOf('total'), (row) => row.total),
  countColumn('rechazos'),
  countColumn('correcciones'),
  countColumn('relevos'),
  ...lastColumns,
];

/** Columns of late cases, which say why. */
const lateColumns = (calendar: WorkingCalendar): readonly FigureColumn<CaseRow>[] => {
  const words = ({ exceso }: CaseRow) => (exceso === null ? '' : lateInWords(exceso, calendar));
  return [
    ...caseColumns,
    plainColumn('exceso', 'Por qué', words, { searchValue: words, width: '20rem' }),
    timeColumn('duracion'),
    moneyColumn('total', nameOf('total'), (row) => row.total),
    ...lastColumns,
  ];
};

const boxColumn = iconColumn<CaseRow>('box', 'Ver caja', (row) => (
  <IconLink
    to={pathTo('detalleCajaCI', { idCaja: row.id_caja })}
    icon={Eye}
    label={`Ver los gastos ${boxOf(row)}`}
  />
));

/**
 * Cases of a figure, paged and sorted by the server, the longest cycle time first.
 *
 * @param only restricts the list to one variant, or to late cases
 */
function CaseList({
  place,
  cases,
  everyCase,
  title,
  only,
}: CaseListProps & { title: string; only?: { camino?: string; tarde?: 'si' } }) {
  const question = { ...caseFilterParams(place.address), ...only };
  const [snapshot, send] = useActor(cases, { input: { query: { ...question, ...firstPage } } });
  useNewQuestion(question, (next) => send({ type: 'QUERY', query: { ...next, ...firstPage } }));
  const mayOpenBox = useMayOpen('detalleCajaCI');
  const calendar = useWorkingCalendar();
  return (
    <FigureTable
      {...listTable(
        snapshot,
        (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
        send,
      )}
      title={title}
      everyRow={() => everyCase(queryOf(snapshot))}
      actions={
        only?.camino === undefined ? null : (
          <LinkButton to={place.pathWith({ camino: '' })} variant="ghost" size="sm">
            Cerrar la lista
          </LinkButton>
        )
      }
      columns={[
        ...(question.tarde === 'si' ? lateColumns(calendar) : factColumns),
        ...(mayOpenBox ? [boxColumn] : []),
      ]}
      rowKey={(row) => row.id_caja}
      searchable
      searchPlaceholder="Buscar por tienda o número de caja"
      emptyTitle="Ninguna caja"
    />
  );
}
