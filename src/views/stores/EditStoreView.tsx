import { factsOf } from '#machines/flows/records/record-form.selectors.ts';
import { storeForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { StoreForm, toStoreList } from './StoreForm.tsx';

/** editarTienda */
export default function EditStoreView({ machine = storeForm }: { machine?: typeof storeForm }) {
  const flow = useRecordForm(machine, useIdParam('idTienda'));
  return (
    <Page
      title={labelOf('editarTienda')}
      subtitle={factsOf(flow.snapshot)?.store?.nombre}
      back={toStoreList}
      width="narrow"
    >
      <StoreForm flow={flow} />
    </Page>
  );
}
