import type { AnswerOf } from '#contract/contract.ts';
import { formatPesos } from '#machines/domain/money.ts';
import { BoxWay } from './BoxWay.tsx';
import { Fact } from './Fact.tsx';

export interface BoxHeaderProps {
  box: AnswerOf<'/verCajaDetalle'>[number];
  shipping: AnswerOf<'/obtenerSoportes'>;
}

/** Where the box is and what it is about; company and guide once its papers were shipped. */
export function BoxHeader({ box, shipping }: BoxHeaderProps) {
  return (
    <BoxWay location={box.ubicacion}>
      <Fact label="Fecha de creación">{box.fecha}</Fact>
      <Fact label="Valor solicitado">{formatPesos(box.total)}</Fact>
      <Fact label="Valor aprobado">{formatPesos(box.total_aprobado)}</Fact>
      {shipping.empresa === undefined ? null : (
        <>
          <Fact label="Empresa de envío">{shipping.empresa}</Fact>
          <Fact label="Número de guía">{shipping.codigo_soporte || '—'}</Fact>
        </>
      )}
    </BoxWay>
  );
}
