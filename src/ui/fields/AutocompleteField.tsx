import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { scrollIntoSight } from '../layout/use-in-view.ts';
import {
  type FieldProps,
  FormField,
  type Option,
  controlSize,
  useFormikField,
} from './FormField.tsx';

interface QuickChoicesProps<Value extends string | number> {
  /** Names the group for assistive technology. */
  label: string;
  options: readonly Option<Value>[];
  /** Null while none of them is chosen. */
  chosen: Value | null;
  onChoose: (value: Value) => void;
  /** A grid of two or three columns; otherwise one line that scrolls. */
  inRows?: boolean;
}

/** Buttons for a few values, instead of typing. */
export function QuickChoices<Value extends string | number>({
  label,
  options,
  chosen,
  onChoose,
  inRows = false,
}: QuickChoicesProps<Value>) {
  if (options.length === 0) return null;
  return (
    <chakra.div role="group" aria-label={label} gap="2" minW="0" css={inRows ? rowsLook : lineLook}>
      {options.map(({ value, label: text, description }) => (
        <chakra.button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          minH={{ base: '11', md: '10' }}
          px="3.5"
          borderWidth="1px"
          borderColor="border.control"
          borderRadius="full"
          bg="bg.panel"
          textStyle="sm"
          fontWeight="medium"
          lineHeight="1.25"
          textAlign="start"
          cursor="pointer"
          _hover={{ bg: 'teal.50' }}
          _pressed={{ bg: 'teal.100', borderColor: 'teal.700', color: 'teal.900' }}
          _disabled={{ cursor: 'not-allowed', color: 'fg.muted' }}
        >
          <chakra.span {...(inRows ? { lineClamp: 2 } : { display: 'block', truncate: true })}>
            {text}
          </chakra.span>
          {description === undefined ? null : (
            <chakra.span display="block" textStyle="xs" fontWeight="normal" truncate>
              {description}
            </chakra.span>
          )}
        </chakra.button>
      ))}
    </chakra.div>
  );
}

const lineLook = {
  display: 'flex',
  overflowX: 'auto',
  // Space for the focus ring, which would be clipped.
  p: '1',
  m: '-1',
  scrollbarWidth: 'none',
  '& > button': { flexShrink: '0', maxW: '15rem' },
} as const;

const rowsLook = {
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
  // Only four on a phone.
  '& > * + * + * + * + *': { mdDown: { display: 'none' } },
} as const;

interface AutocompleteFieldProps extends FieldProps {
  options: readonly Option<string>[];
  status?: 'idle' | 'loading' | 'ready' | 'failed';
  emptyMessage?: string;
  placeholder?: string;
  maxLength?: number;
  /** Shown over the end of the control. */
  after?: ReactNode;
  /**
   * A filter in a row that scrolls: a press lists every option, the first match is marked, and the label of the option is
   * the text of the field. The list leaves the row; it is placed in the closest positioned element.
   */
  isFilter?: boolean;
  /** Called on every change of the text; the owner debounces. */
  onTextChange: (text: string) => void;
  /** `option.value` becomes the text of the field. */
  onSelect: (option: Option<string>) => void;
  onLeave?: (text: string) => void;
}

/** Text with suggestions that the owner fetches; free text stays allowed. The value is the text. */
export function AutocompleteField({
  options,
  status = 'idle',
  emptyMessage = 'Sin coincidencias. Puede continuar con lo que escribió.',
  placeholder,
  maxLength,
  after,
  isFilter = false,
  onTextChange,
  onSelect,
  onLeave,
  ...frame
}: AutocompleteFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Option<string>) => {
    write(isFilter ? option.label : option.value);
    onSelect(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = open ? options[active] : undefined;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(
        (active + move + options.length + (active < 0 && move < 0 ? 1 : 0)) % options.length,
      );
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  const shown = open && status !== 'idle' && !frame.readOnly && !frame.disabled;
  const listed = shown && options.length > 0;
  const note = noteOf(status, options.length, emptyMessage);

  return (
    <FormField {...frame} error={error}>
      {(control) => {
        const listId = `${control.id}-list`;
        return (
          <chakra.div position={isFilter ? 'static' : 'relative'}>
            <Input
              {...control}
              // A text below 16 px makes iOS zoom in.
              {...(isFilter
                ? {
                    size: 'sm',
                    minH: { base: '11', md: '0' },
                    fontSize: { base: 'md', md: 'sm' },
                    _placeholder: { color: 'fg' },
                  }
                : { size: controlSize })}
              name={frame.name}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={listed}
              aria-controls={listed ? listId : undefined}
              aria-activedescendant={
                listed && active >= 0 ? suggestionId(listId, active) : undefined
              }
              autoComplete="off"
              inputMode="text"
              placeholder={placeholder}
              maxLength={maxLength}
              disabled={frame.disabled}
              readOnly={frame.readOnly}
              value={value}
              onChange={(event) => {
                write(event.target.value);
                setOpen(true);
                setActive(isFilter ? 0 : -1);
                onTextChange(event.target.value);
              }}
              onClick={({ currentTarget }) => {
                if (!isFilter) return;
                setOpen(true);
                currentTarget.select();
              }}
              onKeyDown={onKeyDown}
              onBlur={(event) => {
                close();
                leave();
                onLeave?.(event.target.value);
              }}
            />
            {after}
            {/* The options, or a sentence about them. The focus stays in the input. */}
            <chakra.div
              display={shown ? 'block' : 'none'}
              position="absolute"
              {...(isFilter
                ? { insetX: { base: '0', md: 'auto' }, minW: '15rem', maxW: { md: '24rem' } }
                : { insetX: '0', top: '100%' })}
              mt="1"
              zIndex="dropdown"
              maxH="72"
              overflowY="auto"
              p="1"
              bg="bg.panel"
              borderWidth="1px"
              borderColor="border.emphasized"
              borderRadius="l2"
              boxShadow="md"
              // A press must not take the focus from the input: the list would close before the click.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
            >
              {options.length > 0 ? (
                <chakra.ul id={listId} role="listbox" aria-label={frame.label} listStyleType="none">
                  {options.map((option, index) => (
                    <chakra.li
                      key={option.value}
                      id={suggestionId(listId, index)}
                      role="option"
                      aria-selected={index === active}
                      ref={index === active ? scrollIntoSight : undefined}
                      onClick={() => choose(option)}
                      px="3"
                      py="2"
                      borderRadius="l1"
                      cursor="pointer"
                      bg={index === active ? 'teal.100' : undefined}
                      _hover={{ bg: 'teal.50' }}
                    >
                      {option.label}
                      {option.description ? (
                        <chakra.span display="block" textStyle="sm" color="fg.muted">
                          {option.description}
                        </chakra.span>
                      ) : null}
                    </chakra.li>
                  ))}
                </chakra.ul>
              ) : null}
              <chakra.p role="status" textStyle="sm" color="fg.muted" px="3" py={note ? '2' : '0'}>
                {shown ? note : ''}
              </chakra.p>
            </chakra.div>
          </chakra.div>
        );
      }}
    </FormField>
  );
}

const suggestionId = (listId: string, index: number) => `${listId}-${index}`;

type Status = NonNullable<AutocompleteFieldProps['status']>;

function noteOf(status: Status, count: number, emptyMessage: string) {
  if (status === 'loading') return 'Buscando…';
  if (status === 'failed') return 'No se pudo buscar. Puede continuar con lo que escribió.';
  if (status === 'ready' && count === 0) return emptyMessage;
  return '';
}
