import { Formik } from 'formik';
import * as yup from 'yup';
import { recoveryFields } from '#contract/calls/session.calls.ts';
import { isPending, problemOf } from '#machines/flows/flow.selectors.ts';
import { noticeOf } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';

const schema = yup.object(recoveryFields);

/** Asks for a temporary password by mail; the answer is the same whether the address exists or not. */
export function RecoveryForm() {
  const session = Session.useActorRef();
  const problem = Session.useSelector(problemOf);
  const notice = Session.useSelector(noticeOf);
  const pending = Session.useSelector(isPending);
  return (
    <Formik
      initialValues={{ email: '' }}
      validationSchema={schema}
      onSubmit={({ email }) => session.send({ type: 'RECOVER', email: email.trim().toLowerCase() })}
    >
      <FormBody label="Restablecer contraseña">
        <ProblemAlert problem={problem} />
        {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
        <TextField
          name="email"
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <GuardedButton type="submit" size="lg" fullWidth loading={pending} loadingLabel="Enviando…">
          Enviar contraseña temporal
        </GuardedButton>
      </FormBody>
    </Formik>
  );
}
