import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type CaseOutcome,
  caseOutcomes,
  caseTraits,
  targetedStates,
  type yesOrNo,
} from '#contract/calls/figures.calls.ts';
import { delayStates } from '#machines/domain/box/box-delays.ts';
import { stateNameOf, stepInWords, traitInWords } from '#machines/domain/history/log-words.ts';
import { stepsOfPath } from '#machines/domain/history/closed-case.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { lastDays } from '#machines/domain/values/dates.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { type DateRange, periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import type { WorkflowAddress, WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { type Option, optionsOf } from '../../ui/fields/FormField.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { pathInWords } from './FiguresPanel.tsx';
import type { WorkflowFilters } from './workflow.actors.ts';

/** Filters of a panel: stores only, stores and period, or all filters of cases. */
export type FilterScope = 'stores' | 'period' | 'cases';

interface FilterRowProps {
  place: WorkflowViewState;
  /** Null while the options are loading. */
  filters: WorkflowFilters | null;
  scope: FilterScope;
  /** Accessible name, which differs when a screen has two rows. */
  title?: string;
}

const periods: readonly Option<number>[] = [
  { value: 7, label: '7 días' },
  { value: 30, label: '30 días' },
  { value: 90, label: '90 días' },
  { value: 365, label: '12 meses' },
];

const outcomeNames: Record<CaseOutcome, string> = {
  completo: 'Aprobada completa',
  parcial: 'Aprobada en parte',
  nada: 'Sin aprobar',
};

const limits = [200_000, 500_000, 1_000_000];

/** Ranges of box values in pesos, encoded as in the address. */
export const bands: readonly Option[] = [...limits, null].map((to, index) => {
  const from = limits[index - 1];
  const [least, most] = [from, to].map((limit) => (limit ? formatPesos(limit) : null));
  return {
    value: `${from ?? ''}-${to ?? ''}`,
    label: least && most ? `${least} a ${most}` : most ? `Hasta ${most}` : `Más de ${least}`,
  };
});

/** Working days of a range of the address: `5 a 9 días hábiles`. */
function daysOf(range: string): string {
  const [from = '', to = ''] = range.split('-');
  const last = Number(to) - 1;
  if (to === '') return `${from} días hábiles o más`;
  return Number(from) === last ? `${last} días hábiles` : `${from || 0} a ${last} días hábiles`;
}

const listed = (values: readonly string[], labelOf: (value: string) => string): Option[] =>
  values.map((value) => ({ value, label: labelOf(value) }));

