import { useFormikContext } from 'formik';
import { useMemo, useState } from 'react';
import type { CityChoice } from '#machines/flows/record-form-rows.ts';
import { AutocompleteField } from '../../components/AutocompleteField.tsx';
import { containsWords, searchText } from '../../components/search-text.ts';

export interface CityFieldProps {
  name: string;
  label: string;
  help?: string;
  cities: readonly CityChoice[];
}

/** More than anybody reads; the next letter finds the others. */
const MAX_LINES = 20;

/** One of about 1,100 cities, found by typing. The value is the label of the city. */
export function CityField({ name, label, help, cities }: CityFieldProps) {
  const { setFieldValue } = useFormikContext();
  const [typed, setTyped] = useState('');
  const texts = useMemo(
    () => cities.map((city) => ({ city, text: searchText(city.label) })),
    [cities],
  );
  const found = useMemo(
    () => texts.filter(({ text }) => containsWords(text, typed)),
    [texts, typed],
  );

  /** Whoever typed all of a name has chosen it, whatever its accents; so has whoever left only one. */
  const leave = (text: string) => {
    const matches = texts.filter((entry) => containsWords(entry.text, text));
    const exact = texts.find((entry) => entry.text === searchText(text.trim()));
    const chosen = exact ?? (matches.length === 1 ? matches[0] : undefined);
    if (text.trim() !== '' && chosen !== undefined) void setFieldValue(name, chosen.city.label);
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
