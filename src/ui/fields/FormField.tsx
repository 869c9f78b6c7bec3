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
  /** Shown, but not for this person to choose. */
  disabled?: boolean;
}

/** A choice shown as a large button: approve, reject. */
export interface ToneOption extends Option {
  icon?: Icon;
  tone?: Tone;
}

/** 44 px and 16 px text on phones (a smaller text makes iOS zoom in), 40 px on wider screens. */
export const controlSize = { base: 'lg', md: 'md' } as const;

/** Value, writer and visible error of one formik field. An error is visible once the field was left or sent. */
export function useFormikField<Value>(name: string) {
  const [field, meta, { setValue, setTouched }] = useField<Value>(name);
  const { submitCount } = useFormikContext();
  const seen = meta.touched || submitCount > 0;
  const leave = () => afterPress(() => void setTouched(true));
  return {
    value: field.value,
    error: seen ? firstText(meta.error) : undefined,
    write: (value: Value) => {
      // formik keeps its own errors: what it answers is only when it has validated.
      void setValue(value);
    },
    leave,
    /** For a field of several controls. */
    leaveGroup: (event: FocusEvent<HTMLElement>) => {
      if (leavesGroup(event)) leave();
    },
  };
}

/** The focus goes to something outside of the group: only then was the field left. */
export function leavesGroup(event: FocusEvent<HTMLElement>) {
  return !event.currentTarget.contains(event.relatedTarget);
}

/**
 * A press elsewhere takes the focus away before it becomes a click. If the error of the field showed at once, it would
 * push the pressed button from under the pointer and the click would be lost: it waits until the press is over.
 */
function afterPress(action: () => void) {
  if (document.querySelector(':active') === null) {
    action();
    return;
  }
  window.addEventListener('mouseup', () => setTimeout(action), { once: true, capture: true });
}

/** yup gives lists their errors as a list, with a hole for every good item. */
function firstText(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (Array.isArray(error)) return error.map(firstText).find((text) => text !== undefined);
  if (error !== null && typeof error === 'object') return firstText(Object.values(error));
  return undefined;
}

/** Properties of every field of a form. `name` is the path of its value in formik. */
export interface FieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  /** The label is only read aloud: for controls inside a table. */
  hideLabel?: boolean | undefined;
  /** It was filled in for the person, who has not changed it. */
  proposed?: boolean | undefined;
}

/** Spread on the control itself. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FormFieldProps extends Omit<FieldProps, 'name'> {
  /** Shown, with a red frame, when it is there. */
  error?: string | undefined;
  /** A warning that keeps nobody from going on; '' while there is none. */
  notice?: string | undefined;
  /** 'group' renders fieldset and legend (radios, checkboxes). */
  as?: 'field' | 'group';
  children: (control: FieldControlProps) => ReactNode;
}

/** A sentence about the whole form stands once, over its button: the field says which one it is. */
const ofWholeForm = /^Por favor (complete|llene) todos los campos/;

const errorAt = (label: string, error: string): string =>
  ofWholeForm.test(error) ? `«${label}» es obligatorio.` : error;

/** Frame of a form control: label, required mark, help and error, tied together for assistive technology. */
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
        // The mark stands beside the label, so that the label is exactly its words.
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
          // Always there: what appears within it is read aloud while the person types.
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

/** Rows of a list of names as choices. */
export const optionsOf = (rows: readonly { id: number; nombre: string }[]): Option[] =>
  rows.map(({ id, nombre }) => ({ value: id, label: nombre }));
