import { useMemo } from 'react';
import * as yup from 'yup';
import { newPassword } from '#contract/calls/session.calls.ts';
import { type PasswordOwner, passwordWeakness } from '#machines/domain/people/password-choice.ts';
import type { Problem } from '#machines/flows/steps/result.ts';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import type { Reason } from '../../ui/fields/ReasonList.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';

const schemaFor = (owner: PasswordOwner) =>
  yup.object({
    password: newPassword().test('choice', (value, { createError }) => {
      const weakness = newPassword().isValidSync(value) ? passwordWeakness(value, owner) : null;
      return weakness === null || createError({ message: weakness });
    }),
    confirmation: yup
      .string()
      .required('Este campo es obligatorio')
      .oneOf([yup.ref('password')], 'La contraseña no coincide'),
  });

const labels = { password: 'Nueva contraseña', confirmation: 'Confirmar contraseña' } as const;

const fields = ['password', 'confirmation'] as const;

/** Error of a field as a reason that links to it; empty while the field is valid. */
const missingIn = (field: (typeof fields)[number], error: string | undefined): Reason[] =>
  error === undefined
    ? []
    : [{ text: '', links: [{ label: `${labels[field]}: ${error}`, field }] }];

interface NewPasswordFormProps {
  /** Accessible name of the form and label of its button. */
  label: string;
  nombre: string;
  email: string;
  problem: Problem | null;
  pending: boolean;
  onChoose: (password: string) => void;
}

export function NewPasswordForm({
  label,
  nombre,
  email,
  problem,
  pending,
  onChoose,
}: NewPasswordFormProps) {
  const schema = useMemo(() => schemaFor({ nombre, email }), [nombre, email]);
  return (
    <Form
      label={label}
      initialValues={{ password: '', confirmation: '' }}
      initialErrors={{ password: 'Este campo es obligatorio' }}
      validationSchema={schema}
      onSubmit={({ password }) => onChoose(password)}
    >
      {({ errors }) => (
        <>
          <ProblemAlert problem={problem} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="password"
            label={labels.password}
            autoComplete="new-password"
            help="De 8 a 10 letras y números"
            required
          />
          <PasswordField
            name="confirmation"
            label={labels.confirmation}
            autoComplete="new-password"
            required
          />
          <GuardedButton
            type="submit"
            size="lg"
            fullWidth
            reasons={fields.flatMap((field) => missingIn(field, errors[field]))}
            busy={pending && 'Guardando…'}
          >
            {label}
          </GuardedButton>
        </>
      )}
    </Form>
  );
}
