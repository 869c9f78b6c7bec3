import { chakra } from '@chakra-ui/react/styled-system';
import { Formik, type FormikConfig, type FormikValues, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';

interface FormProps<Values> extends FormikConfig<Values> {
  /** Names the form for assistive technology. */
  label: string;
  /** The first empty required field takes the focus when the form opens; not on a phone, whose keyboard covers it. */
  focusesFirst?: boolean;
}

/** A formik form without native validation; after an invalid submit the first invalid field gets the focus. */
export function Form<Values extends FormikValues>({
  label,
  focusesFirst = false,
  children,
  ...formik
}: FormProps<Values>) {
  return (
    <Formik {...formik}>
      {(form) => (
        <FormElement label={label} focusesFirst={focusesFirst}>
          {typeof children === 'function' ? children(form) : children}
        </FormElement>
      )}
    </Formik>
  );
}

interface FormElementProps {
  label: string;
  focusesFirst: boolean;
  children: ReactNode;
}

function FormElement({ label, focusesFirst, children }: FormElementProps) {
  const form = useRef<HTMLFormElement>(null);
  const { handleSubmit, submitCount, isValidating, isSubmitting, isValid } = useFormikContext();
  const answered = useRef(0);

  useEffect(() => {
    if (focusesFirst && !window.matchMedia('(pointer: coarse)').matches)
      focusFirstEmpty(form.current);
  }, [focusesFirst]);

  // After an invalid submit formik is no longer submitting and still invalid.
  useEffect(() => {
    if (submitCount === answered.current || isValidating || isSubmitting) return;
    answered.current = submitCount;
    if (!isValid) focusFirstError(form.current);
  }, [submitCount, isValidating, isSubmitting, isValid]);

  return (
    <chakra.form
      ref={form}
      noValidate
      aria-label={label}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="5"
      // React also passes on the submit of a form in a dialog above this one.
      onSubmit={(event) => {
        if (event.target === event.currentTarget) handleSubmit(event);
      }}
    >
      {children}
    </chakra.form>
  );
}

function focusFirstEmpty(form: HTMLFormElement | null) {
  const required = ':is(input, select, textarea)[aria-required]:not(:disabled)';
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(required) ?? [])];
  fields.find(({ value }) => value === '')?.focus({ preventScroll: true });
}

function focusFirstError(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('[data-invalid]');
  const controls = ':is(input, select, textarea, button):not(:disabled)';
  for (const control of field?.querySelectorAll<HTMLElement>(controls) ?? []) {
    control.focus({ preventScroll: true });
    // A control that is not displayed takes no focus, such as the camera button of a device without one.
    if (document.activeElement === control) break;
  }
  // Centred, so that no bar covers the field or its error.
  field?.scrollIntoView?.({ block: 'center' });
}