/** A choice has the name of its field in the address; `labelOf` names a value that is not among the options. */
const choicesOf = (filters: WorkflowFilters | null) =>
  [
    { name: 'tienda', label: 'Tienda', cases: false, options: optionsOf(filters?.tiendas ?? []) },
    {
      name: 'supervisor',
      label: 'Supervisor',
      cases: false,
      options: optionsOf(filters?.supervisores ?? []),
    },
    {
      name: 'categoria',
      label: 'Categoría',
      cases: true,
      options: optionsOf(filters?.categorias ?? []),
    },
    { name: 'valor', label: 'Valor', cases: true, options: bands },
    {
      name: 'formato',
      label: 'Formato',
      cases: false,
      options: optionsOf(filters?.formatos ?? []),
    },
    { name: 'ciudad', label: 'Ciudad', cases: false, options: optionsOf(filters?.ciudades ?? []) },
    {
      name: 'resultado',
      label: 'Resultado',
      cases: true,
      options: caseOutcomes.map((value) => ({ value, label: outcomeNames[value] })),
    },
    { name: 'persona', label: 'Persona', cases: true, options: optionsOf(filters?.personas ?? []) },
    {
      name: 'motivo',
      label: 'Motivo de rechazo',
      cases: true,
      options: optionsOf(filters?.motivos ?? []),
    },
    { name: 'tarde', label: 'Meta', cases: true, options: yesOrNoNamed('Tarde', 'A tiempo') },
    {
      name: 'tarde_en',
      label: 'Tarde en',
      cases: true,
      options: targetedStates.map((value) => ({ value, label: stateNameOf('box', value) })),
    },
    {
      name: 'mantenimiento',
      label: 'Mantenimiento',
      cases: true,
      options: yesOrNoNamed('Con', 'Sin'),
    },
    {
      name: 'con',
      label: 'Rechazos y retrabajo',
      cases: true,
      options: listed(caseTraits, traitInWords),
    },
    {
      name: 'paso',
      label: 'Pasó por',
      cases: true,
      options: listed(
        delayStates.slice(0, -1).map((state) => `box ${state}`),
        stepInWords,
      ),
      labelOf: stepInWords,
    },
    {
      name: 'dias',
      label: 'Duración',
      cases: true,
      options: listed(['-5', '5-10', '10-20', '20-'], daysOf),
      labelOf: daysOf,
    },
    {
      name: 'relevos',
      label: 'Relevos',
      cases: true,
      options: [],
      labelOf: (value: string) => value,
    },
    {
      name: 'dia_envio',
      label: 'Enviada un',
      cases: true,
      options: weekdays.map((label, index) => ({ value: String(index + 1), label })),
    },
    {
      name: 'camino',
      label: 'Camino',
      cases: true,
      options: [],
      labelOf: (value: string) => pathInWords(stepsOfPath(value)),
    },
  ] as const satisfies readonly Choice[];

interface Choice {
  name: keyof WorkflowAddress;
  label: string;
  cases: boolean;
  options: readonly Option<string | number>[];
  labelOf?: (value: string) => string;
}

/** The options, with the chosen value when it is none of them. */
const optionsWith = ({ options, labelOf }: Choice, chosen: string | number) =>
  chosen === '' || chosen === 0 || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: labelOf?.(String(chosen)) ?? '…' }];

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

const yesOrNoNamed = (yes: string, no: string): Option<(typeof yesOrNo)[number]>[] => [
  { value: 'si', label: yes },
  { value: 'no', label: no },
];

/** Shown from the start; the other choices are added one by one. */
const usualChoices: readonly string[] = ['tienda', 'supervisor', 'categoria', 'valor'];

type ChoiceName = ReturnType<typeof choicesOf>[number]['name'];

/** @param is the present value, whose type the new one has */
const named = (name: ChoiceName, text: string, is: string | number): Partial<WorkflowAddress> => ({
  [name]: typeof is === 'string' ? text : Number(text),
});

const ownPeriod = 'otro';

