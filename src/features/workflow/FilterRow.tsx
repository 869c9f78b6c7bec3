import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { lastDays } from '#machines/domain/values/dates.ts';
import { type DateRange, periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import type { WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import type { Option } from '../../ui/fields/FormField.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { NativeChoice } from '../../ui/fields/SearchInput.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import {
  type ChoiceName,
  choicesOf,
  chosenAs,
  optionsWith,
  usualChoices,
} from './filter-choices.ts';
import type { WorkflowFilters } from './workflow.actors.ts';

/** Filters of a panel: stores only, stores and period, or all filters of cases. */
export type FilterScope = 'stores' | 'period' | 'cases';

interface FilterRowProps {
  place: WorkflowViewState;
  /** Null while the options are loading. */
  filters: WorkflowFilters | null;
  /** Null for no filters. */
  scope: FilterScope | null;
  /** Accessible name, which differs when a screen has two rows. */
  title?: string;
  /** Before the filters. */
  children?: ReactNode;
}

const periods: readonly Option<number>[] = [
  { value: 7, label: '7 días' },
  { value: 30, label: '30 días' },
  { value: 90, label: '90 días' },
  { value: 365, label: '12 meses' },
];

const ownPeriod = 'otro';

/** Row of filters stored in the address; each active filter has a chip that removes it. */
export function FilterRow({ place, filters, scope, title = 'Filtros', children }: FilterRowProps) {
  const { address, usual, goWith, pathWith } = place;
  const today = serverToday();
  const hasDays = scope === 'cases' || scope === 'period';
  const choices = scope === null ? [] : choicesOf(filters, scope === 'cases');
  const period = periods.find(({ value }) => {
    const { min, max } = lastDays(today, value);
    return address.desde === min && address.hasta === max;
  });
  const [own, setOwn] = useState(false);
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ name }: { name: ChoiceName }) =>
    usualChoices.includes(name) || added.includes(name) || Boolean(address[name]);
  const others = choices.filter(({ name, options }) => !isShown({ name }) && options.length > 0);
  const showsDays = hasDays && (own || period === undefined);
  const chips = [
    ...(!hasDays || (address.desde === usual.desde && address.hasta === usual.hasta)
      ? []
      : [{ label: period?.label ?? daysInWords(address, today), without: usual }]),
    ...choices.flatMap((choice) => {
      const { name, label } = choice;
      const chosen = address[name];
      const option = optionsWith(choice, chosen).find(({ value }) => value === chosen);
      return chosen === 0 || chosen === ''
        ? []
        : [{ label: `${label}: ${option?.label ?? '…'}`, without: chosenAs(name, '', chosen) }];
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
        {children}
        {!hasDays ? null : (
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
              onChange={({ target: { value } }) => goWith(chosenAs(name, value, address[name]))}
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
