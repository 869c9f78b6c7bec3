import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { factsOf } from '#machines/flows/records/record-form.machine.ts';
import {
  candidatesFor,
  consequenceOfBase,
  consequenceOfHandover,
  initialStoreValues,
  isNewcomer,
  proposedProfitCentre,
  type StoreFormFacts,
  storeKind,
  storeRefusedMessage,
  type StoreValues,
  valuesWithNewcomers,
} from '#machines/flows/stores/store.form.ts';
import { type StorePlace, storePlaceNames } from '#machines/domain/people/profiles.ts';
import { useMayOpen } from '../../shell/session.ts';
import { storeForm } from '../records/record-form.actors.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { MultiSelectField, SelectField } from '../../ui/fields/SelectField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Reveal } from '../../ui/overlay/Moving.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { useRecordId } from '../../shell/screens/use-list-address.ts';
import { CityField, DocumentFields, EmailField } from '../records/RecordFields.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import { StoreAccount } from '../payments/StoreAccount.tsx';
import { movementsOf, storeAccount } from '../payments/payments.actors.ts';
import { StoreOpening } from '../fund/StoreOpening.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';

/** crearTienda, editarTienda: data of a store, the people in charge, and its fund. */
export default function StoreView({
  machine = storeForm,
  account = storeAccount,
  opening = movementsOf,
}: {
  machine?: typeof storeForm;
  account?: typeof storeAccount;
  opening?: typeof movementsOf;
}) {
  const id = useRecordId('idTienda');
  const flow = useRecordForm(machine, storeKind, id);
  const mayCreate = useMayOpen('crearUsuario');
  return (
    <Page
      title={labelOf(id === null ? 'crearTienda' : 'editarTienda')}
      subject={factsOf(flow.snapshot)?.store?.nombre}
      back={linkTo('listarTiendas')}
      width="narrow"
    >
      <RecordForm
        flow={flow}
        kind={storeKind}
        initialValues={mayCreate ? valuesWithNewcomers : initialStoreValues}
        label="Tienda"
        saveLabel="Guardar tienda"
        refusedTitle={storeRefusedMessage}
      >
        {(facts) => (
          <>
            <Section title="Datos de la tienda">
              <FieldGrid columns={2}>
                <TextField name="nombre" label="Nombre" maxLength={100} required />
                <CityField name="ciudad" label="Ciudad" cities={facts.cities} />
                <TextField name="direccion" label="Dirección" maxLength={200} required />
                <TextField name="telefono" label="Teléfono" type="tel" maxLength={30} required />
                <EmailField name="email" label="Correo electrónico" />
              </FieldGrid>
            </Section>
            <Section title="Fondo y contabilidad">
              <FieldGrid columns={2}>
                <SelectField
                  name="formato_tienda"
                  label="Formato de tienda"
                  required
                  options={optionsOf(facts.formats)}
                />
                <TextField
                  name="base"
                  label="Base"
                  inputMode="numeric"
                  help="Pesos, solo números"
                  maxLength={12}
                  required
                />
                <BaseChange facts={facts} />
                <CentreFields />
              </FieldGrid>
            </Section>
            <Section title="Personas a cargo">
              <PeopleFields facts={facts} />
            </Section>
          </>
        )}
      </RecordForm>
      {id === null ? null : <StoreOpening idTienda={id} machine={opening} />}
      {id === null ? null : <StoreAccount idTienda={id} machine={account} />}
    </Page>
  );
}

const choices = [
  { value: 'no', label: 'Ya está en la lista' },
  { value: 'si', label: 'Crearla con la tienda' },
] satisfies { value: StoreValues['con_responsable']; label: string }[];

/** The choice between an existing and a new person, and the list of existing ones. */
const posts = {
  responsable: { choice: 'Persona responsable', label: 'Responsable' },
  supervisor: { choice: 'Persona que supervisa', label: 'Supervisor' },
  gerente: { choice: 'Persona que gerencia', label: 'Gerente' },
} as const satisfies Record<StorePlace, object>;

