import { chakra } from '@chakra-ui/react/styled-system';
import { ChoiceInput } from './ChoiceInput.tsx';
import { type FieldProps, FormField } from './FormField.tsx';
import type { Choice as ChoiceValue, ToneOption } from './options.ts';
import { paletteOf } from '../feedback/tone.ts';
import { useFormikField } from './use-formik-field.ts';

interface RadioGroupFieldProps extends FieldProps {
  options: readonly ToneOption[];
  variant?: 'list' | 'inline' | 'buttons';
  onValueChange?: (value: string) => void;
}

/** One of a few choices, as a list, in a row, or as large buttons with icon and tone. */
export function RadioGroupField({
  options,
  variant = 'list',
  onValueChange,
  ...frame
}: RadioGroupFieldProps) {
  const { value, error, write, leaveGroup } = useFormikField<ChoiceValue | null>(frame.name);
  const Choice = variant === 'buttons' ? ButtonChoice : LineChoice;
  return (
    <FormField {...frame} error={error} as="group">
      {(control) => (
        <chakra.div
          display="flex"
          flexDirection={variant === 'list' ? 'column' : 'row'}
          flexWrap="wrap"
          columnGap={variant === 'inline' ? '6' : '3'}
          rowGap={variant === 'buttons' ? '3' : '1'}
          onBlur={leaveGroup}
        >
          {options.map((option) => (
            <Choice
              key={option.value}
              option={option}
              id={`${control.id}-${option.value}`}
              name={control.id}
              required={frame.required}
              checked={value === option.value}
              disabled={frame.disabled || frame.readOnly}
              onChoose={() => {
                write(option.value);
                onValueChange?.(String(option.value));
              }}
            />
          ))}
        </chakra.div>
      )}
    </FormField>
  );
}

interface ChoiceProps {
  option: ToneOption;
  id: string;
  name: string;
  required: boolean | undefined;
  checked: boolean;
  disabled: boolean | undefined;
  onChoose: () => void;
}

function LineChoice({ option, id, name, required, checked, disabled, onChoose }: ChoiceProps) {
  return (
    <chakra.div
      display="flex"
      alignItems="flex-start"
      gap="2.5"
      py="1.5"
      color={disabled ? 'fg.muted' : undefined}
    >
      <ChoiceInput
        type="radio"
        id={id}
        name={name}
        mt="1"
        required={required}
        aria-describedby={option.description ? `${id}-text` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <chakra.div minW="0">
        <chakra.label htmlFor={id} cursor={disabled ? 'not-allowed' : 'pointer'}>
          {option.label}
        </chakra.label>
        {option.description ? (
          <chakra.div id={`${id}-text`} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {option.description}
          </chakra.div>
        ) : null}
      </chakra.div>
    </chakra.div>
  );
}

function ButtonChoice({ option, id, name, required, checked, disabled, onChoose }: ChoiceProps) {
  const IconOfOption = option.icon;
  return (
    <chakra.label
      htmlFor={id}
      colorPalette={paletteOf[option.tone ?? 'primary']}
      data-checked={checked || undefined}
      data-disabled={disabled || undefined}
      position="relative"
      flex={{ base: '1 1 7.5rem', sm: '0 1 9rem' }}
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      minH="11"
      px="3"
      borderRadius="l2"
      borderWidth="1px"
      borderColor="border.control"
      bg="bg.panel"
      fontWeight="semibold"
      cursor="pointer"
      transition="colors"
      css={{
        '&:hover:not([data-disabled])': { bg: 'colorPalette.subtle' },
        '&[data-checked]': {
          bg: 'colorPalette.solid',
          borderColor: 'colorPalette.solid',
          color: 'colorPalette.contrast',
        },
        '&[data-checked]:hover:not([data-disabled])': { bg: 'colorPalette.solidHover' },
        '&[data-disabled]': { cursor: 'not-allowed' },
        '&[data-disabled]:not([data-checked])': { bg: 'bg.muted', color: 'fg.muted' },
        '&:has(:focus-visible)': { outline: '2px solid {colors.teal.700}', outlineOffset: '2px' },
      }}
    >
      <chakra.input
        type="radio"
        id={id}
        name={name}
        required={required}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        // Covers the whole button, so that what is drawn is what can be pressed.
        position="absolute"
        inset="0"
        opacity="0"
        cursor="inherit"
      />
      {IconOfOption ? <IconOfOption size={18} aria-hidden="true" /> : null}
      {option.label}
    </chakra.label>
  );
}
