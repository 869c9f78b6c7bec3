import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { Section } from '../../components/Section.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Stepper } from '../../components/Stepper.tsx';
import { toneOf } from '../shared/tone.ts';
import { boxSteps } from './box-steps.ts';

export interface BoxHeaderProps {
  box: AnswerOf<'/obtenerCaja'>;
  rows: readonly ExpenseRow[];
  shipping: AnswerOf<'/obtenerSoportes'>;
}

/** Where the box is, who has it and since when; company and guide once its papers were shipped. */
export function BoxHeader({ box, rows, shipping }: BoxHeaderProps) {
  return (
    <Section>
      <DescriptionList
        items={[
          { label: 'Estado', value: <StatusBadge tone={toneOf(box.color)} label={box.estado} /> },
          { label: 'En manos de', value: box.tipo_usuario },
          { label: 'Desde', value: box.fecha_movimiento },
          { label: 'Fecha de creación', value: box.fecha },
          { label: 'Valor solicitado', value: formatPesos(box.total) },
          { label: 'Valor aprobado', value: formatPesos(box.total_aprobado) },
          ...shippingItems(shipping),
        ]}
      />
      <Stepper label="Recorrido de la caja" steps={boxSteps(box.active, rows)} />
    </Section>
  );
}

const shippingItems = ({ empresa, codigo_soporte }: BoxHeaderProps['shipping']) =>
  empresa === undefined
    ? []
    : [
        { label: 'Empresa de envío', value: empresa },
        { label: 'Número de guía', value: codigo_soporte },
      ];
