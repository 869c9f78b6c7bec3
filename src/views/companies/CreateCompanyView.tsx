import { companyForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { CompanyForm, toCompanyList } from './CompanyForm.tsx';

/** crearEmpresa */
export default function CreateCompanyView({
  machine = companyForm,
}: {
  machine?: typeof companyForm;
}) {
  const flow = useRecordForm(machine, null);
  return (
    <Page title={labelOf('crearEmpresa')} back={toCompanyList} width="narrow">
      <CompanyForm flow={flow} />
    </Page>
  );
}
