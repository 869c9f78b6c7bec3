import {
  initialUserValues,
  type UserFormFacts,
  userKind,
  type UserRequest,
  type UserValues,
} from '#machines/flows/user.form.ts';
import { Section } from '../../components/Section.tsx';
import { pathTo } from '../../routes/paths.ts';
import { RecordForm } from '../shared/RecordForm.tsx';
import type { RecordFormFlow } from '../shared/use-record-form.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { PermissionFields } from './PermissionFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { RefusedUser } from './RefusedUser.tsx';

export const toUserList = { to: pathTo('listarUsuarios'), label: 'Usuarios' };

/** Who somebody is, how he or she enters, and what he or she may open. */
export function UserForm({
  flow,
}: {
  flow: RecordFormFlow<UserFormFacts, UserValues, UserRequest>;
}) {
  return (
    <RecordForm
      flow={flow}
      kind={userKind}
      initialValues={initialUserValues}
      label="Usuario"
      saveLabel="Guardar usuario"
      refused={(problem) => <RefusedUser problem={problem} />}
    >
      {(facts) => (
        <>
          <Section title="Datos de la persona">
            <PersonFields facts={facts} />
          </Section>
          <Section
            title="Acceso"
            description={
              facts.user === null
                ? 'La contraseña con que la persona entra; podrá cambiarla después.'
                : 'Deje la contraseña vacía para conservar la actual.'
            }
          >
            <PasswordFields required={facts.user === null} />
          </Section>
          <Section title="Permisos">
            <PermissionFields />
          </Section>
        </>
      )}
    </RecordForm>
  );
}
