import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentProps, type FocusEvent, useId } from 'react';
import { paletteOf } from '../feedback/tone.ts';
import {
  type Choice,
  type Choice as ChoiceValue,
  type FieldProps,
  FormField,
  type Option,
  type ToneOption,
  useFormikField,
} from './FormField.tsx';

type ChoiceInputProps = Omit<ComponentProps<typeof chakra.input>, 'type'> & {
  type: 'radio' | 'checkbox';
};

/** The native radio or checkbox, in the colour and size of the product. */
export function ChoiceInput(props: ChoiceInputProps) {
  return (
    <chakra.input
      boxSize="4.5"
      flexShrink="0"
      accentColor="teal.700"
      cursor="pointer"
      _disabled={{ cursor: 'not-allowed' }}
      {...props}
    />
  );
}

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
      py={{ base: '2.5', md: '1.5' }}
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

/** Returns the list with the value added or removed. */
export function toggled(values: readonly Choice[], value: Choice): Choice[] {
  return values.includes(value) ? values.filter((item) => item !== value) : [...values, value];
}

interface CheckboxGroupFieldProps extends FieldProps {
  options: readonly Option[];
  columns?: 1 | 2 | 3;
}

/** Multiple choice from a few options. The value is the list of chosen values. */
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

interface RadioGroupLook<Value> extends FieldProps {
  options: readonly (ToneOption & { value: Value })[];
  variant?: 'list' | 'inline' | 'buttons';
}

interface RadioGroupProps<Value> extends RadioGroupLook<Value> {
  value: Value | null;
  error: string | undefined;
  onChoose: (value: Value) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

/** Single choice from a few options, as a list, in a row, or as large buttons with icon and tone. */
export function RadioGroup<Value extends ChoiceValue>({
  options,
  variant = 'list',
  value,
  error,
  onChoose,
  onBlur,
  ...frame
}: RadioGroupProps<Value>) {
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
          onBlur={onBlur}
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
              onChoose={() => onChoose(option.value)}
            />
          ))}
        </chakra.div>
      )}
    </FormField>
  );
}

interface RadioGroupFieldProps extends RadioGroupLook<ChoiceValue> {
  onValueChange?: (value: string) => void;
}

/** A `RadioGroup` as a form field. */
export function RadioGroupField({ onValueChange, ...group }: RadioGroupFieldProps) {
  const { value, error, write, leaveGroup } = useFormikField<ChoiceValue | null>(group.name);
  return (
    <RadioGroup
      {...group}
      value={value}
      error={error}
      onBlur={leaveGroup}
      onChoose={(chosen) => {
        write(chosen);
        onValueChange?.(String(chosen));
      }}
    />
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
      py={{ md: '1.5' }}
      color={disabled ? 'fg.muted' : undefined}
    >
      <ChoiceInput
        type="radio"
        id={id}
        name={name}
        mt={{ base: '3', md: '1' }}
        required={required}
        aria-describedby={option.description ? `${id}-text` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <chakra.div minW="0">
        <chakra.label
          htmlFor={id}
          display="block"
          py={{ base: '2.5', md: '0' }}
          minW={{ base: '11', md: '0' }}
          cursor={disabled ? 'not-allowed' : 'pointer'}
        >
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
        // Covers the whole button, so that all of it can be pressed.
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
