import { factsOf } from '#machines/flows/record-form.selectors.ts';
import { userForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { useIdParam } from '../../routes/use-id-param.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import { toUserList, UserForm } from './UserForm.tsx';

/** editarUsuario */
export default function EditUserView({ machine = userForm }: { machine?: typeof userForm }) {
  const flow = useRecordForm(machine, useIdParam('idUsuario'));
  return (
    <Page
      title="Editar usuario"
      subtitle={factsOf(flow.snapshot)?.user?.razon_social}
      back={toUserList}
      width="narrow"
    >
      <UserForm flow={flow} />
    </Page>
  );
}
