import { chakra } from '@chakra-ui/react/styled-system';
import { useField, useFormikContext } from 'formik';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type FocusEvent, type ReactNode, useId } from 'react';
import type { Icon, Tone } from '../feedback/tone.ts';

/** The value of a choice: an id, or a text. */
export type Choice = string | number;

/** One choice of a select, radio group, checkbox group or multiple select. */
export interface Option<Value extends Choice = Choice> {
  value: Value;
  label: string;
  description?: string;
  /** Shown, but the user may not choose it. */
  disabled?: boolean;
}

/** A choice shown as a large button: approve, reject. */
export interface ToneOption extends Option {
  icon?: Icon;
  tone?: Tone;
}

/** 44 px and 16 px text on phones (a smaller text makes iOS zoom in), 40 px on wider screens. */
export const controlSize = { base: 'lg', md: 'md' } as const;

/** Value, writer and visible error of one formik field. An error is visible after blur or submit. */
export function useFormikField<Value>(name: string) {
  const [field, meta, { setValue, setTouched }] = useField<Value>(name);
  const { submitCount } = useFormikContext();
  const seen = meta.touched || submitCount > 0;
  const leave = () => afterPress(() => void setTouched(true));
  return {
    value: field.value,
    error: seen ? firstText(meta.error) : undefined,
    write: (value: Value) => {
      // The promise only signals the end of the validation; formik manages the errors itself.
      void setValue(value);
    },
    leave,
    /** For a field of several controls. */
    leaveGroup: (event: FocusEvent<HTMLElement>) => {
      if (leavesGroup(event)) leave();
    },
  };
}

/** True when the focus moves outside of the group. */
export function leavesGroup(event: FocusEvent<HTMLElement>) {
  return !event.currentTarget.contains(event.relatedTarget);
}

/**
 * Runs the action after the current press. A press on a button blurs the field before the click: an error shown at once
 * would move the button from under the pointer and the click would be lost.
 */
function afterPress(action: () => void) {
  if (document.querySelector(':active') === null) {
    action();
    return;
  }
  window.addEventListener('mouseup', () => setTimeout(action), { once: true, capture: true });
}

/** yup reports the errors of a list as a sparse array, with a hole for every valid item. */
function firstText(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (Array.isArray(error)) return error.map(firstText).find((text) => text !== undefined);
  if (error !== null && typeof error === 'object') return firstText(Object.values(error));
  return undefined;
}

/** Props of every form field. `name` is the path of its value in formik. */
export interface FieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  /** The label is only for screen readers, as for controls inside a table. */
  hideLabel?: boolean | undefined;
  /** The value was prefilled and the user has not changed it. */
  proposed?: boolean | undefined;
}

/** Props to spread on the control. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FormFieldProps extends Omit<FieldProps, 'name'> {
  /** Error of the field; also gives the control a red border. */
  error?: string | undefined;
  /** A warning that does not block the submit; '' while there is none. */
  notice?: string | undefined;
  /** 'group' renders fieldset and legend (radios, checkboxes). */
  as?: 'field' | 'group';
  children: (control: FieldControlProps) => ReactNode;
}

/** Message about the whole form, which is shown once above its button; the field names itself instead. */
const ofWholeForm = /^Por favor (complete|llene) todos los campos/;

const errorAt = (label: string, error: string): string =>
  ofWholeForm.test(error) ? `«${label}» es obligatorio.` : error;

/** Frame of a form control: label, required mark, help and error, linked for assistive technology. */
export function FormField({
  label,
  help,
  required = false,
  hideLabel = false,
  proposed = false,
  error,
  notice,
  as = 'field',
  children,
}: FormFieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const proposedId = `${id}-proposed`;
  const describedBy = [error ? errorId : '', proposed ? proposedId : '', help ? helpId : '']
    .filter(Boolean)
    .join(' ');
  const control: FieldControlProps = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  const mark = (
    <>
      {required ? (
        <chakra.span aria-hidden="true" color="fg.error" ms="1" title="Obligatorio">
          *
        </chakra.span>
      ) : null}
      {proposed ? (
        <chakra.span id={proposedId} ms="2" color="teal.700" fontWeight="medium">
          Propuesto
        </chakra.span>
      ) : null}
    </>
  );
  const labelLook = {
    textStyle: 'sm',
    fontWeight: 'semibold',
    mb: '1.5',
    ...(hideLabel ? { srOnly: true } : undefined),
  } as const;
  const group = as === 'group';
  const Frame = group ? chakra.fieldset : chakra.div;
  return (
    <Frame
      minW="0"
      aria-describedby={group ? control['aria-describedby'] : undefined}
      data-invalid={error ? '' : undefined}
    >
      {group ? (
        <chakra.legend {...labelLook}>
          {label}
          {mark}
        </chakra.legend>
      ) : (
        // The mark is outside of the label, so that the accessible name is exactly the label.
        <chakra.div display="flex" {...labelLook}>
          <label htmlFor={id}>{label}</label>
          {mark}
        </chakra.div>
      )}
      {children(control)}
      <chakra.div textStyle="sm">
        {error ? (
          <Message id={errorId} icon={CircleAlert} color="fg.error">
            {errorAt(label, error)}
          </Message>
        ) : null}
        {notice === undefined ? null : (
          // Always rendered: screen readers announce text that appears in it while the user types.
          <div role="status">
            {notice === '' ? null : (
              <Message icon={TriangleAlert} color="fg.warning">
                {notice}
              </Message>
            )}
          </div>
        )}
        {help ? (
          <chakra.div id={helpId} mt="1.5" color="fg.muted">
            {help}
          </chakra.div>
        ) : null}
      </chakra.div>
    </Frame>
  );
}

interface MessageProps {
  id?: string;
  icon: Icon;
  color: 'fg.error' | 'fg.warning';
  children: string;
}

function Message({ id, icon: IconOfMessage, color, children }: MessageProps) {
  return (
    <chakra.p id={id} display="flex" gap="1.5" mt="1.5" fontWeight="medium" color={color}>
      <chakra.span flexShrink="0" mt="0.5">
        <IconOfMessage size={16} aria-hidden="true" />
      </chakra.span>
      {children}
    </chakra.p>
  );
}

/** Converts rows with names to options. */
export const optionsOf = (rows: readonly { id: number; nombre: string }[]): Option[] =>
  rows.map(({ id, nombre }) => ({ value: id, label: nombre }));
