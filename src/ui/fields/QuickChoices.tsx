import { chakra } from '@chakra-ui/react/styled-system';
import type { Option } from './options.ts';

interface QuickChoicesProps<Value extends string | number> {
  /** Names the group for assistive technology. */
  label: string;
  options: readonly Option<Value>[];
  /** Null while none of them is chosen. */
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

/** A few values that are pressed instead of typed, in one line; more than fit are scrolled to. */
export function QuickChoices<Value extends string | number>({
  label,
  options,
  chosen,
  onChoose,
}: QuickChoicesProps<Value>) {
  if (options.length === 0) return null;
  return (
    <chakra.div
      role="group"
      aria-label={label}
      display="flex"
      gap="2"
      minW="0"
      overflowX="auto"
      // The ring of the focus is not cut off.
      p="1"
      m="-1"
      scrollbarWidth="none"
    >
      {options.map(({ value, label: text, description }) => (
        <chakra.button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          flexShrink="0"
          maxW="15rem"
          minH="11"
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
          <chakra.span display="block" truncate>
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
