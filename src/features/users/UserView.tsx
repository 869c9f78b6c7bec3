import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type Holder,
  administrator,
  authorityMessages,
} from '#machines/domain/people/authority.ts';
import { randomPassword } from '#machines/domain/people/password-choice.ts';
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
  valuesOfWanted,
} from '#machines/flows/users/user.form.ts';
import type { Problem } from '#machines/flows/steps/result.ts';
import { holderOfSession, personOf } from '#machines/flows/session/session.setup.ts';
import { userForm } from '../records/record-form.actors.ts';
import { Session } from '../../shell/session.ts';
import { CopyButton } from '../../ui/fields/CopyButton.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useRecordId, useWantedUser } from '../../shell/screens/use-list-address.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { PermissionFields, SecondFactorReset, UserInvitation } from './UserAccess.tsx';
import { SuccessorField } from './HandoverDialog.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { DocumentFields, EmailField } from '../records/RecordFields.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';

function accessText(facts: UserFormFacts, holder: Holder): string {
  if (isOneself(facts, holder)) return 'Su propia contraseña se cambia en su pantalla.';
  if (facts.user === null) return 'Cómo entra la persona la primera vez.';
  return facts.sendsMails
    ? 'Vacía conserva la actual. Si escribe una, se le avisa y al ingresar elegirá otra.'
    : 'Vacía conserva la actual. Si escribe una, entréguesela: al ingresar elegirá otra.';
}

/** crearUsuario, editarUsuario: data of a user, first access, and permissions; another missing person is another form. */
export default function UserView({ machine = userForm }: { machine?: typeof userForm }) {
  const { search } = useLocation();
  return <UserFormView key={search} machine={machine} />;
}

function UserFormView({ machine }: { machine: typeof userForm }) {
  const id = useRecordId('idUsuario');
  const wanted = useWantedUser();
  const flow = useRecordForm(machine, userKind, id);
  const holder = holderOfSession(Session.useSelector(personOf));
  const loaded = factsOf(flow.snapshot);
  const user = loaded?.user ?? null;
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
        locked={lockedBy(loaded, holder)}
        initialValues={(facts) =>
          wanted === null ? initialUserValues(facts) : valuesOfWanted(facts, wanted, holder)
        }
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
                <FirstAccess isNew={facts.user === null} sendsMails={facts.sendsMails} />
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
          <UserInvitation
            user={user}
            locked={lockedBy(loaded, holder)}
            sendsMails={loaded?.sendsMails === true}
          />
          <SecondFactorReset user={user} />
        </>
      )}
    </Page>
  );
}

const accessOptions = (sendsMails: boolean) =>
  [
    {
      value: 'invitar',
      label: sendsMails ? 'Enviar invitación por correo' : 'Invitar con un enlace',
      description: sendsMails
        ? 'La persona elige su contraseña con un enlace que sirve tres días.'
        : 'Usted lo entrega al guardar; la persona elige su contraseña. Sirve tres días.',
    },
    {
      value: 'clave',
      label: 'Asignar una contraseña temporal',
      description: 'Usted se la entrega; al ingresar elegirá otra.',
    },
  ] satisfies { value: UserValues['acceso']; label: string; description: string }[];

/** A new user is invited, or gets a temporary password. */
function FirstAccess({ isNew, sendsMails }: { isNew: boolean; sendsMails: boolean }) {
  const { values } = useFormikContext<UserValues>();
  return (
    <>
      {isNew ? (
        <RadioGroupField
          name="acceso"
          label="Primera entrada"
          options={accessOptions(sendsMails)}
        />
      ) : null}
      {isNew && values.acceso === 'invitar' ? null : <PasswordFields required={isNew} />}
    </>
  );
}

/** A random integer below `limit`, which is so small that the remainder favours none by more than one in 10 million. */
const randomBelow = (limit: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % limit;
};

/** Required for a new user; for an existing one, empty means unchanged. A generated one is shown until it is saved. */
function PasswordFields({ required }: { required: boolean }) {
  const { values, setValues } = useFormikContext<UserValues>();
  const [generated, setGenerated] = useState('');
  const generate = () => {
    const password = randomPassword(randomBelow, values);
    setGenerated(password);
    void setValues({ ...values, password, confirmation: password });
  };
  return (
    <>
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
      <ButtonRow align="start">
        <GuardedButton variant="outline" icon={KeyRound} onClick={generate}>
          Generar
        </GuardedButton>
      </ButtonRow>
      {generated !== '' && generated === values.password ? (
        <InlineAlert
          tone="info"
          title="Entréguela ahora: no se muestra de nuevo"
          action={<CopyButton text={generated} />}
        >
          <chakra.code fontFamily="mono" fontSize="lg" userSelect="all">
            {generated}
          </chakra.code>
        </InlineAlert>
      ) : null}
    </>
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
      <EmailField
        name="email"
        label="Correo electrónico"
        locked={own ? authorityMessages.ownEmail : undefined}
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
