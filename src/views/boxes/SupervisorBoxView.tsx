import { linkTo, pathTo } from '../../screens/paths.ts';
import { ReviewBox } from './ReviewBox.tsx';
import type { BoxSendViewProps } from './use-box-send.ts';

/** verCajaSupervisor: the box before its supervisor. */
export default function SupervisorBoxView(props: BoxSendViewProps) {
  return (
    <ReviewBox
      {...props}
      sender="supervisor"
      columns={[
        'date',
        'invoice',
        'supplierDocument',
        'supplier',
        'categories',
        'value',
        'support',
      ]}
      detailTo={({ idCaja, idGasto }) => pathTo('detalleGastoSupervisor', { idCaja, idGasto })}
      back={linkTo('historialCaja')}
    />
  );
}
