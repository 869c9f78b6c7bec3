import { chakra } from '@chakra-ui/react/styled-system';
import { Formik, useFormikContext } from 'formik';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import { daysFrom, lastDays, monthInWords, monthsFrom } from '#machines/domain/values/dates.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import { type DateRange, periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import type { WorkflowViewState } from '../../shell/screens/workflow-address.ts';
import { AutocompleteField } from '../../ui/fields/AutocompleteField.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import type { Option } from '../../ui/fields/FormField.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { NativeChoice, containsWords } from '../../ui/fields/SearchInput.tsx';
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

const ownPeriod = 'otro';

const lastPeriods = [
  [7, '7 días'],
  [30, '30 días'],
  [90, '90 días'],
  [365, '12 meses'],
] as const;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The last days, and the last whole months: alone, and two in a row. A value is the first and the last day. */
function periodsAt(today: string): Option<string>[] {
  const firsts = [1, 2, 3, 4, 5, 6].map((ago) => monthsFrom(`${today.slice(0, 7)}-01`, -ago));
  const until = (first: string) => daysFrom(monthsFrom(first, 1), -1);
  return [
    ...lastPeriods.map(([days, label]) => {
      const { min, max } = lastDays(today, days);
      return { value: `${min} ${max}`, label };
    }),
    ...firsts.map((first) => ({
      value: `${first} ${until(first)}`,
      label: upperFirst(monthInWords(first)),
    })),
    ...firsts.slice(1).map((first) => {
      const second = monthsFrom(first, 1);
      const name = monthInWords(first).replace(` de ${second.slice(0, 4)}`, '');
      return {
        value: `${first} ${until(second)}`,
        label: `${upperFirst(name)} y ${monthInWords(second)}`,
      };
    }),
  ];
}

/** Row of filters stored in the address; each active filter has a chip that removes it. */
export function FilterRow({ place, filters, scope, title = 'Filtros', children }: FilterRowProps) {
  const { address, usual, goWith, pathWith } = place;
  const today = serverToday();
  const hasDays = scope === 'cases' || scope === 'period';
  const choices = scope === null ? [] : choicesOf(filters, scope === 'cases');
  const periods = hasDays ? periodsAt(today) : [];
  const period = periods.find(({ value }) => value === `${address.desde} ${address.hasta}`);
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
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
      // Lists of searched filters are placed here, as the row scrolls; hidden labels must not widen the page.
      position="relative"
      overflowX="clip"
      mx="-1"
      px="1"
    >
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
              const [desde = '', hasta = ''] = value.split(' ');
              goWith({ desde, hasta });
            }}
          />
        )}
        {choices.filter(isShown).map((choice) => {
          const { name, label } = choice;
          const props = {
            label,
            chosen: String(address[name] || ''),
            options: optionsWith(choice, address[name]),
            onChoose: (value: string) => goWith(chosenAs(name, value, address[name])),
          };
          return choice.options.length > mostListed ? (
            <SearchedFilter key={name} {...props} />
          ) : (
            <NativeChoice
              key={name}
              small
              aria-label={label}
              value={props.chosen}
              options={props.options}
              onChange={({ target: { value } }) => props.onChoose(value)}
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

/** More options than these are searched by typing. */
const mostListed = 15;

/** Maximum number of options in the list of a search. */
const mostFound = 50;

interface SearchedFilterProps {
  label: string;
  /** Value of the chosen option; '' for none. */
  chosen: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
}

/** A filter with many options; an empty text removes it. */
function SearchedFilter({ label, chosen, options, onChoose }: SearchedFilterProps) {
  const [typed, setTyped] = useState('');
  const texts = options.map(({ value, label: text }) => ({ value: String(value), label: text }));
  const text = texts.find(({ value }) => value === chosen)?.label ?? '';
  return (
    <Formik enableReinitialize initialValues={{ text }} onSubmit={() => undefined}>
      {({ resetForm }) => (
        <AutocompleteField
          isFilter
          name="text"
          label={label}
          hideLabel
          placeholder={label}
          options={texts
            .filter((one) => containsWords(unaccented(one.label), typed))
            .slice(0, mostFound)}
          status="ready"
          emptyMessage="Ninguna opción coincide."
          onTextChange={setTyped}
          onSelect={({ value }) => {
            setTyped('');
            onChoose(value);
          }}
          onLeave={(left) => {
            setTyped('');
            if (left === '' && chosen !== '') onChoose('');
            else resetForm();
          }}
        />
      )}
    </Formik>
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
