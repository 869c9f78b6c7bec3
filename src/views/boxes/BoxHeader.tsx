import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { Section } from '../../components/Section.tsx';
import { Stepper } from '../../components/Stepper.tsx';
import { DayAndTime } from '../shared/DayAndTime.tsx';
import { boxSteps } from './box-steps.ts';

export interface BoxHeaderProps {
  box: AnswerOf<'/obtenerCaja'>;
  rows: readonly ExpenseRow[];
  shipping: AnswerOf<'/obtenerSoportes'>;
}

/** Where the box is, who has it and since when; company and guide once its papers were shipped. */
export function BoxHeader({ box, rows, shipping }: BoxHeaderProps) {
  return (
    <>
      <Section>
        <chakra.dl
          display="grid"
          columnGap="6"
          rowGap="4"
          gridTemplateColumns="repeat(auto-fit, minmax(8.5rem, 1fr))"
        >
          <Fact label="En manos de">{box.tipo_usuario}</Fact>
          <Fact label="Desde">
            <DayAndTime>{box.fecha_movimiento}</DayAndTime>
          </Fact>
          <Fact label="Fecha de creación">{box.fecha}</Fact>
          <Fact label="Valor solicitado">{formatPesos(box.total)}</Fact>
          <Fact label="Valor aprobado">{formatPesos(box.total_aprobado)}</Fact>
          {shipping.empresa === undefined ? null : (
            <>
              <Fact label="Empresa de envío">{shipping.empresa}</Fact>
              <Fact label="Número de guía">{shipping.codigo_soporte || '—'}</Fact>
            </>
          )}
        </chakra.dl>
      </Section>
      {/* On a phone the way is long: it follows what there is to do. */}
      <chakra.div order={{ base: 1, lg: 0 }} minW="0">
        <Section>
          <Stepper label="Recorrido de la caja" steps={boxSteps(box.active, rows)} />
        </Section>
      </chakra.div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div minW="0">
      <chakra.dt textStyle="sm" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd mt="1" fontWeight="medium" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
