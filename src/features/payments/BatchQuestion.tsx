import { shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { type Payment, sumsOf } from '#machines/flows/payments/payment.kinds.ts';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { nameOfPayment } from './payment-columns.tsx';

/** '3 giros, $ 270.000' */
export const sumText = ({ giros, valor }: { giros: number; valor: number }): string =>
  `${counted(giros, 'giro', 'giros')}, ${formatPesos(valor).replace('$ ', '$\u00a0')}`;

/** What is authorised or sent: sums by bank and by hand, missing accounts, and each account with its holder and its age. */
export function BatchQuestion({ payments }: { payments: readonly Payment[] }) {
  const { byBank, byHand, ...all } = sumsOf(payments);
  const accounts = payments.filter(({ a_mano }) => a_mano === 0);
  const missing = payments.filter(({ a_mano, via }) => a_mano === 1 && via === 'transferencia');
  return (
    <DescriptionList
      columns={1}
      items={[
        { label: 'En total', value: sumText(all) },
        { label: 'Por banco', value: sumText(byBank) },
        { label: 'A mano', value: sumText(byHand) },
        ...(missing.length === 0
          ? []
          : [{ label: 'Sin cuenta', value: missing.map(nameOfPayment).join(', ') }]),
        ...accounts.map((one) => ({
          label: nameOfPayment(one),
          value: `${one.titular}, ${one.banco} ${one.cuenta}, desde el ${shortDateTime(one.cuenta_desde)}`,
        })),
      ]}
    />
  );
}
