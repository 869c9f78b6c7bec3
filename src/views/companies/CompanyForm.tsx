import {
  type CompanyFormFacts,
  companyKind,
  companyRefusedMessage,
  type CompanyRequest,
  type CompanyValues,
  initialCompanyValues,
} from '#machines/flows/records/company.form.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { Section } from '../../components/Section.tsx';
import { TextField } from '../../components/TextField.tsx';
import { linkTo } from '../../screens/paths.ts';
import { CityField } from '../records/CityField.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { RecordForm } from '../records/RecordForm.tsx';
import type { RecordFormFlow } from '../records/use-record-form.ts';

export const toCompanyList = linkTo('listarEmpresa');

/** A shipping company and the city it serves; the national one serves every store. */
export function CompanyForm({
  flow,
}: {
  flow: RecordFormFlow<CompanyFormFacts, CompanyValues, CompanyRequest>;
}) {
  return (
    <RecordForm
      flow={flow}
      kind={companyKind}
      initialValues={initialCompanyValues}
      label="Empresa de envío"
      saveLabel="Guardar empresa"
      refused={(problem) => <ProblemAlert problem={problem} title={companyRefusedMessage} />}
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
  );
}
