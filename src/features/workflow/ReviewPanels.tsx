/** Panels that compare groups of cases and list deviations. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { Comparison, DeviationKind } from '#contract/calls/figures.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { countOf, counted } from '#machines/domain/values/texts.ts';
import { countPath } from '../../shell/screens/paths.ts';
import { type WorkflowViewState, comparedViewOf } from '../../shell/screens/workflow-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { figureColumn, moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import { deviations, differingCounts } from './DeviationsLead.tsx';
import {
  Choice,
  type Compared,
  type FigureColumn,
  FigureTable,
  FiguresPanel,
  type PanelProps,
  caseColumns,
  comparedColumns,
  shareOf,
  stageColumn,
  timeOfColumn,
  timesInWords,
  useTimeWords,
} from './FiguresPanel.tsx';
import { FilterRow } from './FilterRow.tsx';
import { type Term, caseFilterParams } from './workflow-words.ts';
import type { WorkflowFilters } from './workflow.actors.ts';

const comparisonNames: Record<Comparison, string> = {
  anterior: 'Con el periodo anterior',
  resto: 'Con las demás cajas',
  otro: 'Con otro grupo',
};

type Figures = AnswerOf<'/flujoComparar'>['estas'];

function comparedOf(estas: Figures, otras: Figures, inWords: (time: number) => string): Compared[] {
  const row = (
    term: Term,
    read: (figures: Figures) => number | null | undefined,
    show: (value: number) => string,
  ): Compared => ({ term, estas: read(estas) ?? null, otras: read(otras) ?? null, show });
  const share = (
    term: 'tarde' | 'retrabajo' | 'directos' | 'rechazados',
    of: 'casos' | 'gastos' = 'casos',
  ) => ({
    ...row(term, (one) => (one[of] === 0 ? null : shareOf(one[term], one[of])), percentInWords),
    isShare: true,
  });
  return [
    row('casos', (one) => one.casos, countOf),
    row('valor', (one) => one.valor, formatPesos),
    row('ciclo', (one) => one.ciclo?.mediana, inWords),
    row('p90', (one) => one.ciclo?.p90, inWords),
    row('delEnvio', (one) => one.del_envio?.mediana, inWords),
    row('alDinero', (one) => one.al_dinero?.mediana, inWords),
    share('directos'),
    share('retrabajo'),
    share('tarde'),
    share('rechazados', 'gastos'),
    row('variantes', (one) => one.variantes, countOf),
    row('relevos', (one) => one.relevos, countOf),
  ];
}

/** Compares the cases with the previous period, with all other cases of the period, or with a second set of filters. */
export function ComparisonPanel({
  place,
  filters,
  machine,
}: PanelProps<'/flujoComparar'> & { filters: WorkflowFilters | null }) {
  const inWords = useTimeWords();
  const { address } = place;
  const { contra } = address;
  const other = comparedViewOf(place);
  type Stage = AnswerOf<'/flujoComparar'>['etapas'][number];
  const median = (id: 'estas' | 'otras', header: string): FigureColumn<Stage> =>
    timeOfColumn(id, header, (row) => row[id]?.mediana ?? null);
  return (
    <>
      <Choice place={place} label="Comparar" name="contra" names={comparisonNames} />
      {contra === 'otro' ? (
        <div>
          <chakra.p aria-hidden="true" mb="2" textStyle="sm" fontWeight="semibold">
            El otro grupo
          </chakra.p>
          <FilterRow place={other} filters={filters} scope="cases" title="Filtros del otro grupo" />
        </div>
      ) : null}
      <FiguresPanel
        machine={machine}
        question={{
          ...caseFilterParams(address),
          contra,
          ...(contra === 'otro' && { otro: caseFilterParams(other.address) }),
        }}
        isEmpty={({ estas, otras }) => estas.casos + otras.casos === 0}
      >
        {({ estas, otras, nombres, etapas, frases }) => (
          <>
            <InlineAlert
              tone="info"
              title={`${nombres.estas} · ${nombres.otras}`}
              reasons={frases}
            />
            <FigureTable
              title="Comparación"
              defines={comparedOf(estas, otras, inWords).map(({ term }) => term)}
              columns={comparedColumns(place, ['estas', nombres.estas], ['otras', nombres.otras])}
              rows={comparedOf(estas, otras, inWords)}
              rowKey={({ term }) => term}
            />
            <FigureTable
              title="Mediana por etapa"
              defines={['mediana']}
              columns={[
                stageColumn(place, { isRowHeader: true }),
                median('estas', nombres.estas),
                median('otras', nombres.otras),
              ]}
              rows={etapas}
              rowKey={({ estado }) => estado}
            />
          </>
        )}
      </FiguresPanel>
    </>
  );
}

type DeviationClass = AnswerOf<'/flujoDesviaciones'>['clases'][number];
type Deviation = DeviationClass['casos'][number] & { clase: DeviationKind };
type CountThatDiffers = AnswerOf<'/flujoDesviaciones'>['arqueos']['casos'][number];

