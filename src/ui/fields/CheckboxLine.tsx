import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { ChoiceInput } from './ChoiceInput.tsx';
import type { Choice, Option } from './options.ts';

interface CheckboxLineProps {
  option: Option;
  name: string;
  checked: boolean;
  disabled?: boolean | undefined;
  onToggle: (value: Choice) => void;
}

/** One checkbox with its label; the whole line can be pressed. */
export function CheckboxLine({ option, name, checked, disabled, onToggle }: CheckboxLineProps) {
  const id = useId();
  return (
    <chakra.label
      htmlFor={id}
      display="flex"
      alignItems="flex-start"
      gap="2.5"
      py="1.5"
      px="2"
      borderRadius="l1"
      cursor={disabled ? 'not-allowed' : 'pointer'}
      color={disabled ? 'fg.muted' : undefined}
      bg={checked ? 'teal.50' : undefined}
      _hover={disabled ? {} : { bg: checked ? 'teal.100' : 'bg.muted' }}
    >
      <ChoiceInput
        type="checkbox"
        id={id}
        name={name}
        mt="0.5"
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle(option.value)}
      />
      <chakra.span minW="0" overflowWrap="anywhere">
        {option.label}
        {option.description ? (
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {option.description}
          </chakra.span>
        ) : null}
      </chakra.span>
    </chakra.label>
  );
}

/** The list with the value put in or taken out. */
export function toggled(values: readonly Choice[], value: Choice): Choice[] {
  return values.includes(value) ? values.filter((item) => item !== value) : [...values, value];
}
