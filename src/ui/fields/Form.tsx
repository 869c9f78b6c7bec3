import { chakra } from '@chakra-ui/react/styled-system';
import { Formik, type FormikConfig, type FormikValues, useFormikContext } from 'formik';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface FormProps<Values> extends FormikConfig<Values> {
  /** Names the form for assistive technology. */
  label: string;
  /** The first empty required field takes the focus when the form opens; not on a phone, whose keyboard covers it. */
  focusesFirst?: boolean;
  /** Enter in a field leads to the next empty required field; it submits the form when there is none. */
  enterGoesOn?: boolean;
}

/** A formik form without native validation; after an invalid submit the first invalid field gets the focus. */
export function Form<Values extends FormikValues>({
  label,
  focusesFirst = false,
  enterGoesOn = false,
  children,
  ...formik
}: FormProps<Values>) {
  return (
    <Formik {...formik}>
      {(form) => (
        <FormElement label={label} focusesFirst={focusesFirst} enterGoesOn={enterGoesOn}>
          {typeof children === 'function' ? children(form) : children}
        </FormElement>
      )}
    </Formik>
  );
}

interface FormElementProps {
  label: string;
  focusesFirst: boolean;
  enterGoesOn: boolean;
  children: ReactNode;
}

function FormElement({ label, focusesFirst, enterGoesOn, children }: FormElementProps) {
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
      onKeyDown={enterGoesOn ? goOn : undefined}
      // React also passes on the submit of a form in a dialog above this one.
      onSubmit={(event) => {
        if (event.target === event.currentTarget) handleSubmit(event);
      }}
    >
      {children}
    </chakra.form>
  );
}

/** The required fields without a value, in their order. */
function emptyFields(form: HTMLFormElement | null): HTMLInputElement[] {
  const required = ':is(input, select, textarea)[aria-required]:not(:disabled)';
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(required) ?? [])];
  return fields.filter(({ value }) => value === '');
}

const focusFirstEmpty = (form: HTMLFormElement | null) =>
  emptyFields(form)[0]?.focus({ preventScroll: true });

function goOn(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget, key } = event;
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  // Enter opens the dialog of a file.
  if (target.type === 'file') return;
  const next = emptyFields(currentTarget).find(
    (field) => (target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Focuses a field that is empty. Called within a press, without which a phone does not open its keyboard. */
export function goOnTo(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  if (field?.value === '') field.focus();
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
