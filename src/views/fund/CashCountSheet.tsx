import { chakra } from '@chakra-ui/react/styled-system';
import { Printer } from 'lucide-react';
import { formatPesos } from '#machines/domain/money.ts';
import type { CashCount } from '#machines/flows/cash-count/cash-count.selectors.ts';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { Money } from '../../components/Money.tsx';
import { Section } from '../../components/Section.tsx';
import { CountedFund } from './CountedFund.tsx';
import { denominationName } from './denomination-name.ts';

/** A count as a sheet of paper: who and when, the pieces, the sum, the note, and two lines to sign on. */
export function CashCountSheet({ count }: { count: CashCount }) {
  return (
    <Section>
      <chakra.div display="grid" gap="5">
        <DescriptionList
          columns={2}
          items={[
            { label: 'Contado por', value: count.persona },
            { label: 'Fecha', value: count.fecha },
          ]}
        />
        <PieceTable pieces={count.conteo} />
        <CountedFund count={count} />
        <DescriptionList columns={1} items={[{ label: 'Nota', value: count.nota }]} />
        <chakra.div
          display={{ base: 'none', _print: 'flex' }}
          justifyContent="space-between"
          gap="10"
          pt="16"
        >
          {['Firma de quien contó', 'Firma del responsable de la tienda'].map((label) => (
            <chakra.p key={label} flex="1" borderTopWidth="1px" borderColor="fg" pt="1">
              {label}
            </chakra.p>
          ))}
        </chakra.div>
        <chakra.div _print={{ display: 'none' }}>
          <GuardedButton icon={Printer} onClick={() => window.print()}>
            Imprimir
          </GuardedButton>
        </chakra.div>
      </chakra.div>
    </Section>
  );
}

function PieceTable({ pieces }: { pieces: CashCount['conteo'] }) {
  if (pieces.length === 0) return <p>No había efectivo.</p>;
  return (
    <chakra.table maxW="md" width="full" css={pieceLook}>
      <caption>Efectivo contado</caption>
      <thead>
        <tr>
          <th scope="col">Denominación</th>
          <th scope="col">Cantidad</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {pieces.map((piece) => (
          <tr key={denominationName(piece)}>
            <th scope="row">{denominationName(piece)}</th>
            <td>{piece.cantidad}</td>
            <td>
              <Money>{formatPesos(piece.valor * piece.cantidad)}</Money>
            </td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

const pieceLook = {
  '& caption': { textAlign: 'start', fontWeight: 'semibold', pb: '1' },
  '& th': { textAlign: 'start', fontWeight: 'normal', py: '0.5' },
  '& thead th': { color: 'fg.muted', textStyle: 'sm' },
  '& td, & thead th:not(:first-of-type)': { textAlign: 'end' },
  '& tr': { borderBottomWidth: '1px' },
} as const;
