import { boxStates } from '#machines/domain/states.ts';
import { linkTo, pathTo } from '../../screens/paths.ts';
import { ReviewBox } from './ReviewBox.tsx';
import type { BoxSendViewProps } from './use-box-send.ts';

const detailOf = (active: number) =>
  active === boxStates.finalAccounting.codigo
    ? 'detalleGastoContabilidadFinal'
    : 'detalleGastoContabilidad';

/** revisarCaja: the box before accounting, in its first and in its final pass. */
export default function AccountingBoxView(props: BoxSendViewProps) {
  return (
    <ReviewBox
      {...props}
      sender="accounting"
      columns={[
        'date',
        'invoice',
        'supplierDocument',
        'supplier',
        'categories',
        'value',
        'support',
      ]}
      detailTo={({ active, idGasto, idCaja }) => pathTo(detailOf(active), { idGasto, idCaja })}
      back={linkTo('cajasPendientes')}
    />
  );
}
