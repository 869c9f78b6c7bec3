import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { unaccented } from '#machines/domain/values/texts.ts';
import { controlSize } from './FormField.tsx';

/** Tells whether every word of the question is somewhere in the text; `text` comes from `unaccented`. */
export function containsWords(text: string, question: string) {
  return unaccented(question)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type NativeChoiceProps = ComponentProps<typeof NativeSelect.Field> & {
  options: readonly { value: string | number; label: string }[];
  /** 'sm' beside text; the size of a field otherwise. */
  small?: boolean;
  width?: string;
  disabled?: boolean | undefined;
};

/** A native select: the phone shows its own list. `children` stand before the options. */
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
  /** The id of what is searched. */
  controls?: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
}

/** The box of a search, with its sign. Enter in it does not send a form around it. */
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
