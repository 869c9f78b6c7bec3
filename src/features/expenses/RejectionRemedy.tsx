import { chakra } from '@chakra-ui/react/styled-system';
import {
  canBeRecordedAgain,
  correctableExpenses,
} from '#machines/domain/expense/expense-correction.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pathTo, recordAgainPath } from '../../app/screens/paths.ts';
import { useMayOpen } from '../../app/screens/use-may-open.ts';

export interface RejectionRemedyProps {
  expense: { id: number; recibo: string; estado: number; registrado_de_nuevo: number | null };
  /** Its box. */
  box: { active: number; id_tienda: number };
  size: 'xs' | 'sm';
}

/** The way on for the store of a rejected expense: it is corrected while it may be, else recorded again, once. */
export function RejectionRemedy({ expense, box, size }: RejectionRemedyProps) {
  const { id, recibo, estado, registrado_de_nuevo } = expense;
  const { active, id_tienda } = box;
  const mayRecord = useMayOpen('crearGasto');
  if (registrado_de_nuevo !== null)
    return (
      <TextLink to={pathTo('detalleGasto', { idGasto: registrado_de_nuevo })}>
        Se volvió a registrar
      </TextLink>
    );
  if (!mayRecord) return null;
  const receipt = <chakra.span srOnly>{`: recibo ${recibo}`}</chakra.span>;
  if (correctableExpenses(active, [{ estado }]).length > 0)
    return (
      <LinkButton to={pathTo('corregirGasto', { idTienda: id_tienda, idGasto: id })} size={size}>
        Corregir
        {receipt}
      </LinkButton>
    );
  return canBeRecordedAgain({ active, estado }) ? (
    <LinkButton to={recordAgainPath(id_tienda, id)} size={size} variant="outline">
      Volver a registrar
      {receipt}
    </LinkButton>
  ) : null;
}
