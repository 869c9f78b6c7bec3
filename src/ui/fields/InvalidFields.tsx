import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';

/** While `when` is true, the browser asks before the page is closed or reloaded, since data would be lost. */
export function useLeaveGuard(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
}

/** For a form without a draft: asks before the page is closed with unsaved input. */
export function UnsavedGuard({ saved }: { saved: boolean }) {
  const { dirty } = useFormikContext();
  useLeaveGuard(dirty && !saved);
  return null;
}

interface InvalidField {
  label: string;
  focus: () => void;
}

/** Invalid fields in the order of the screen, without those whose controls are disabled. */
function invalidFieldsOf(form: HTMLFormElement | null | undefined): InvalidField[] {
  return [...(form?.querySelectorAll('[data-invalid]') ?? [])].flatMap((frame) => {
    const label = frame.querySelector('label, legend')?.firstChild?.textContent ?? '';
    const control = frame.querySelector<HTMLElement>(
      ':is(input, select, textarea, button):not(:disabled)',
    );
    return label === '' || control === null ? [] : [{ label, focus: () => control.focus() }];
  });
}

/** Buttons that focus the invalid fields of a formik form, shown below its error message. */
export function InvalidFields() {
  const { errors, submitCount } = useFormikContext();
  const place = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<readonly InvalidField[]>([]);

  // Labels and errors are read from the rendered fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read changes with the errors
  useEffect(() => {
    setFields(invalidFieldsOf(place.current?.closest('form')));
  }, [errors, submitCount]);

  return (
    <chakra.div
      ref={place}
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      // Removes the gap above it when there are no invalid fields.
      _empty={{ mt: '-3' }}
    >
      {fields.length > 0 ? <chakra.span paddingBlock="1">Revise:</chakra.span> : null}
      {fields.map(({ label, focus }) => (
        <chakra.button
          key={label}
          type="button"
          paddingBlock="1"
          fontWeight="semibold"
          textDecoration="underline"
          textUnderlineOffset="3px"
          cursor="pointer"
          borderRadius="l1"
          onClick={focus}
        >
          {label}
        </chakra.button>
      ))}
    </chakra.div>
  );
}
