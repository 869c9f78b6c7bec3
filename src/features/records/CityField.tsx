import { useFormikContext } from 'formik';
import { useMemo, useState } from 'react';
import type { CityChoice } from '#machines/flows/records/record-form.machine.ts';
import { AutocompleteField } from '../../ui/fields/AutocompleteField.tsx';
import { unaccented } from '#machines/domain/values/texts.ts';
import { containsWords } from '../../ui/fields/search-text.ts';

interface CityFieldProps {
  name: string;
  label: string;
  help?: string;
  cities: readonly CityChoice[];
}

/** More than anybody reads; the next letter finds the others. */
const MAX_LINES = 20;

interface CityText {
  city: CityChoice;
  /** Text that a search compares. */
  text: string;
}

/** The cities with every word of the question; first those that begin with it. */
function matching(texts: readonly CityText[], question: string): CityText[] {
  const start = unaccented(question.trim());
  const found = texts.filter(({ text }) => containsWords(text, question));
  return [
    ...found.filter(({ text }) => text.startsWith(start)),
    ...found.filter(({ text }) => !text.startsWith(start)),
  ];
}

/** The one city that a text can only mean; undefined when it may mean several, or none. */
function meantBy(texts: readonly CityText[], typed: string): CityChoice | undefined {
  if (typed.trim() === '') return undefined;
  const text = unaccented(typed.trim());
  const found = matching(texts, typed);
  // 'cali' is also in Calima, but it is all of the name of Cali.
  const named = found.filter((entry) => entry.text === text || entry.text.startsWith(`${text} (`));
  const meant = named.length > 0 ? named : found;
  return meant.length === 1 ? meant[0]?.city : undefined;
}

/** One of about 1,100 cities, found by typing. The value is the label of the city. */
export function CityField({ name, label, help, cities }: CityFieldProps) {
  const { setFieldValue } = useFormikContext();
  const [typed, setTyped] = useState('');
  const texts = useMemo(
    () => cities.map((city) => ({ city, text: unaccented(city.label) })),
    [cities],
  );
  const found = useMemo(() => matching(texts, typed), [texts, typed]);

  /** Chooses the city when all of its name was typed, or what only one city has. */
  const leave = (text: string) => {
    const chosen = meantBy(texts, text);
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
