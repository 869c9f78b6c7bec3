import { factsOf } from '#machines/flows/record-form.selectors.ts';
import { userForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { useIdParam } from '../../routes/use-id-param.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import { SecondFactorReset, type SecondFactorResetProps } from './SecondFactorReset.tsx';
import { toUserList, UserForm } from './UserForm.tsx';

/** editarUsuario */
export default function EditUserView({
  machine = userForm,
  reset,
}: {
  machine?: typeof userForm;
  reset?: SecondFactorResetProps['machine'];
}) {
  const flow = useRecordForm(machine, useIdParam('idUsuario'));
  const user = factsOf(flow.snapshot)?.user ?? null;
  return (
    <Page title="Editar usuario" subtitle={user?.razon_social} back={toUserList} width="narrow">
      <UserForm flow={flow} />
      {user === null ? null : <SecondFactorReset user={user} machine={reset} />}
    </Page>
  );
}
