import { chakra } from '@chakra-ui/react/styled-system';
import { keepInSight } from './keep-in-sight.ts';
import type { Option } from './options.ts';

export interface SuggestionPanelProps {
  listId: string;
  label: string;
  shown: boolean;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  options: readonly Option<string>[];
  /** Index of the option under the keyboard, -1 for none. */
  active: number;
  emptyMessage: string;
  onChoose: (option: Option<string>) => void;
}

export const suggestionId = (listId: string, index: number) => `${listId}-${index}`;

/** Panel below a combobox: the options, or a sentence about them. The focus stays in the input. */
export function SuggestionPanel({
  listId,
  label,
  shown,
  status,
  options,
  active,
  emptyMessage,
  onChoose,
}: SuggestionPanelProps) {
  const note = noteOf({ status, count: options.length, emptyMessage });
  return (
    <chakra.div
      display={shown ? 'block' : 'none'}
      position="absolute"
      insetX="0"
      top="100%"
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
      // A press must not take the focus from the input, which would close this before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length > 0 ? (
        <chakra.ul id={listId} role="listbox" aria-label={label} listStyleType="none">
          {options.map((option, index) => (
            <chakra.li
              key={option.value}
              id={suggestionId(listId, index)}
              role="option"
              aria-selected={index === active}
              ref={index === active ? keepInSight : undefined}
              onClick={() => onChoose(option)}
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
  );
}

function noteOf({
  status,
  count,
  emptyMessage,
}: Pick<SuggestionPanelProps, 'status' | 'emptyMessage'> & { count: number }) {
  if (status === 'loading') return 'Buscando…';
  if (status === 'failed') return 'No se pudo buscar. Puede continuar con lo que escribió.';
  if (status === 'ready' && count === 0) return emptyMessage;
  return '';
}
