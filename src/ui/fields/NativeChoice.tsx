import { NativeSelect } from '@chakra-ui/react/native-select';
import type { ComponentProps } from 'react';
import { controlSize } from './control-size.ts';

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
