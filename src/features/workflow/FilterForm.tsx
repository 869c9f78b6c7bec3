import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { periodRefusals } from '#machines/flows/steps/date-range.form.ts';
import { serverToday } from '../../wire/server-clock.ts';
import type { WorkflowFilters } from './workflow.actors.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import type { WorkflowAddress, WorkflowPlace } from '../../app/screens/workflow-address.ts';
import { formErrors } from '../../app/problems/form-errors.ts';
import { optionsOf } from '../records/named-options.ts';

interface FilterFormProps {
  place: WorkflowPlace;
  /** Null while they are on their way. */
  filters: WorkflowFilters | null;
  /** The past has one, the present has none. */
  period: boolean;
}

const choice = (id: number): string => (id === 0 ? '' : String(id));

/** As the fields have them; '' in a choice is all of them. */
const valuesOf = ({ desde, hasta, tienda, supervisor }: WorkflowAddress) => ({
  desde,
  hasta,
  tienda: choice(tienda),
  supervisor: choice(supervisor),
});

type FilterValues = ReturnType<typeof valuesOf>;

const changesOf = ({ desde, hasta, tienda, supervisor }: FilterValues) => ({
  desde,
  hasta,
  tienda: Number(tienda),
  supervisor: Number(supervisor),
});

const validate = (values: FilterValues) => formErrors(periodRefusals(values));

const names = ['desde', 'hasta', 'tienda', 'supervisor'] as const;

/** Writes a change of the address into its field; choices that a person has begun in others stay. */
function FollowedAddress({ values }: { values: FilterValues }) {
  const { setFieldValue } = useFormikContext<FilterValues>();
  const known = useRef(values);
  useEffect(() => {
    const changed = names.filter((name) => values[name] !== known.current[name]);
    known.current = values;
    for (const name of changed) void setFieldValue(name, values[name]);
  });
  return null;
}

/**
 * Applies what was chosen at once. A change of the address is no choice: the fields follow it, and are not sent back
 * before they do.
 */
function AppliedChoice({ applied }: { applied: FilterValues }) {
  const { values, submitForm } = useFormikContext<FilterValues>();
  const known = useRef(values);
  useEffect(() => {
    const isChosen = names.some((name) => values[name] !== known.current[name]);
    known.current = values;
    if (isChosen && names.some((name) => values[name] !== applied[name])) void submitForm();
  });
  return null;
}

/** Filters the figures by boxes and days; the applied values stand in the address. */
export function FilterForm({ place, filters, period }: FilterFormProps) {
  const { address, goWith, pathWith } = place;
  const narrowed = address.tienda !== 0 || address.supervisor !== 0;
  const today = serverToday();
  return (
    <Form
      label="Filtros"
      initialValues={valuesOf(address)}
      validate={validate}
      onSubmit={(values) => goWith(changesOf(values))}
    >
      <FollowedAddress values={valuesOf(address)} />
      <AppliedChoice applied={valuesOf(address)} />
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          xl: period
            ? '10.5rem 10.5rem minmax(0, 1fr) minmax(0, 1fr) auto'
            : 'minmax(0, 1fr) minmax(0, 1fr) auto',
        }}
      >
        {period ? <DateField name="desde" label="Desde" bounds={{ max: today }} /> : null}
        {period ? <DateField name="hasta" label="Hasta" bounds={{ max: today }} /> : null}
        <SelectField
          name="tienda"
          label="Tienda"
          placeholder="Todas las tiendas"
          options={optionsOf(filters?.tiendas ?? [])}
          loading={filters === null}
        />
        <SelectField
          name="supervisor"
          label="Supervisor"
          placeholder="Todos los supervisores"
          options={optionsOf(filters?.supervisores ?? [])}
          loading={filters === null}
        />
        <chakra.div
          _print={{ display: 'none' }}
          display="flex"
          gap="2"
          pt={{ xl: '26px' }}
          gridColumn={{ sm: '1 / -1', xl: 'auto' }}
        >
          {narrowed ? (
            <LinkButton to={pathWith({ tienda: 0, supervisor: 0 })} variant="ghost">
              Quitar filtros
            </LinkButton>
          ) : null}
        </chakra.div>
      </chakra.div>
    </Form>
  );
}
