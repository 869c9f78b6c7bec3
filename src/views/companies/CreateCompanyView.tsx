import { companyForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { useRecordForm } from '../shared/use-record-form.ts';
import { CompanyForm, toCompanyList } from './CompanyForm.tsx';

/** crearEmpresa */
export default function CreateCompanyView({
  machine = companyForm,
}: {
  machine?: typeof companyForm;
}) {
  const flow = useRecordForm(machine, null);
  return (
    <Page title="Crear empresa de envío" back={toCompanyList} width="narrow">
      <CompanyForm flow={flow} />
    </Page>
  );
}
