import { factsOf } from '#machines/flows/record-form.selectors.ts';
import { companyForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { useIdParam } from '../../routes/use-id-param.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
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
      title="Editar empresa de envío"
      subtitle={factsOf(flow.snapshot)?.company?.nombre}
      back={toCompanyList}
      width="narrow"
    >
      <CompanyForm flow={flow} />
    </Page>
  );
}