/** Row of filters stored in the address; each active filter has a chip that removes it. */
export function FilterRow({ place, filters, scope, title = 'Filtros' }: FilterRowProps) {
  const { address, usual, goWith, pathWith } = place;
  const today = serverToday();
  const choices = choicesOf(filters).filter(({ cases }) => scope === 'cases' || !cases);
  const period = periods.find(({ value }) => {
    const { min, max } = lastDays(today, value);
    return address.desde === min && address.hasta === max;
  });
  const [own, setOwn] = useState(false);
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ name }: { name: ChoiceName }) =>
    usualChoices.includes(name) || added.includes(name) || Boolean(address[name]);
  const others = choices.filter(({ name, options }) => !isShown({ name }) && options.length > 0);
  const showsDays = scope !== 'stores' && (own || period === undefined);
  const chips = [
    ...(scope === 'stores' || (address.desde === usual.desde && address.hasta === usual.hasta)
      ? []
      : [{ label: period?.label ?? daysInWords(address, today), without: usual }]),
    ...choices.flatMap((choice) => {
      const { name, label } = choice;
      const chosen = address[name];
      const option = optionsWith(choice, chosen).find(({ value }) => value === chosen);
      return chosen === 0 || chosen === ''
        ? []
        : [{ label: `${label}: ${option?.label ?? '…'}`, without: named(name, '', chosen) }];
    }),
  ];
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
      <chakra.fieldset
        display="flex"
        gap="2"
        // Overrides the minimum width of a fieldset, which is that of its content.
        minW="0"
        overflowX="auto"
        // Space for the focus ring, which `overflow` would clip.
        m="-1"
        p="1"
        _print={{ display: 'none' }}
        css={{ '& > *': { flex: '1 0 7rem', minW: '0' } }}
      >
        <chakra.legend srOnly>{title}</chakra.legend>
        {scope === 'stores' ? null : (
          <NativeChoice
            small
            aria-label="Periodo"
            value={showsDays ? ownPeriod : period?.value}
            options={[...periods, { value: ownPeriod, label: 'Otro periodo' }]}
            onChange={({ target: { value } }) => {
              setOwn(value === ownPeriod);
              if (value === ownPeriod) return;
              const { min, max } = lastDays(today, Number(value));
              goWith({ desde: min, hasta: max });
            }}
          />
        )}
        {choices.filter(isShown).map((choice) => {
          const { name, label } = choice;
          return (
            <NativeChoice
              key={name}
              small
              aria-label={label}
              value={address[name] || ''}
              options={optionsWith(choice, address[name])}
              onChange={({ target: { value } }) => goWith(named(name, value, address[name]))}
            >
              <option value="">{label}</option>
            </NativeChoice>
          );
        })}
        {others.length === 0 ? null : (
          <NativeChoice
            small
            aria-label="Agregar un filtro"
            value=""
            options={others.map(({ name, label }) => ({ value: name, label }))}
            onChange={({ target: { value } }) => setAdded([...added, value])}
          >
            <option value="">+ filtro</option>
          </NativeChoice>
        )}
      </chakra.fieldset>
      {showsDays ? <OwnPeriod place={place} today={today} /> : null}
      {chips.length === 0 ? null : (
        <chakra.ul
          aria-label={`${title} elegidos`}
          display="flex"
          flexWrap="wrap"
          gap="2"
          listStyleType="none"
        >
          {chips.map(({ label, without }) => (
            <li key={label}>
              <LinkButton
                to={pathWith(without)}
                variant="outline"
                tone="neutral"
                size="xs"
                icon={X}
              >
                <chakra.span srOnly>Quitar</chakra.span> {label}
              </LinkButton>
            </li>
          ))}
          <li>
            <LinkButton
              to={pathWith(Object.assign({}, ...chips.map(({ without }) => without)))}
              variant="ghost"
              size="xs"
            >
              Quitar filtros
            </LinkButton>
          </li>
        </chakra.ul>
      )}
    </chakra.div>
  );
}

const daysInWords = ({ desde, hasta }: DateRange, today: string): string =>
  `${shortDay(desde, today)} a ${shortDay(hasta, today)}`;

/** Synchronises the fields and the address in both directions. */
function FollowedAddress({ applied }: { applied: DateRange }) {
  const { values, setValues, submitForm } = useFormikContext<DateRange>();
  const text = JSON.stringify(applied);
  const known = useRef({ applied: text, values: text });
  useEffect(() => {
    const chosen = JSON.stringify(values);
    const before = known.current;
    known.current = { applied: text, values: chosen };
    if (text !== before.applied) void setValues(applied);
    else if (chosen !== before.values && chosen !== text) void submitForm();
  });
  return null;
}

/** Form for a custom period. */
function OwnPeriod({ place, today }: { place: WorkflowViewState; today: string }) {
  const { desde, hasta } = place.address;
  const applied = { desde, hasta };
  return (
    <Form
      label="Otro periodo"
      initialValues={applied}
      validate={(values) => formErrors(periodRefusals(values))}
      onSubmit={(values) => place.goWith(values)}
    >
      <FollowedAddress applied={applied} />
      <FieldGrid>
        <DateField name="desde" label="Desde" bounds={{ max: today }} />
        <DateField name="hasta" label="Hasta" bounds={{ max: today }} />
      </FieldGrid>
    </Form>
  );
}
