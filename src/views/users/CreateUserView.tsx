import { userForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { toUserList, UserForm } from './UserForm.tsx';

/** crearUsuario */
export default function CreateUserView({ machine = userForm }: { machine?: typeof userForm }) {
  const flow = useRecordForm(machine, null);
  return (
    <Page title={labelOf('crearUsuario')} back={toUserList} width="narrow">
      <UserForm flow={flow} />
    </Page>
  );
}
