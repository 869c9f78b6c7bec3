import { useField, useFormikContext } from 'formik';
import type { FocusEvent } from 'react';

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
