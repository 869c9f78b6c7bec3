import { storeForm } from '../../actors/record-form.actors.ts';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { useRecordForm } from '../records/use-record-form.ts';
import { StoreForm, toStoreList } from './StoreForm.tsx';

/** crearTienda */
export default function CreateStoreView({ machine = storeForm }: { machine?: typeof storeForm }) {
  const flow = useRecordForm(machine, null);
  return (
    <Page title={labelOf('crearTienda')} back={toStoreList} width="narrow">
      <StoreForm flow={flow} />
    </Page>
  );
}