const countColumns: readonly FigureColumn<CountThatDiffers>[] = [
  textColumn('tienda', 'Tienda', (row) => row.tienda, {
    isRowHeader: true,
    cell: ({ id_tienda, tienda, id }) => (
      <TextLink to={countPath('arqueosTienda', id_tienda, id)}>{tienda}</TextLink>
    ),
  }),
  moneyColumn('diferencia', 'Diferencia', (row) => row.diferencia),
  textColumn('persona', 'Persona', (row) => row.persona),
  textColumn('instante', 'Cuándo', (row) => dateTimeInBogota(row.instante), { nowrap: true }),
];

/** Date and time; today is `hoy 03:00`. */
const dayAndTime = (instant: number): string =>
  dateTimeInBogota(instant).replace(serverToday(), 'hoy');

const deviationColumns: readonly FigureColumn<Deviation>[] = [
  ...caseColumns,
  textColumn('clase', 'Desviación', (row) => deviations[row.clase][0]),
  textColumn('detalle', 'Detalle', (row) => row.detalle),
  textColumn('persona', 'Persona', (row) => row.persona),
  textColumn('instante', 'Cuándo', (row) => dateTimeInBogota(row.instante), { nowrap: true }),
];

const classColumns = ({ pathWith }: WorkflowViewState): readonly FigureColumn<DeviationClass>[] => [
  textColumn('clase', 'Desviación', (row) => deviations[row.clase][0], {
    isRowHeader: true,
    cell: ({ clase, cantidad }) =>
      cantidad === 0 ? (
        deviations[clase][0]
      ) : (
        <TextLink to={pathWith({ clase })}>{deviations[clase][0]}</TextLink>
      ),
  }),
  textColumn('que', 'Qué es', (row) => deviations[row.clase][1]),
  textColumn('umbral', 'Umbral', ({ umbral, clase }) =>
    umbral === null ? '' : `${countOf(umbral)} ${deviations[clase][2] ?? ''}`,
  ),
  figureColumn('cantidad', 'Cantidad', (row) => row.cantidad, countOf),
  textColumn('personas', 'Quiénes más', peopleInWords),
];

/** `Ana Tienda (12), Luis Supervisor (3) y 2 más`. */
function peopleInWords({ personas, otras_personas }: DeviationClass): string {
  const named = timesInWords(personas);
  return otras_personas === 0 ? named : `${named} y ${countOf(otras_personas)} más`;
}

/** Says how many deviations the list leaves out; undefined when it has all. */
function leftOut(clase: string, shown: number, found: number): string | undefined {
  if (shown === found) return undefined;
  const part = `${countOf(shown)} de ${countOf(found)}`;
  return clase === ''
    ? `Las más recientes de cada clase, ${part}. Elija una clase para verlas y descargarlas todas.`
    : `Las más recientes, ${part}. Elija un periodo más corto para verlas todas.`;
}

/** Deviations by kind, with a link to every case. */
export function DeviationsPanel({ place, machine }: PanelProps<'/flujoDesviaciones'>) {
  const { address } = place;
  const { clase } = address;
  return (
    <FiguresPanel
      machine={machine}
      question={{ ...caseFilterParams(address), ...(clase !== '' && { clase }) }}
      isEmpty={() => false}
    >
      {({ integridad, clases, arqueos }) => {
        const listed = clases.filter((row) => clase === '' || row.clase === clase);
        const rows = listed.flatMap((row) =>
          row.casos.map((one) => ({ ...one, clase: row.clase })),
        );
        const found = listed.reduce((sum, { cantidad }) => sum + cantidad, 0);
        return (
          <>
            {integridad === null ? (
              <InlineAlert tone="info">
                El registro se verifica esta noche por primera vez.
              </InlineAlert>
            ) : (
              <InlineAlert tone={integridad.hallazgos === 0 ? 'success' : 'danger'}>
                {integridad.hallazgos === 0
                  ? `Registro íntegro, verificado ${dayAndTime(integridad.instante)}`
                  : `El registro tiene ${countOf(integridad.hallazgos)} diferencias, verificado ${dayAndTime(integridad.instante)}`}
              </InlineAlert>
            )}
            {integridad !== null && integridad.derivados > 0 && (
              <InlineAlert tone="warning">
                Las cifras de {counted(integridad.derivados, 'caja cerrada', 'cajas cerradas')} no
                son las de su registro: se reconstruyen con npm run derived:rebuild.
              </InlineAlert>
            )}
            <FigureTable
              title="Desviaciones"
              description="Lo que las reglas permiten y conviene mirar. Los umbrales están en Configuración."
              columns={classColumns(place)}
              rows={clases}
              rowKey={(row) => row.clase}
            />
            <FigureTable
              key={clase}
              title={clase === '' ? 'Cajas con desviaciones' : deviations[clase][0]}
              columns={deviationColumns}
              description={leftOut(clase, rows.length, found)}
              rows={rows}
              rowKey={(row) => `${row.clase} ${row.id_caja} ${row.id_gasto} ${row.instante}`}
              searchPlaceholder="Buscar por tienda, persona o detalle"
              emptyTitle="Ninguna caja se desvía"
            />
            <FigureTable
              title={differingCounts}
              columns={countColumns}
              rows={arqueos.casos}
              rowKey={(row) => row.id}
            />
          </>
        );
      }}
    </FiguresPanel>
  );
}
