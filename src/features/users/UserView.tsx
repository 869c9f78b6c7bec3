import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import {
  type Holder,
  administrator,
  authorityMessages,
} from '#machines/domain/people/authority.ts';
import { factsOf } from '#machines/flows/records/record-form.machine.ts';
import {
  handsOver,
  initialUserValues,
  isOneself,
  lockedBy,
  offeredProfiles,
  type UserFormFacts,
  userKind,
  userKindFor,
  userMessages,
  type UserValues,
} from '#machines/flows/users/user.form.ts';
import type { Problem } from '#machines/flows/steps/result.ts';
import { holderOfSession, personOf } from '#machines/flows/session/session.setup.ts';
import { userForm } from '../records/record-form.actors.ts';
import { Session } from '../../shell/session.ts';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useRecordId } from '../../shell/screens/use-list-address.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { PermissionFields, SecondFactorReset, UserInvitation } from './UserAccess.tsx';
import { SuccessorField } from './HandoverDialog.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { DocumentFields } from '../records/RecordFields.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';

function accessText(facts: UserFormFacts, holder: Holder): string {
  if (isOneself(facts, holder)) return 'Su propia contraseña se cambia en su pantalla.';
  return facts.user === null
    ? 'Cómo entra la persona la primera vez. Se le avisa por correo.'
    : 'Vacía conserva la actual. Si escribe una, se le avisa y al ingresar elegirá otra.';
}

/** crearUsuario, editarUsuario: data of a user, first access, and permissions. */
export default function UserView({ machine = userForm }: { machine?: typeof userForm }) {
  const id = useRecordId('idUsuario');
  const flow = useRecordForm(machine, userKind, id);
  const holder = holderOfSession(Session.useSelector(personOf));
  const user = factsOf(flow.snapshot)?.user ?? null;
  return (
    <Page
      title={labelOf(id === null ? 'crearUsuario' : 'editarUsuario')}
      subject={user?.razon_social}
      back={linkTo('listarUsuarios')}
      width="narrow"
    >
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
                <FirstAccess isNew={facts.user === null} />
              )}
            </Section>
            <Section title="Permisos">
              <PermissionFields holder={holder} isOneself={isOneself(facts, holder)} />
              <HandoverFields facts={facts} />
            </Section>
          </>
        )}
      </RecordForm>
      {user === null ? null : (
        <>
          <UserInvitation user={user} locked={lockedBy(factsOf(flow.snapshot), holder)} />
          <SecondFactorReset user={user} />
        </>
      )}
    </Page>
  );
}

const accessOptions = [
  {
    value: 'invitar',
    label: 'Enviar invitación por correo',
    description: 'La persona elige su contraseña con un enlace que sirve tres días.',
  },
  {
    value: 'clave',
    label: 'Asignar una contraseña temporal',
    description: 'Usted se la entrega; al ingresar elegirá otra.',
  },
] satisfies { value: UserValues['acceso']; label: string; description: string }[];

/** A new user is invited by mail, or gets a temporary password. */
function FirstAccess({ isNew }: { isNew: boolean }) {
  const { values } = useFormikContext<UserValues>();
  return (
    <>
      {isNew ? (
        <RadioGroupField name="acceso" label="Primera entrada" options={accessOptions} />
      ) : null}
      {isNew && values.acceso === 'invitar' ? null : <PasswordFields required={isNew} />}
    </>
  );
}

/** Required for a new user; for an existing one, empty means unchanged. */
function PasswordFields({ required }: { required: boolean }) {
  return (
    <FieldGrid columns={2}>
      <PasswordField
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        help="De 8 a 10 letras y números"
        required={required}
      />
      <PasswordField
        name="confirmation"
        label="Confirmar contraseña"
        autoComplete="new-password"
        required={required}
      />
    </FieldGrid>
  );
}

/** Errors of the server as a list; any other refusal as its own alert. */
function RefusedUser({ problem }: { problem: Problem }) {
  if (problem.errores === undefined || problem.errores.length === 0)
    return <ProblemAlert problem={problem} title="El usuario no se ha guardado" />;
  return (
    <InlineAlert tone="danger" title={userMessages.refused}>
      <chakra.ul listStyleType="none">
        {problem.errores.map((line) => (
          <li key={line}>- {line}</li>
        ))}
      </chakra.ul>
    </InlineAlert>
  );
}

/** Successor of the user, required when the change ends their current work. */
function HandoverFields({ facts }: { facts: UserFormFacts }) {
  const { values } = useFormikContext<UserValues>();
  return handsOver(values, facts) ? (
    <>
      <InlineAlert tone="warning">
        {facts.user?.a_cargo}. Con este cambio todo pasa a otra persona; lo que ya decidió queda a
        su nombre.
      </InlineAlert>
      <SuccessorField successors={facts.successors} />
    </>
  ) : null;
}

/** Profile, name, document and addresses. */
function PersonFields({ facts, holder }: { facts: UserFormFacts; holder: Holder }) {
  const { values } = useFormikContext<UserValues>();
  const own = isOneself(facts, holder);
  const offered = offeredProfiles(facts, holder);
  const giveable = facts.profiles.filter(({ id }) => id !== administrator);
  return (
    <FieldGrid columns={2}>
      <SelectField
        name="tipo"
        label="Tipo de usuario"
        required
        disabled={own}
        help={
          own
            ? authorityMessages.ownProfile
            : giveable.every((profile) => offered.includes(profile))
              ? undefined
              : authorityMessages.profile
        }
        options={optionsOf(offered)}
      />
      <TextField name="nombre" label="Nombre" maxLength={200} required />
      <DocumentFields document={values} documentTypes={facts.documentTypes} />
      <TextField
        name="email"
        label="Correo electrónico"
        type="email"
        disabled={own}
        help={own ? authorityMessages.ownEmail : undefined}
        maxLength={254}
        required
      />
      <TextField
        name="celular"
        label="Celular"
        type="tel"
        inputMode="numeric"
        help="Opcional"
        maxLength={20}
      />
    </FieldGrid>
  );
}
