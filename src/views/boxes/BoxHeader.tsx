import type { AnswerOf } from '#contract/contract.ts';
import { accountOfBox } from '#machines/flows/expenses/expense-facts.ts';
import { BoxWay } from './BoxWay.tsx';
import { Fact, FactList } from './Fact.tsx';

export interface BoxHeaderProps {
  box: AnswerOf<'/verCajaDetalle'>[number];
  rows: AnswerOf<'/gastosCaja'>;
  shipping: AnswerOf<'/obtenerSoportes'>;
}

/** Where the box is and what it is about; company and guide once its papers were shipped. */
export function BoxHeader({ box, rows, shipping }: BoxHeaderProps) {
  return (
    <BoxWay
      location={box.ubicacion}
      figures={
        <FactList>
          {accountOfBox({ box, rows }).map(({ label, amount }) => (
            <Fact key={label} label={label}>
              {amount}
            </Fact>
          ))}
        </FactList>
      }
    >
      <Fact label="Fecha de creación">{box.fecha}</Fact>
      {shipping.empresa === undefined ? null : (
        <>
          <Fact label="Empresa de envío">{shipping.empresa}</Fact>
          <Fact label="Número de guía">{shipping.codigo_soporte || '—'}</Fact>
        </>
      )}
    </BoxWay>
  );
}
