import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { ReviewBox } from './ReviewBox.tsx';
import type { BoxSendViewProps } from './use-box-send.ts';

/** Where maintenance decides; whoever else may open the box reads the supervisor's detail. */
const detailOf = (profile: number) =>
  profile === 5 ? 'detalleGastoMantenimiento' : 'detalleGastoSupervisor';

/** verCajaMantenimiento: the box before maintenance, without the dates of its expenses. */
export default function MaintenanceBoxView(props: BoxSendViewProps) {
  const { profile } = Session.useSelector(actorOf);
  return (
    <ReviewBox
      {...props}
      sender="maintenance"
      columns={['invoice', 'supplierDocument', 'supplier', 'categories', 'value', 'support']}
      detailTo={({ idCaja, idGasto }) => pathTo(detailOf(profile), { idCaja, idGasto })}
      back={linkTo('historialCaja')}
    />
  );
}
