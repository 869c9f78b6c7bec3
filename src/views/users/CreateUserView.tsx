import { userForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { useRecordForm } from '../shared/use-record-form.ts';
import { toUserList, UserForm } from './UserForm.tsx';

/** crearUsuario */
export default function CreateUserView({ machine = userForm }: { machine?: typeof userForm }) {
  const flow = useRecordForm(machine, null);
  return (
    <Page title="Crear usuario" back={toUserList} width="narrow">
      <UserForm flow={flow} />
    </Page>
  );
}
