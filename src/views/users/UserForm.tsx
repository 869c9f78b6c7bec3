import type { Holder } from '#machines/domain/authority.ts';
import { factsOf } from '#machines/flows/records/record-form.selectors.ts';
import { holderOfSession } from '#machines/flows/session/session-facts.ts';
import { personOf } from '#machines/flows/session/session.selectors.ts';
import {
  initialUserValues,
  isOneself,
  lockedBy,
  type UserFormFacts,
  userKindFor,
  type UserRequest,
  type UserValues,
} from '#machines/flows/records/user.form.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { RecordForm } from '../records/RecordForm.tsx';
import type { RecordFormFlow } from '../records/use-record-form.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { PermissionFields } from './PermissionFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { RefusedUser } from './RefusedUser.tsx';

export const toUserList = linkTo('listarUsuarios');

function accessText(facts: UserFormFacts, holder: Holder): string {
  if (isOneself(facts, holder)) return 'Su propia contraseña se cambia en su pantalla.';
  return facts.user === null
    ? 'La contraseña con que la persona entra la primera vez: al hacerlo elegirá otra. Se le avisa por correo.'
    : 'Deje la contraseña vacía para conservar la actual. Si escribe una, la persona elegirá otra al entrar y se le avisa por correo.';
}

/** Who somebody is, how he or she enters, and what he or she may open. */
export function UserForm({
  flow,
}: {
  flow: RecordFormFlow<UserFormFacts, UserValues, UserRequest>;
}) {
  const holder = holderOfSession(Session.useSelector(personOf));
  return (
    <RecordForm
      flow={flow}
      kind={userKindFor(holder)}
      locked={lockedBy(factsOf(flow.snapshot), holder)}
      initialValues={initialUserValues}
      label="Usuario"
      saveLabel="Guardar usuario"
      refused={(problem) => <RefusedUser problem={problem} />}
    >
      {(facts) => (
        <>
          <Section title="Datos de la persona">
            <PersonFields facts={facts} holder={holder} />
          </Section>
          <Section title="Acceso" description={accessText(facts, holder)}>
            {isOneself(facts, holder) ? (
              <TextLink to={pathTo('cambiarClave')}>Cambiar contraseña</TextLink>
            ) : (
              <PasswordFields required={facts.user === null} />
            )}
          </Section>
          <Section title="Permisos">
            <PermissionFields holder={holder} isOneself={isOneself(facts, holder)} />
          </Section>
        </>
      )}
    </RecordForm>
  );
}
