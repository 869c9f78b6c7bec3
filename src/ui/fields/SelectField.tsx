import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '#machines/domain/values/money.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import {
  type Choice,
  type FieldProps,
  FormField,
  type Option,
  useFormikField,
} from './FormField.tsx';
import { CheckboxLine, toggled } from './RadioGroupField.tsx';
import { NativeChoice, SearchInput, containsWords } from './SearchInput.tsx';

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Text of the empty choice. */
  placeholder?: string;
  /** The options are loading. */
  loading?: boolean;
  onValueChange?: (value: string) => void;
}

/** Single choice from several options. While nothing is chosen, a field of ids is null, a field of texts ''. */
export function SelectField({
  options,
  placeholder = 'Seleccione…',
  loading = false,
  onValueChange,
  ...frame
}: SelectFieldProps) {
  const { value, error, write, leave } = useFormikField<Choice | null>(frame.name);
  const text = String(value ?? '');
  const optionOf = (chosen: string) => options.find((option) => String(option.value) === chosen);
  // While the options are loading, the current value has its own option, so that it is not lost.
  const waiting = text !== '' && optionOf(text) === undefined;
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <NativeChoice
          {...control}
          name={frame.name}
          disabled={frame.disabled || frame.readOnly}
          aria-busy={loading || undefined}
          value={text}
          options={options}
          onChange={(event) => {
            const chosen = event.target.value;
            write(typeof value === 'string' ? chosen : (optionOf(chosen)?.value ?? null));
            onValueChange?.(chosen);
          }}
          onBlur={leave}
        >
          <option value="">{loading ? 'Cargando…' : placeholder}</option>
          {waiting ? <option value={text}>{loading ? 'Cargando…' : text}</option> : null}
        </NativeChoice>
      )}
    </FormField>
  );
}

interface MultiSelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** Values that are chosen most often, shown as checkboxes; a button opens the list of the others. */
  leading?: readonly Choice[];
}

/** Multiple choice from many options (18 or 1,000): a searchable list with chips. The value is the chosen values. */
export function MultiSelectField({ options, leading = [], ...frame }: MultiSelectFieldProps) {
  const { value, error, write, leaveGroup } = useFormikField<readonly Choice[]>(frame.name);
  const [question, setQuestion] = useState('');
  const [opened, setOpened] = useState(leading.length === 0);
  const locked = frame.disabled || frame.readOnly;
  const toggle = (item: Choice) => write(toggled(value, item));
  const atOnce = leading.flatMap((wanted) => options.filter((option) => option.value === wanted));
  const others = options.filter((option) => !leading.includes(option.value));
  const chosen = value.filter((item) => !leading.includes(item));
  const labelOf = (item: Choice) =>
    options.find((option) => option.value === item)?.label ?? String(item);
  const line = (option: Option) => (
    <CheckboxLine
      key={option.value}
      option={option}
      name={frame.name}
      checked={value.includes(option.value)}
      disabled={locked}
      onToggle={toggle}
    />
  );
  return (
    <FormField {...frame} error={error} as="group">
      {(control) => (
        <chakra.div onBlur={leaveGroup}>
          {atOnce.length === 0 ? null : (
            <chakra.div
              display="grid"
              gridTemplateColumns="repeat(auto-fill, minmax(9.5rem, 1fr))"
              gap="2"
              textStyle="sm"
              lineHeight="1.25"
            >
              {atOnce.map((option) => (
                <chakra.div
                  key={option.value}
                  borderWidth="1px"
                  borderColor={value.includes(option.value) ? 'teal.700' : 'border.control'}
                  borderRadius="l2"
                  overflow="hidden"
                  display="grid"
                  minH="12"
                  css={{ '& > label': { py: '1.5' } }}
                >
                  {line(option)}
                </chakra.div>
              ))}
              {locked || opened || others.length === 0 ? null : (
                <Button
                  variant="outline"
                  colorPalette="gray"
                  height="auto"
                  minH="12"
                  onClick={() => setOpened(true)}
                >
                  {`Otras (${others.length})`}
                </Button>
              )}
            </chakra.div>
          )}
          {chosen.length === 0 ? null : (
            <chakra.ul display="flex" flexWrap="wrap" gap="2" my="2" listStyleType="none">
              {chosen.map((item) => (
                <chakra.li key={item} maxW="full">
                  <chakra.span
                    display="inline-flex"
                    alignItems="center"
                    gap="1"
                    maxW="full"
                    minH={{ base: '11', md: '8' }}
                    ps="3"
                    pe={locked ? '3' : '1'}
                    borderRadius="full"
                    bg="teal.100"
                    color="teal.900"
                    textStyle="sm"
                    fontWeight="medium"
                  >
                    <chakra.span minW="0" truncate>
                      {labelOf(item)}
                    </chakra.span>
                    {locked ? null : (
                      <chakra.button
                        type="button"
                        aria-label={`Quitar ${labelOf(item)}`}
                        onClick={() => toggle(item)}
                        display="grid"
                        placeItems="center"
                        boxSize={{ base: '11', md: '6' }}
                        flexShrink="0"
                        borderRadius="full"
                        cursor="pointer"
                        _hover={{ bg: 'teal.200' }}
                      >
                        <X size={14} strokeWidth={2.5} aria-hidden="true" />
                      </chakra.button>
                    )}
                  </chakra.span>
                </chakra.li>
              ))}
            </chakra.ul>
          )}
          {locked || !opened ? null : (
            <chakra.div
              borderWidth="1px"
              borderColor={error ? 'border.error' : 'border.control'}
              borderRadius="l2"
              bg="bg.panel"
              overflow="hidden"
            >
              <chakra.div p="2" borderBottomWidth="1px" bg="bg.subtle">
                <SearchInput
                  label={`Buscar en ${frame.label}`}
                  placeholder="Escriba para buscar"
                  value={question}
                  controls={`${control.id}-list`}
                  onChange={setQuestion}
                />
              </chakra.div>
              <ChoiceList id={`${control.id}-list`} options={others} question={question}>
                {line}
              </ChoiceList>
            </chakra.div>
          )}
        </chakra.div>
      )}
    </FormField>
  );
}

// Maximum options shown; the search finds the others.
const MAX_LINES = 100;

interface ChoiceListProps {
  id: string;
  options: readonly Option[];
  question: string;
  children: (option: Option) => ReactNode;
}

function ChoiceList({ id, options, question, children }: ChoiceListProps) {
  const texts = useMemo(
    () =>
      options.map((option) => ({
        option,
        text: unaccented(`${option.label} ${option.description ?? ''}`),
      })),
    [options],
  );
  const found = texts.filter(({ text }) => containsWords(text, question));
  const note = noteOf(found.length, options.length);
  return (
    <>
      <chakra.div
        id={id}
        maxH="60"
        overflowY="auto"
        data-choices=""
        p={found.length > 0 ? '2' : '0'}
      >
        {found.slice(0, MAX_LINES).map(({ option }) => children(option))}
      </chakra.div>
      <chakra.p
        role="status"
        textStyle="sm"
        color="fg.muted"
        px="4"
        py={note ? '2' : '0'}
        borderTopWidth={note && found.length > 0 ? '1px' : '0'}
      >
        {note}
      </chakra.p>
    </>
  );
}

function noteOf(found: number, total: number) {
  if (total === 0) return 'No hay opciones.';
  if (found === 0) return 'Ninguna opción coincide con la búsqueda.';
  if (found > MAX_LINES) {
    return `Se muestran ${MAX_LINES} de ${formatCount(found)}. Escriba para encontrar las demás.`;
  }
  return '';
}
