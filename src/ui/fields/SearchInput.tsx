import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { unaccented } from '#machines/domain/values/texts.ts';
import { controlSize } from './FormField.tsx';

/** True when the text contains every word of the question; `text` comes from `unaccented`. */
export function containsWords(text: string, question: string) {
  return unaccented(question)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type NativeChoiceProps = ComponentProps<typeof NativeSelect.Field> & {
  options: readonly { value: string | number; label: string }[];
  /** Size 'sm', for use beside text; otherwise the size of a field. */
  small?: boolean;
  width?: string;
  disabled?: boolean | undefined;
};

/** A native select, for which phones show their own list. `children` are rendered before the options. */
export function NativeChoice({
  options,
  small = false,
  width,
  disabled,
  children,
  ...field
}: NativeChoiceProps) {
  return (
    <NativeSelect.Root size={small ? 'sm' : controlSize} width={width} disabled={disabled}>
      <NativeSelect.Field {...field}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

interface SearchInputProps {
  label: string;
  placeholder: string;
  value: string;
  /** Id of the searched element. */
  controls?: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
}

/** A search input with its icon. Enter does not submit the surrounding form. */
export function SearchInput({
  label,
  placeholder,
  value,
  controls,
  onChange,
  onEnter,
}: SearchInputProps) {
  return (
    <chakra.div position="relative">
      <chakra.span
        position="absolute"
        insetStart="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
        zIndex="1"
      >
        <Search size={17} aria-hidden="true" />
      </chakra.span>
      <Input
        size={controlSize}
        ps="10"
        type="search"
        autoComplete="off"
        aria-label={label}
        aria-controls={controls}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter?.();
        }}
      />
    </chakra.div>
  );
}
