import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';

/** While `when` holds the browser asks before the page is closed or reloaded: something would be lost. */
export function useLeaveGuard(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
}

/** Inside a form that is saved nowhere: asks before the page goes with what was typed. */
export function UnsavedGuard({ saved }: { saved: boolean }) {
  const { dirty } = useFormikContext();
  useLeaveGuard(dirty && !saved);
  return null;
}

interface InvalidField {
  label: string;
  focus: () => void;
}

/** In the order of the screen; a control that cannot be used now is not one to be led to. */
function invalidFieldsOf(form: HTMLFormElement | null | undefined): InvalidField[] {
  return [...(form?.querySelectorAll('[data-invalid]') ?? [])].flatMap((frame) => {
    const label = frame.querySelector('label, legend')?.firstChild?.textContent ?? '';
    const control = frame.querySelector<HTMLElement>(
      ':is(input, select, textarea, button):not(:disabled)',
    );
    return label === '' || control === null ? [] : [{ label, focus: () => control.focus() }];
  });
}

/** Under the sentence of a refused form of formik: the fields that it is about, each a way to it. */
export function InvalidFields() {
  const { errors, submitCount } = useFormikContext();
  const place = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<readonly InvalidField[]>([]);

  // The frames of the fields know their labels, and that they are wrong once they are on the screen.
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
      // Where it stands below a list, the space above it goes with it.
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
