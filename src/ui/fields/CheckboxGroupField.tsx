import { chakra } from '@chakra-ui/react/styled-system';
import { CheckboxLine, toggled } from './CheckboxLine.tsx';
import { type FieldProps, FormField } from './FormField.tsx';
import type { Choice, Option } from './options.ts';
import { useFormikField } from './use-formik-field.ts';

interface CheckboxGroupFieldProps extends FieldProps {
  options: readonly Option[];
  columns?: 1 | 2 | 3;
}

/** Several of a few choices. The value is the list of chosen values. */
export function CheckboxGroupField({ options, columns = 1, ...frame }: CheckboxGroupFieldProps) {
  const { value, error, write, leaveGroup } = useFormikField<readonly Choice[]>(frame.name);
  return (
    <FormField {...frame} error={error} as="group">
      {() => (
        <chakra.div
          display="grid"
          columnGap="4"
          rowGap="1"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            md: `repeat(${columns}, minmax(0, 1fr))`,
          }}
          onBlur={leaveGroup}
        >
          {options.map((option) => (
            <CheckboxLine
              key={option.value}
              option={option}
              name={frame.name}
              checked={value.includes(option.value)}
              disabled={frame.disabled || frame.readOnly || option.disabled}
              onToggle={(item) => write(toggled(value, item))}
            />
          ))}
        </chakra.div>
      )}
    </FormField>
  );
}
