import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { FieldArray, useFormikContext } from 'formik';
import { PlugZap, Plus, Trash2 } from 'lucide-react';
import * as yup from 'yup';
import { companySignInFields } from '#contract/calls/company-sign-in.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { groupProfiles } from '#machines/domain/people/company-sign-in.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { answerOf, isDone } from '#machines/flows/records/command.machine.ts';
import {
  dataOf,
  isLoading,
  isPending,
  messageOf,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { CopyButton } from '../../ui/fields/CopyButton.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { CheckboxGroupField, RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { commandOf, writeOf } from '../records/CommandOutcome.tsx';

export const companySignIn = commandOf('/ingresoCompania', '/guardarIngresoCompania');
export const companyTrial = writeOf('/probarIngresoCompania');

const options = { input: { key: {} } };
const withoutData = { input: { key: null } };
const schema = yup.object(companySignInFields);

type Values = Omit<RequestOf<'/guardarIngresoCompania'>, 'version'>;

const switchOptions = [
  { value: 1, label: 'Encendido' },
  { value: 0, label: 'Apagado' },
];

const newcomerOptions = [
  {
    value: 'crear',
    label: 'Crear su usuario',
    description: 'Con el perfil y las tiendas de sus grupos.',
  },
  { value: 'rechazar', label: 'No dejarlo entrar', description: 'Un administrador lo crea antes.' },
];

const named = (ids: readonly (keyof typeof profiles)[]) =>
  ids.map((value) => ({ value, label: profiles[value].nombre }));
const groupOptions = named(groupProfiles);
const profileOptions = named(profileIds);

interface CompanySignInViewProps {
  machine?: typeof companySignIn;
  trial?: typeof companyTrial;
}

/** business/ingreso: the sign-in with the account of the company. */
export default function CompanySignInView({
  machine = companySignIn,
  trial = companyTrial,
}: CompanySignInViewProps) {
  const [snapshot, send] = useActor(machine, options);
  const settings = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  return (
    <Page
      title={labelOf('ingresoCompania')}
      subtitle="Las personas entran con la cuenta que ya tienen en la compañía (OpenID Connect)."
      back={linkTo('business')}
      width="narrow"
    >
      {load.failed || settings === null || isLoading(snapshot) ? (
        <LoadSection {...load} />
      ) : (
        <Form<Values>
          label={labelOf('ingresoCompania')}
          initialValues={valuesOf(settings)}
          validationSchema={schema}
          onSubmit={(values) =>
            send({ type: 'SEND', request: { ...values, version: settings.version } })
          }
        >
          <Provider settings={settings} trial={trial} />
          <Groups />
          <Passwords administrators={settings.administradores} />
          <ProblemAlert problem={problemOf(snapshot)} title="Los ajustes no se han guardado" />
          {isDone(snapshot) ? (
            <InlineAlert tone="success" isResult>
              {successes.saved}
            </InlineAlert>
          ) : null}
          <ButtonRow>
            <GuardedButton type="submit" busy={isPending(snapshot) && 'Guardando…'}>
              Guardar
            </GuardedButton>
          </ButtonRow>
        </Form>
      )}
    </Page>
  );
}

const valuesOf = (settings: AnswerOf<'/ingresoCompania'>): Values => ({
  activo: settings.activo,
  emisor: settings.emisor,
  cliente: settings.cliente,
  dato_grupos: settings.dato_grupos,
  nuevos: settings.nuevos,
  // Both lists hold codes of profiles, which the answer types as numbers.
  grupos: settings.grupos as Values['grupos'],
  sin_clave: settings.sin_clave as Values['sin_clave'],
  administrador: settings.administrador,
});

interface ProviderProps {
  settings: AnswerOf<'/ingresoCompania'>;
  trial: typeof companyTrial;
}

function Provider({ settings, trial }: ProviderProps) {
  return (
    <Section
      title="Cuentas de la compañía"
      description="Registre allí estas dos direcciones y copie aquí lo que le entreguen."
    >
      <FieldGrid columns={1}>
        <DescriptionList
          columns={1}
          items={[
            { label: 'Dirección de regreso', value: <Copied text={settings.regreso} /> },
            { label: 'Aviso de salida (back-channel)', value: <Copied text={settings.salida} /> },
          ]}
        />
        {settings.secreto === 0 ? (
          <InlineAlert tone="info">
            El servidor no tiene el secreto del cliente: OIDC_CLIENT_SECRET_FILE. Sin él, el cliente
            debe ser público.
          </InlineAlert>
        ) : null}
        <RadioGroupField
          name="activo"
          label="Ingreso con la cuenta de la compañía"
          required
          variant="inline"
          options={switchOptions}
        />
        <TextField
          name="emisor"
          label="Emisor"
          help="https://cuentas.ejemplo.com/realms/compania"
          maxLength={300}
        />
        <FieldGrid columns={2}>
          <TextField name="cliente" label="Identificación del cliente" maxLength={200} />
          <TextField
            name="dato_grupos"
            label="Dato con los grupos"
            help="Por defecto: groups"
            required
            maxLength={200}
          />
        </FieldGrid>
        <Trial machine={trial} />
      </FieldGrid>
    </Section>
  );
}

const Copied = ({ text }: { text: string }) => (
  <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap="3">
    <chakra.code overflowWrap="anywhere">{text}</chakra.code>
    <CopyButton text={text} />
  </chakra.span>
);

/** Asks the issuer with the values of the form, saved or not. */
function Trial({ machine }: { machine: typeof companyTrial }) {
  const [snapshot, send] = useActor(machine, withoutData);
  const { values } = useFormikContext<Values>();
  const answer = answerOf(snapshot);
  const isTrying = isPending(snapshot);
  const missing = values.emisor === '' || values.cliente === '';
  return (
    <>
      <ButtonRow align="start">
        <GuardedButton
          variant="outline"
          icon={PlugZap}
          busy={isTrying && 'Probando…'}
          reasons={missing ? ['Escriba el emisor y la identificación del cliente.'] : []}
          onClick={() => {
            const { emisor, cliente } = values;
            send({ type: 'SEND', request: { emisor, cliente } });
          }}
        >
          Probar
        </GuardedButton>
      </ButtonRow>
      <ProblemAlert problem={problemOf(snapshot)} title="No se pudo probar" />
      {isTrying || answer === null || problemOf(snapshot) !== null ? null : (
        <InlineAlert tone={answer[0]?.correcto === 1 ? 'success' : 'warning'} isResult>
          {messageOf(answer)}
        </InlineAlert>
      )}
    </>
  );
}

/** Which profile and stores each group gives. */
function Groups() {
  const { values } = useFormikContext<Values>();
  return (
    <Section
      title="Grupos"
      description="El primer grupo de la lista que tenga la persona decide su perfil."
    >
      <chakra.p mb="4" color="fg.muted" textStyle="sm">
        Tiendas: sus centros de costo, CC-01, CC-02, o * para todas. Vacías, las asigna un
        administrador. Solo para responsables, supervisores y gerentes.
      </chakra.p>
      <FieldArray name="grupos">
        {({ push, remove }) => (
          <chakra.div display="grid" gap="4" mb="6">
            {values.grupos.map((_, place) => (
              <chakra.fieldset
                // Rows have no key of their own, and are added at the end.
                key={String(place)}
                borderTopWidth={place === 0 ? '0' : '1px'}
                pt={place === 0 ? '0' : '4'}
                display="grid"
                gap="4"
                alignItems="start"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr 1fr auto' }}
              >
                <TextField name={`grupos.${place}.grupo`} label="Grupo" required maxLength={200} />
                <SelectField
                  name={`grupos.${place}.tipo`}
                  label="Perfil"
                  required
                  options={groupOptions}
                />
                <TextField name={`grupos.${place}.tiendas`} label="Tiendas" maxLength={4_000} />
                <chakra.div pt={{ md: '7' }}>
                  <IconButton
                    label={`Quitar el grupo ${values.grupos[place]?.grupo ?? ''}`}
                    icon={Trash2}
                    onClick={() => remove(place)}
                  />
                </chakra.div>
              </chakra.fieldset>
            ))}
            <ButtonRow align="start">
              <GuardedButton
                variant="outline"
                icon={Plus}
                onClick={() => push({ grupo: '', tipo: 2, tiendas: '' })}
              >
                Agregar grupo
              </GuardedButton>
            </ButtonRow>
          </chakra.div>
        )}
      </FieldArray>
      <RadioGroupField
        name="nuevos"
        label="Quien todavía no tiene usuario"
        required
        options={newcomerOptions}
      />
    </Section>
  );
}

const Passwords = ({
  administrators,
}: {
  administrators: AnswerOf<'/ingresoCompania'>['administradores'];
}) => (
  <Section
    title="Contraseñas"
    description="Los perfiles marcados entran solo con la cuenta de la compañía."
  >
    <FieldGrid columns={1}>
      <CheckboxGroupField
        name="sin_clave"
        label="Perfiles sin contraseña"
        columns={2}
        options={profileOptions}
      />
      <SelectField
        name="administrador"
        label="Administrador que siempre puede entrar"
        help="Con su contraseña, aunque su perfil esté marcado. Sin él no se cierra ninguna."
        options={optionsOf(administrators)}
      />
    </FieldGrid>
  </Section>
);
