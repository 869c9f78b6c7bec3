import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { StoreAccount } from './StoreAccount.tsx';

/** giros/cuenta/:idTienda: the account of a store, for who confirms it and does not edit stores. */
export default function StoreAccountView() {
  const idTienda = useIdParam('idTienda');
  return (
    <Page title={labelOf('girosCuenta')} back={{ to: pathTo('giros'), label: labelOf('giros') }}>
      <StoreAccount idTienda={idTienda} />
    </Page>
  );
}
