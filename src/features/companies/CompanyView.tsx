import {
  companyKind,
  companyRefusedMessage,
  initialCompanyValues,
} from '#machines/flows/companies/company.form.ts';
import { factsOf } from '#machines/flows/records/record-form.machine.ts';
import { companyForm } from '../records/record-form.actors.ts';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { useRecordId } from '../../shell/screens/use-list-address.ts';
import { CityField } from '../records/RecordFields.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';

/** crearEmpresa, editarEmpresa: a shipping company and its city; a national company serves every store. */
export default function CompanyView({ machine = companyForm }: { machine?: typeof companyForm }) {
  const id = useRecordId('idEmpresa');
  const flow = useRecordForm(machine, companyKind, id);
  return (
    <Page
      title={labelOf(id === null ? 'crearEmpresa' : 'editarEmpresa')}
      subject={factsOf(flow.snapshot)?.company?.nombre}
      back={linkTo('listarEmpresa')}
      width="narrow"
    >
      <RecordForm
        flow={flow}
        kind={companyKind}
        initialValues={initialCompanyValues}
        label="Empresa de envío"
        saveLabel="Guardar empresa"
        refusedTitle={companyRefusedMessage}
      >
        {({ cities }) => (
          <Section>
            <FieldGrid columns={2}>
              <TextField name="nombre" label="Nombre" maxLength={100} required />
              <CityField
                name="zona"
                label="Zona"
                help="La ciudad que atiende; NACIONAL atiende a todas las tiendas."
                cities={cities}
              />
            </FieldGrid>
          </Section>
        )}
      </RecordForm>
    </Page>
  );
}
