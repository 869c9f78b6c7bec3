import { factsOf } from '#machines/flows/records/record-form.selectors.ts';
import { userForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { SecondFactorReset } from './SecondFactorReset.tsx';
import { toUserList, UserForm } from './UserForm.tsx';

/** editarUsuario */
export default function EditUserView({ machine = userForm }: { machine?: typeof userForm }) {
  const flow = useRecordForm(machine, useIdParam('idUsuario'));
  const user = factsOf(flow.snapshot)?.user ?? null;
  return (
    <Page
      title={labelOf('editarUsuario')}
      subtitle={user?.razon_social}
      back={toUserList}
      width="narrow"
    >
      <UserForm flow={flow} />
      {user === null ? null : <SecondFactorReset user={user} />}
    </Page>
  );
}
