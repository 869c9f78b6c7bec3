import { factsOf } from '#machines/flows/records/record-form.selectors.ts';
import { companyForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { CompanyForm, toCompanyList } from './CompanyForm.tsx';

/** editarEmpresa */
export default function EditCompanyView({
  machine = companyForm,
}: {
  machine?: typeof companyForm;
}) {
  const flow = useRecordForm(machine, useIdParam('idEmpresa'));
  return (
    <Page
      title={labelOf('editarEmpresa')}
      subtitle={factsOf(flow.snapshot)?.company?.nombre}
      back={toCompanyList}
      width="narrow"
    >
      <CompanyForm flow={flow} />
    </Page>
  );
}