/** What a changed base leads to, and why it changes. */
function BaseChange({ facts }: { facts: StoreFormFacts }) {
  const { values } = useFormikContext<StoreValues>();
  const consequence = consequenceOfBase(values.base, facts);
  return consequence === '' ? null : (
    <>
      <InlineAlert tone="info">{consequence}</InlineAlert>
      <TextField name="motivo_base" label="Por qué cambia la base" maxLength={200} />
    </>
  );
}

/** Cost and profit centre; the profit centre is derived from the cost centre until the user changes it. */
function CentreFields() {
  const { values, setFieldValue } = useFormikContext<StoreValues>();
  const propose = (centro_costo: string) => {
    const before = proposedProfitCentre(values.centro_costo);
    if (['', before].includes(values.centro_beneficio.trim()))
      void setFieldValue('centro_beneficio', proposedProfitCentre(centro_costo));
  };
  return (
    <>
      <TextField
        name="centro_costo"
        label="Centro de costo"
        maxLength={30}
        required
        onValueChange={propose}
      />
      <TextField
        name="centro_beneficio"
        label="Centro de beneficio"
        help="Se propone con el centro de costo"
        maxLength={30}
        required
      />
    </>
  );
}

interface PostProps {
  post: StorePlace;
  facts: StoreFormFacts;
}

/** Fields of a person who is created together with the store. */
function NewPersonFields({ post, facts }: PostProps) {
  const { values } = useFormikContext<StoreValues>();
  const within = `${post}_nuevo.` as const;
  return (
    <FieldGrid columns={2}>
      <TextField name={`${within}nombre`} label="Nombre completo" maxLength={200} required />
      <EmailField name={`${within}email`} label="Correo de la persona" />
      <DocumentFields
        within={within}
        document={values[`${post}_nuevo`]}
        documentTypes={facts.documentTypes}
      />
      <TextField
        name={`${within}celular`}
        label="Celular"
        type="tel"
        inputMode="numeric"
        help="Opcional"
        maxLength={20}
      />
    </FieldGrid>
  );
}

/** People in charge of the store; the main manager is not offered as an additional one. */
function PeopleFields({ facts }: { facts: StoreFormFacts }) {
  const { values } = useFormikContext<StoreValues>();
  const managers = optionsOf(candidatesFor('responsable', facts));
  const mayCreate = useMayOpen('crearUsuario') && facts.store === null;
  const handover = consequenceOfHandover(values, facts);
  const existing = (post: StorePlace) => (
    <SelectField
      key={post}
      name={post}
      label={posts[post].label}
      required
      options={optionsOf(candidatesFor(post, facts))}
    />
  );
  return (
    <chakra.div display="grid" gap="5">
      {mayCreate ? (
        storePlaceNames.map((post) => (
          <chakra.div key={post} display="grid" gap="3">
            <RadioGroupField
              name={`con_${post}`}
              label={posts[post].choice}
              variant="inline"
              options={choices}
            />
            {isNewcomer(values, post) ? null : existing(post)}
            <Reveal when={isNewcomer(values, post)}>
              <chakra.div role="group" aria-label={`${posts[post].choice}, nueva`}>
                <NewPersonFields post={post} facts={facts} />
              </chakra.div>
            </Reveal>
          </chakra.div>
        ))
      ) : (
        <FieldGrid columns={3}>{storePlaceNames.map(existing)}</FieldGrid>
      )}
      {handover === '' ? null : <InlineAlert tone="info">{handover}</InlineAlert>}
      {managers.length === 0 ? null : (
        <MultiSelectField
          name="responsables_adicionales"
          label="Responsables adicionales"
          help="Opcional"
          options={managers.filter(
            ({ value }) => isNewcomer(values, 'responsable') || value !== values.responsable,
          )}
        />
      )}
    </chakra.div>
  );
}
