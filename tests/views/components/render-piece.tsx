import { type RenderResult, render } from '@testing-library/react';
import type { FormikErrors } from 'formik';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Form } from '#src/ui/fields/Form.tsx';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}

/** Renders a component with the theme and a router; the element `where` shows the current path. */
export function renderPiece(piece: ReactNode): RenderResult {
  return render(piece, {
    wrapper: ({ children }) => (
      <ThemeProvider>
        <MemoryRouter>
          {children}
          <Where />
        </MemoryRouter>
      </ThemeProvider>
    ),
  });
}

interface FieldCase<Values extends object> {
  initialValues: Values;
  errors?: (values: Values) => FormikErrors<Values>;
  onSubmit?: (values: Values) => void;
}

/** Renders fields in a form with a button 'Enviar'. */
export function renderFields<Values extends object>(
  fields: ReactNode,
  { initialValues, errors = () => ({}), onSubmit = () => undefined }: FieldCase<Values>,
) {
  return renderPiece(
    <Form
      label="Prueba"
      initialValues={initialValues}
      validate={errors}
      onSubmit={(values, { setSubmitting }) => {
        onSubmit(values);
        setSubmitting(false);
      }}
    >
      {fields}
      <button type="submit">Enviar</button>
    </Form>,
  );
}
