/** Simulation of other policies on past cases. */
import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { FlaskConical } from 'lucide-react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { type CasePolicy, casePolicies, targetedStates } from '#contract/calls/figures.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { stateNameOf } from '#machines/domain/history/log-words.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { countOf, counted } from '#machines/domain/values/texts.ts';
import type { Simulation, simulationMachine } from '#machines/flows/workflow/simulation.machine.ts';
import { dataOf, isLoading } from '#machines/flows/steps/result.ts';
import { loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { FormField, optionsOf } from '../../ui/fields/FormField.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import type { WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { moneyColumn } from '../../ui/table/columns.tsx';
import {
  type Compared,
  type FigureColumn,
  FigureTable,
  FigureTiles,
  LoadedFigures,
  caseColumns,
  comparedColumns,
  countColumn,
  timeColumn,
  useTimeWords,
  CaseLink,
} from './FiguresPanel.tsx';
import { caseFilterParams, nameOf } from './workflow-words.ts';
import type { WorkflowFilters } from './workflow.actors.ts';

/** Label and parameters of each policy. */
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

/** Policies to try with one press: nearly every expense is below the value of the first. */
const proposals = [
  { politica: 'previa_limpia_hasta', limite: 200_000 },
  { politica: 'mantenimiento_desde', limite: 100_000 },
  { politica: 'envio_diario', limite: 0 },
] as const;

interface Policy {
  politica: CasePolicy | '';
  limite: number;
  /** Category id or state, depending on the policy. */
  de: string;
}

/** Missing parameters; empty when the policy can be simulated. */
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

/** Policy as request parameters. */
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
  place: WorkflowViewState;
  machine: typeof simulationMachine;
  filters: WorkflowFilters | null;
}

/** Simulates another policy on past cases, box by box. */
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
            description="Elija una política: se aplica a las cajas del periodo, una por una."
            action={proposals.map((policy) => (
              <LinkButton
                key={policy.politica}
                to={place.pathWith(policy)}
                variant="outline"
                size="sm"
              >
                {policies[policy.politica].label.replace('un valor', formatPesos(policy.limite))}
              </LinkButton>
            ))}
          />
        </Section>
      ) : (
        <Simulated
          place={place}
          machine={machine}
          question={{ ...caseFilterParams(address), ...policyOf(politica, address) }}
        />
      )}
    </>
  );
}

const policiesIn = ({ politica, limite, de }: Policy): Policy => ({ politica, limite, de });

