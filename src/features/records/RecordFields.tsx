import { useFormikContext } from 'formik';
import { useMemo, useState } from 'react';
import type { StorePlace } from '#machines/domain/people/profiles.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import type { CityChoice } from '#machines/flows/records/record-form.machine.ts';
import { personOf } from '#machines/flows/session/session.setup.ts';
import { withDomainOf } from '#machines/flows/stores/store.form.ts';
import { computedDigit, isNit } from '#machines/flows/users/user.form.ts';
import { Session } from '../../shell/session.ts';
import { AutocompleteField } from '../../ui/fields/AutocompleteField.tsx';
import { NitQuestion } from '../../ui/fields/NitQuestion.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { containsWords } from '../../ui/fields/SearchInput.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';

interface CityFieldProps {
  name: string;
  label: string;
  help?: string;
  cities: readonly CityChoice[];
}

/** Maximum number of options shown; more typing narrows the list. */
const MAX_LINES = 20;

interface CityText {
  city: CityChoice;
  /** Unaccented label for comparison. */
  text: string;
}

/** Cities that contain every word of the question; those that begin with it come first. */
function matching(texts: readonly CityText[], question: string): CityText[] {
  const start = unaccented(question.trim());
  const found = texts.filter(({ text }) => containsWords(text, question));
  return [
    ...found.filter(({ text }) => text.startsWith(start)),
    ...found.filter(({ text }) => !text.startsWith(start)),
  ];
}

/** The only city that a text can mean; undefined when it is ambiguous or unknown. */
function unambiguousCity(texts: readonly CityText[], typed: string): CityChoice | undefined {
  if (typed.trim() === '') return undefined;
  const text = unaccented(typed.trim());
  const found = matching(texts, typed);
  // 'cali' is part of Calima, but only Cali has it as its full name.
  const named = found.filter((entry) => entry.text === text || entry.text.startsWith(`${text} (`));
  const meant = named.length > 0 ? named : found;
  return meant.length === 1 ? meant[0]?.city : undefined;
}

/** Autocomplete for one of about 1,100 cities; the value is the label of the city. */
export function CityField({ name, label, help, cities }: CityFieldProps) {
  const { setFieldValue } = useFormikContext();
  const [typed, setTyped] = useState('');
  const texts = useMemo(
    () => cities.map((city) => ({ city, text: unaccented(city.label) })),
    [cities],
  );
  const found = useMemo(() => matching(texts, typed), [texts, typed]);

  /** Selects the city when its full name, or a text that only one city contains, was typed. */
  const leave = (text: string) => {
    const chosen = unambiguousCity(texts, text);
    if (chosen !== undefined) void setFieldValue(name, chosen.label);
  };

  return (
    <AutocompleteField
      name={name}
      label={label}
      help={help}
      required
      placeholder="Escriba para buscar"
      maxLength={100}
      options={found
        .slice(0, MAX_LINES)
        .map(({ city }) => ({ value: city.label, label: city.label }))}
      status="ready"
      emptyMessage="Ninguna ciudad coincide con lo que escribió."
      onTextChange={setTyped}
      onSelect={() => undefined}
      onLeave={leave}
    />
  );
}

interface EmailFieldProps {
  name: string;
  label: string;
  /** Why it cannot be changed; absent: it can. */
  locked?: string | undefined;
}

/** Email field that appends the user's own domain to an address without one. */
export function EmailField({ name, label, locked }: EmailFieldProps) {
  const { setFieldValue } = useFormikContext();
  const { email } = Session.useSelector(personOf);
  return (
    <TextField
      name={name}
      label={label}
      type="email"
      disabled={locked !== undefined}
      help={locked ?? `Sin dominio se completa con ${withDomainOf('…', email).slice(1)}`}
      maxLength={254}
      required
      onLeave={(typed) => void setFieldValue(name, withDomainOf(typed, email))}
    />
  );
}

interface DocumentFieldsProps {
  /** Current values. */
  document: { tipo_doc: number | null; num_doc: string };
  documentTypes: Parameters<typeof optionsOf>[0];
  /** Prefix of the field names, with its dot. */
  within?: `${StorePlace}_nuevo.` | '';
}

/** Document of a person; the check digit of a NIT is computed and can be overwritten. */
export function DocumentFields({
  document: { tipo_doc, num_doc },
  documentTypes,
  within = '',
}: DocumentFieldsProps) {
  const { setFieldValue } = useFormikContext();
  const nit = isNit(tipo_doc);
  const workOutDigit = (number: string) =>
    void setFieldValue(`${within}digito`, computedDigit(number));
  return (
    <>
      <SelectField
        name={`${within}tipo_doc`}
        label="Tipo de documento"
        required
        options={optionsOf(documentTypes)}
        onValueChange={() => workOutDigit(num_doc)}
      />
      <TextField
        name={`${within}num_doc`}
        label="Número de documento"
        inputMode={nit ? 'numeric' : 'text'}
        maxLength={20}
        required
        onValueChange={workOutDigit}
      />
      {nit ? (
        <>
          <NitQuestion
            document={num_doc}
            onTake={(number) => {
              void setFieldValue(`${within}num_doc`, number);
              workOutDigit(number);
            }}
          />
          <TextField
            name={`${within}digito`}
            label="Dígito de verificación"
            inputMode="numeric"
            help="Se calcula con el número"
            maxLength={1}
            required
          />
        </>
      ) : null}
    </>
  );
}
