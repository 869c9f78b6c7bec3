import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { factsOf } from '#machines/flows/records/record-form.selectors.ts';
import {
  candidatesFor,
  initialStoreValues,
  type StoreFormFacts,
  storeKind,
  storeRefusedMessage,
  type StoreValues,
} from '#machines/flows/records/store.form.ts';
import { storeForm } from '../../actors/record-form.actors.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { MultiSelectField } from '../../components/MultiSelectField.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { useRecordId } from '../../screens/use-id-param.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { CityField } from '../records/CityField.tsx';
import { optionsOf } from '../records/named-options.ts';
import { RecordForm } from '../records/RecordForm.tsx';
import { useRecordForm } from '../records/use-record-form.ts';

/** crearTienda, editarTienda: where a store is, who answers for it, and the fund it works with. */
export default function StoreView({ machine = storeForm }: { machine?: typeof storeForm }) {
  const id = useRecordId('idTienda');
  const flow = useRecordForm(machine, id);
  return (
    <Page
      title={labelOf(id === null ? 'crearTienda' : 'editarTienda')}
      subtitle={factsOf(flow.snapshot)?.store?.nombre}
      back={linkTo('listarTiendas')}
      width="narrow"
    >
      <RecordForm
        flow={flow}
        kind={storeKind}
        initialValues={initialStoreValues}
        label="Tienda"
        saveLabel="Guardar tienda"
        refused={(problem) => <ProblemAlert problem={problem} title={storeRefusedMessage} />}
      >
        {(facts) => (
          <>
            <Section title="Datos de la tienda">
              <FieldGrid columns={2}>
                <TextField name="nombre" label="Nombre" maxLength={100} required />
                <CityField name="ciudad" label="Ciudad" cities={facts.cities} />
                <TextField name="direccion" label="Dirección" maxLength={200} required />
                <TextField name="telefono" label="Teléfono" type="tel" maxLength={30} required />
                <TextField
                  name="email"
                  label="Correo electrónico"
                  type="email"
                  maxLength={254}
                  required
                />
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
                <TextField name="centro_costo" label="Centro de costo" maxLength={30} required />
                <TextField
                  name="centro_beneficio"
                  label="Centro de beneficio"
                  maxLength={30}
                  required
                />
              </FieldGrid>
            </Section>
            <Section title="Personas a cargo">
              <PeopleFields facts={facts} />
            </Section>
          </>
        )}
      </RecordForm>
    </Page>
  );
}

/** People who answer for the store; the main manager is not among the additional ones. */
function PeopleFields({ facts }: { facts: StoreFormFacts }) {
  const { values } = useFormikContext<StoreValues>();
  const managers = optionsOf(candidatesFor('responsable', facts));
  return (
    <chakra.div display="grid" gap="5">
      <FieldGrid columns={3}>
        <SelectField name="responsable" label="Responsable" required options={managers} />
        <SelectField
          name="supervisor"
          label="Supervisor"
          required
          options={optionsOf(candidatesFor('supervisor', facts))}
        />
        <SelectField
          name="gerente"
          label="Gerente"
          required
          options={optionsOf(candidatesFor('gerente', facts))}
        />
      </FieldGrid>
      <MultiSelectField
        name="responsables_adicionales"
        label="Responsables adicionales"
        help="Opcional"
        options={managers.filter(({ value }) => value !== values.responsable)}
      />
    </chakra.div>
  );
}