const Chosen = ({
  label,
  onChoose,
  ...choice
}: Pick<ComponentProps<typeof NativeChoice>, 'value' | 'options'> & {
  label: string;
  onChoose: (value: string) => void;
}) => (
  <FormField label={label}>
    {(control) => (
      <NativeChoice {...control} {...choice} onChange={({ target }) => onChoose(target.value)}>
        <option value="">Elija…</option>
      </NativeChoice>
    )}
  </FormField>
);

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
          <Chosen
            label="Política"
            value={policy.politica}
            options={casePolicies.map((value) => ({ value, label: policies[value].label }))}
            onChoose={(text) =>
              setPolicy({
                politica: casePolicies.find((one) => one === text) ?? '',
                limite: 0,
                de: '',
              })
            }
          />
          {asked?.de === undefined ? null : (
            <Chosen
              label={asked.de}
              value={policy.de}
              options={
                asked.de === 'Etapa'
                  ? targetedStates.map((value) => ({ value, label: stateNameOf('box', value) }))
                  : optionsOf(filters?.categorias ?? [])
              }
              onChoose={(de) => setPolicy({ ...policy, de })}
            />
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

const signed = (show: (value: number) => string) => (value: number) =>
  value < 0 ? `−${show(-value)}` : value > 0 ? `+${show(value)}` : show(value);

/** What the policy costs and saves, in words: only what it changes. */
function changesOf(
  { antes, despues, rechazos_perdidos, valor_perdido }: Simulation,
  inWords: (time: number) => string,
): string[] {
  const change = (name: keyof Simulation['antes'], words: (by: number) => string) => {
    const by = despues[name] - antes[name];
    return by === 0 ? [] : [`${words(Math.abs(by))} ${by > 0 ? 'más' : 'menos'}`];
  };
  return [
    ...change('cajas', (by) => counted(by, 'caja', 'cajas')),
    ...change('decisiones', (by) => counted(by, 'decisión', 'decisiones')),
    ...change('tiempo', (by) => `${inWords(by)} de espera`),
    ...change('tarde', (by) => counted(by, 'caja fuera de meta', 'cajas fuera de meta')),
    ...change('pesos', (by) => `${formatPesos(by)} aprobados`),
    ...(rechazos_perdidos === 0
      ? []
      : [
          `${counted(rechazos_perdidos, 'rechazo', 'rechazos')} por ${formatPesos(valor_perdido)} que no se habrían hecho`,
        ]),
  ];
}

function Changes({ of }: { of: Simulation }) {
  const changes = changesOf(of, useTimeWords());
  return (
    <InlineAlert
      tone={of.rechazos_perdidos === 0 ? 'info' : 'warning'}
      title={changes.length === 0 ? 'Nada habría cambiado.' : 'Habría sido así:'}
      reasons={changes}
    />
  );
}

const Progress = ({ casos, faltan }: Simulation) => (
  <ProgressBar
    label={`Van ${countOf(casos)} de ${countOf(casos + faltan)} cajas`}
    value={(casos / (casos + faltan)) * 100}
  />
);

function Simulated({
  place,
  machine,
  question,
}: Pick<SimulationPanelProps, 'place' | 'machine'> & { question: RequestOf<'/flujoSimular'> }) {
  const [snapshot, send] = useActor(machine, { input: { key: question } });
  useNewQuestion(question, (key) => send({ type: 'ASK', key }));
  const inWords = useTimeWords();
  const boxColumns: readonly FigureColumn<Simulation['cajas'][number]>[] = [
    ...caseColumns,
    countColumn('cajas', signed(countOf)),
    countColumn('decisiones', signed(countOf)),
    moneyColumn('pesos', nameOf('aprobado'), (row) => row.pesos),
    timeColumn('tiempo', signed(inWords)),
    countColumn('rechazos_perdidos'),
  ];
  const rowsOf = (estas: Simulation['antes'], otras: Simulation['antes']): Compared[] => [
    { term: 'cajas', estas: estas.cajas, otras: otras.cajas, show: countOf },
    { term: 'decisiones', estas: estas.decisiones, otras: otras.decisiones, show: countOf },
    { term: 'aprobado', estas: estas.pesos, otras: otras.pesos, show: formatPesos },
    { term: 'tiempo', estas: estas.tiempo, otras: otras.tiempo, show: inWords },
    { term: 'tarde', estas: estas.tarde, otras: otras.tarde, show: countOf },
  ];
  return (
    <LoadedFigures
      answer={dataOf(snapshot)}
      loading={isLoading(snapshot)}
      load={loadOf(snapshot, send)}
      isEmpty={({ casos }) => casos === 0}
    >
      {(simulated) => (
        <>
          {simulated.faltan === 0 ? null : <Progress {...simulated} />}
          <FigureTiles
            place={place}
            tiles={[['casos', <CaseLink key="" place={place} name={countOf(simulated.casos)} />]]}
          />
          <Changes of={simulated} />
          <FigureTable
            title="Como fue y como habría sido"
            defines={['cajas', 'decisiones', 'aprobado', 'tiempo', 'tarde']}
            columns={comparedColumns(place, ['otras', 'Como fue'], ['estas', 'Como habría sido'])}
            rows={rowsOf(simulated.despues, simulated.antes)}
            rowKey={({ term }) => term}
          />
          <FigureTable
            title="Cajas que habrían cambiado"
            description="La mayor diferencia primero."
            columns={boxColumns}
            rows={simulated.cajas}
            rowKey={(row) => row.id_caja}
            emptyTitle="Ninguna caja habría cambiado"
          />
        </>
      )}
    </LoadedFigures>
  );
}
