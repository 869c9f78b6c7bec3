/** Cases beside others, what a company looks at, and what other policies would have made of them. */
import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type TargetedState, targetFields } from '#contract/calls/administration.calls.ts';
import {
  type CasePolicy,
  type Comparison,
  type DeviationKind,
  casePolicies,
  comparisons,
} from '#contract/calls/figures.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { percentInWords } from '#machines/domain/history/workflow-history.ts';
import { dateTimeInBogota, shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { countPath } from '../../app/screens/paths.ts';
import { type WorkflowPlace, boxHistoryPath } from '../../app/screens/workflow-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { FormField, optionsOf } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { SwitchLinks } from '../../ui/layout/TabLinks.tsx';
import { figureColumn, moneyColumn, textColumn } from '../records/list-table.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { deviations, differingCounts } from './DeviationsLead.tsx';
import {
  type FigureColumn,
  type FigureMachine,
  FigureTable,
  FigureTiles,
  FiguresPanel,
  type Term,
  countColumn,
  nameOf,
  shareOf,
  stageNameOf,
  timeColumn,
  useTimeWords,
} from './FiguresPanel.tsx';
import { casesOf, countOf } from './workflow-words.ts';
import type { WorkflowFilters } from './workflow.actors.ts';

const comparisonNames: Record<Comparison, string> = {
  anterior: 'Con el periodo anterior',
  resto: 'Con los demás casos',
};

type Figures = AnswerOf<'/flujoComparar'>['estas'];

/** A figure of both groups. */
interface Compared {
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

function comparedOf(estas: Figures, otras: Figures, inWords: (time: number) => string): Compared[] {
  const row = (
    term: Term,
    read: (figures: Figures) => number | null | undefined,
    show: (value: number) => string,
  ): Compared => ({ term, estas: read(estas) ?? null, otras: read(otras) ?? null, show });
  const share = (term: 'tarde' | 'retrabajo' | 'directos') =>
    row(term, (one) => (one.casos === 0 ? null : shareOf(one[term], one.casos)), percentInWords);
  return [
    row('casos', (one) => one.casos, countOf),
    row('valor', (one) => one.valor, formatPesos),
    row('ciclo', (one) => one.ciclo?.mediana, inWords),
    row('p90', (one) => one.ciclo?.p90, inWords),
    row('alDinero', (one) => one.al_dinero?.mediana, inWords),
    share('directos'),
    share('retrabajo'),
    share('tarde'),
    row('variantes', (one) => one.variantes, countOf),
    row('relevos', (one) => one.relevos, countOf),
  ];
}

/** The cases beside those of as many days before, or beside all others of the period. */
export function ComparisonPanel({
  place: { address, pathWith },
  machine,
}: {
  place: WorkflowPlace;
  machine: FigureMachine<'/flujoComparar'>;
}) {
  const inWords = useTimeWords();
  const { contra } = address;
  const others = contra === 'anterior' ? 'Periodo anterior' : 'Los demás';
  const show = (value: number | null, row: Compared) => (value === null ? '—' : row.show(value));
  const columns: readonly FigureColumn<Compared>[] = [
    textColumn('cifra', 'Cifra', ({ term }) => nameOf(term), { isRowHeader: true }),
    figureColumn('estas', 'Estos casos', (row) => row.estas, String, {
      cell: (row) => show(row.estas, row),
    }),
    figureColumn('otras', others, (row) => row.otras, String, {
      cell: (row) => show(row.otras, row),
    }),
    figureColumn('cambio', 'Diferencia', changeOf, changeInWords),
  ];
  const stageColumns: readonly FigureColumn<AnswerOf<'/flujoComparar'>['etapas'][number]>[] = [
    textColumn('estado', 'Etapa', ({ estado }) => stageNameOf(estado), { isRowHeader: true }),
    {
      ...timeColumn('estas', 'mediana', (row) => row.estas?.mediana ?? null, inWords),
      header: 'Estos casos',
    },
    {
      ...timeColumn('otras', 'mediana', (row) => row.otras?.mediana ?? null, inWords),
      header: others,
    },
  ];
  return (
    <>
      <SwitchLinks
        label="Comparar"
        choices={comparisons.map((one) => ({
          to: pathWith({ contra: one }),
          label: comparisonNames[one],
          active: one === contra,
        }))}
      />
      <FiguresPanel
        machine={machine}
        question={{ ...casesOf(address), contra }}
        isEmpty={({ estas, otras }) => estas.casos + otras.casos === 0}
      >
        {({ estas, otras, desde, hasta, etapas, frases }) => (
          <>
            <InlineAlert
              tone="info"
              title={
                contra === 'anterior'
                  ? `Frente al periodo del ${shortDate(desde)} al ${shortDate(hasta)}`
                  : 'Frente a los demás casos del periodo'
              }
              reasons={frases}
            >
              {frases.length === 0 ? 'Ninguna diferencia que diga algo.' : null}
            </InlineAlert>
            <FigureTable
              title="Comparación"
              defines={['casos', 'ciclo', 'p90', 'alDinero', 'directos', 'retrabajo', 'tarde']}
              columns={columns}
              rows={comparedOf(estas, otras, inWords)}
              rowKey={({ term }) => term}
            />
            <FigureTable
              title="Mediana por etapa"
              defines={['mediana']}
              columns={stageColumns}
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

/** `hoy 03:00`, or the day with its time. */
const dayAndTime = (instant: number): string =>
  dateTimeInBogota(instant).replace(serverToday(), 'hoy');

/** What the rules allow and a company looks at; each leads to its case. */
export function DeviationsPanel({
  place: { address, pathWith },
  machine,
}: {
  place: WorkflowPlace;
  machine: FigureMachine<'/flujoDesviaciones'>;
}) {
  const { clase } = address;
  const classColumns: readonly FigureColumn<DeviationClass>[] = [
    textColumn('clase', 'Desviación', (row) => deviations[row.clase][0], {
      isRowHeader: true,
      cell: (row) =>
        row.cantidad === 0 ? (
          deviations[row.clase][0]
        ) : (
          <TextLink to={pathWith({ clase: row.clase })}>{deviations[row.clase][0]}</TextLink>
        ),
    }),
    textColumn('que', 'Qué es', (row) => deviations[row.clase][1]),
    textColumn('umbral', 'Umbral', ({ umbral, ...row }) =>
      umbral === null ? '' : `${countOf(umbral)} ${deviations[row.clase][2] ?? ''}`,
    ),
    figureColumn('cantidad', 'Cantidad', (row) => row.cantidad, countOf),
  ];
  const columns: readonly FigureColumn<Deviation>[] = [
    textColumn('tienda', 'Tienda', (row) => row.tienda, {
      isRowHeader: true,
      cell: (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
    }),
    figureColumn('consecutivo', 'Caja n.º', (row) => row.consecutivo, String),
    textColumn('clase', 'Desviación', (row) => deviations[row.clase][0]),
    textColumn('detalle', 'Detalle', (row) => row.detalle),
    textColumn('persona', 'Persona', (row) => row.persona),
    textColumn('instante', 'Cuándo', (row) => dateTimeInBogota(row.instante), { nowrap: true }),
  ];
  return (
    <FiguresPanel machine={machine} question={casesOf(address)} isEmpty={() => false}>
      {({ integridad, clases, arqueos }) => (
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
          <FigureTable
            title="Desviaciones"
            description="Lo que las reglas permiten y conviene mirar. Los umbrales están en Configuración."
            columns={classColumns}
            rows={clases}
            rowKey={(row) => row.clase}
          />
          <FigureTable
            key={clase}
            title={clase === '' ? 'Casos con desviaciones' : deviations[clase][0]}
            columns={columns}
            rows={clases
              .filter((row) => clase === '' || row.clase === clase)
              .flatMap((row) => row.casos.map((one) => ({ ...one, clase: row.clase })))}
            rowKey={(row) => `${row.clase} ${row.id_caja} ${row.id_gasto} ${row.instante}`}
            searchPlaceholder="Buscar por tienda, persona o detalle"
            emptyTitle="Ningún caso se desvía"
          />
          <FigureTable
            title={differingCounts}
            columns={countColumns}
            rows={arqueos.casos}
            rowKey={(row) => row.id}
          />
        </>
      )}
    </FiguresPanel>
  );
}

/** Each policy, with what it has to be given. */
const policies: Record<
  CasePolicy,
  { label: string; limite?: 'Pesos' | 'Días hábiles'; de?: 'Categoría' | 'Etapa' }
> = {
  mantenimiento_desde: { label: 'Mantenimiento solo desde un valor', limite: 'Pesos' },
  previa_limpia_hasta: { label: 'Sin primera revisión hasta un valor', limite: 'Pesos' },
  envio_diario: { label: 'Envío diario en lugar de por caja' },
  limite_categoria: { label: 'Límite por categoría', limite: 'Pesos', de: 'Categoría' },
  meta: { label: 'Otra meta de etapa', limite: 'Días hábiles', de: 'Etapa' },
};

const targetedStates = Object.keys(targetFields) as TargetedState[];

interface Policy {
  politica: CasePolicy | '';
  limite: number;
  /** Id of a category, or a state. */
  de: string;
}

/** What of a policy is still to be said; nothing where it can be tried. */
const missingOf = ({ politica, limite, de }: Policy): string[] => {
  if (politica === '') return ['Elija una política.'];
  const asked = policies[politica];
  return [
    ...(asked.limite !== undefined && limite <= 0
      ? [`Escriba ${asked.limite.toLowerCase()}.`]
      : []),
    ...(asked.de !== undefined && de === '' ? [`Elija la ${asked.de.toLowerCase()}.`] : []),
  ];
};

/** The policy as the call takes it. */
const policyOf = (politica: CasePolicy, { limite, de }: Policy) => ({
  politica,
  ...(policies[politica].limite === 'Pesos' && { limite }),
  ...(politica === 'limite_categoria' && { categoria_limite: Number(de) }),
  ...(politica === 'meta' && {
    estado: targetedStates.find((state) => state === de),
    dias: limite,
  }),
});

interface SimulationPanelProps {
  place: WorkflowPlace;
  filters: WorkflowFilters | null;
  machine: FigureMachine<'/flujoSimular'>;
}

/** What another policy would have made of what happened, box by box. */
export function SimulationPanel({ place, filters, machine }: SimulationPanelProps) {
  const { address } = place;
  const { politica } = address;
  return (
    <>
      <PolicyForm key={JSON.stringify(policiesIn(address))} place={place} filters={filters} />
      {politica === '' || missingOf(address).length > 0 ? (
        <Section>
          <EmptyState
            icon={FlaskConical}
            title="¿Y si la regla fuera otra?"
            description="Elija una política: se aplica a los casos del periodo, uno por uno."
          />
        </Section>
      ) : (
        <Simulated
          machine={machine}
          question={{ ...casesOf(address), ...policyOf(politica, address) }}
        />
      )}
    </>
  );
}

const policiesIn = ({ politica, limite, de }: Policy): Policy => ({ politica, limite, de });

function PolicyForm({ place, filters }: Omit<SimulationPanelProps, 'machine'>) {
  const [policy, setPolicy] = useState(() => policiesIn(place.address));
  const asked = policy.politica === '' ? undefined : policies[policy.politica];
  const missing = missingOf(policy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing.length === 0) place.goWith(policy);
  };
  return (
    <Section
      title="Otra política"
      description="Se prueba sobre lo que de verdad ocurrió; nada cambia."
    >
      <chakra.form aria-label="Otra política" onSubmit={submit} display="grid" gap="4">
        <FieldGrid columns={3}>
          <FormField label="Política">
            {(control) => (
              <NativeChoice
                {...control}
                value={policy.politica}
                options={casePolicies.map((value) => ({ value, label: policies[value].label }))}
                onChange={({ target: { value } }) =>
                  setPolicy({
                    politica: casePolicies.find((one) => one === value) ?? '',
                    limite: 0,
                    de: '',
                  })
                }
              >
                <option value="">Elija…</option>
              </NativeChoice>
            )}
          </FormField>
          {asked?.de === undefined ? null : (
            <FormField label={asked.de}>
              {(control) => (
                <NativeChoice
                  {...control}
                  value={policy.de}
                  options={
                    asked.de === 'Etapa'
                      ? targetedStates.map((value) => ({ value, label: stageNameOf(value) }))
                      : optionsOf(filters?.categorias ?? [])
                  }
                  onChange={({ target: { value } }) => setPolicy({ ...policy, de: value })}
                >
                  <option value="">Elija…</option>
                </NativeChoice>
              )}
            </FormField>
          )}
          {asked?.limite === undefined ? null : (
            <FormField label={asked.limite}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  maxLength={9}
                  value={policy.limite === 0 ? '' : String(policy.limite)}
                  onChange={({ target: { value } }) =>
                    setPolicy({ ...policy, limite: Number(value.replace(/\D/g, '')) })
                  }
                />
              )}
            </FormField>
          )}
        </FieldGrid>
        <div>
          <GuardedButton type="submit" icon={FlaskConical} reasons={missing}>
            Probar la política
          </GuardedButton>
        </div>
      </chakra.form>
    </Section>
  );
}

type Simulation = AnswerOf<'/flujoSimular'>;

function Simulated(
  props: Pick<Parameters<typeof FiguresPanel<'/flujoSimular'>>[0], 'machine' | 'question'>,
) {
  const inWords = useTimeWords();
  const signed = (show: (value: number) => string) => (value: number) =>
    value < 0 ? `−${show(-value)}` : value > 0 ? `+${show(value)}` : show(value);
  const columns: readonly FigureColumn<Compared>[] = [
    textColumn('cifra', 'Cifra', ({ term }) => nameOf(term), { isRowHeader: true }),
    figureColumn('otras', 'Como fue', (row) => row.otras, String, {
      cell: (row) => row.show(row.otras ?? 0),
    }),
    figureColumn('estas', 'Como habría sido', (row) => row.estas, String, {
      cell: (row) => row.show(row.estas ?? 0),
    }),
    figureColumn('cambio', 'Diferencia', changeOf, changeInWords),
  ];
  const boxColumns: readonly FigureColumn<Simulation['cajas'][number]>[] = [
    textColumn('tienda', 'Tienda', (row) => row.tienda, {
      isRowHeader: true,
      cell: (row) => <TextLink to={boxHistoryPath(row.id_caja)}>{row.tienda}</TextLink>,
    }),
    figureColumn('consecutivo', 'Caja n.º', (row) => row.consecutivo, String),
    figureColumn('decisiones', nameOf('decisiones'), (row) => row.decisiones, signed(countOf)),
    moneyColumn('pesos', nameOf('valor'), (row) => row.pesos),
    timeColumn('tiempo', 'tiempo', (row) => row.tiempo, signed(inWords)),
    countColumn('perdidos', 'rechazos', (row) => row.rechazos_perdidos),
  ];
  return (
    <FiguresPanel {...props} isEmpty={({ casos }) => casos === 0}>
      {({ casos, antes, despues, rechazos_perdidos, valor_perdido, cajas }) => (
        <>
          <FigureTiles tiles={[['casos', countOf(casos)]]} />
          <InlineAlert tone={rechazos_perdidos === 0 ? 'info' : 'warning'}>
            {rechazos_perdidos === 0
              ? 'Ningún rechazo se habría perdido.'
              : `Se habrían perdido ${countOf(rechazos_perdidos)} rechazos por ${formatPesos(valor_perdido)}.`}
          </InlineAlert>
          <FigureTable
            title="Como fue y como habría sido"
            defines={['decisiones', 'valor', 'tiempo', 'tarde']}
            columns={columns}
            rows={[
              {
                term: 'decisiones',
                estas: despues.decisiones,
                otras: antes.decisiones,
                show: countOf,
              },
              { term: 'valor', estas: despues.pesos, otras: antes.pesos, show: formatPesos },
              { term: 'tiempo', estas: despues.tiempo, otras: antes.tiempo, show: inWords },
              { term: 'tarde', estas: despues.tarde, otras: antes.tarde, show: countOf },
            ]}
            rowKey={({ term }) => term}
          />
          <FigureTable
            title="Cajas que habrían cambiado"
            description="La mayor diferencia primero; a lo más 200 cajas."
            columns={boxColumns}
            rows={cajas}
            rowKey={(row) => row.id_caja}
            emptyTitle="Ninguna caja habría cambiado"
          />
        </>
      )}
    </FiguresPanel>
  );
}
