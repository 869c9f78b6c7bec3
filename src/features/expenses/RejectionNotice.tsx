import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import {
  canBeRecordedAgain,
  correctableExpenses,
} from '#machines/domain/expense/expense-correction.ts';
import {
  answeredRejection,
  rejectionOf,
  undoneText,
} from '#machines/flows/expenses/expense-facts.ts';
import { pathTo, recordAgainPath } from '../../app/screens/paths.ts';
import { useMayOpen } from '../../app/SessionProvider.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';

/** The stage that rejected the expense, its reason, and what can be done about it. */
export function RejectionNotice({ expense, action }: { expense: Expense; action?: ReactNode }) {
  const rejection = rejectionOf(expense);
  if (rejection === null) return null;
  return (
    <InlineAlert tone="warning" title={rejection.title} action={action}>
      {rejection.observation}
    </InlineAlert>
  );
}

/** The expense that this one records again, with the reason of its rejection. */
export function OriginNotice({ origin }: { origin: Expense }) {
  return (
    <RejectionNotice
      expense={origin}
      action={
        <TextLink href={`/#${pathTo('detalleGasto', { idGasto: origin.id })}`} newTab>
          Ver el gasto rechazado
        </TextLink>
      }
    />
  );
}

/** The last correction of the store, before and after, and the rejection that it answers. */
export function CorrectionNotice({ expense: { correccion } }: { expense: Expense }) {
  if (correccion === null) return null;
  const { diferencias, fecha, sin_efecto } = correccion;
  const changes = diferencias.map(
    ({ campo, antes, despues }) => `${campo} ${antes || '—'} → ${despues || '—'}`,
  );
  const undone = undoneText(sin_efecto);
  return (
    // An amount stays whole.
    <InlineAlert tone="info" title={`Corregido: ${changes.join(', ')}`.replaceAll('$ ', '$\u00a0')}>
      {`${answeredRejection(correccion)} (${fecha})`}
      {undone === '' ? null : <p>{undone}</p>}
    </InlineAlert>
  );
}

export interface RejectionRemedyProps {
  expense: {
    id: number;
    recibo: string;
    estado: number;
    motivo_rechazo: string;
    registrado_de_nuevo: number | null;
  };
  /** Its box. */
  box: { active: number; id_tienda: number };
  size: 'xs' | 'sm';
}

/** The way on for the store of a rejected expense: it is corrected while it may be, else recorded again, once. */
export function RejectionRemedy({ expense, box, size }: RejectionRemedyProps) {
  const { id, recibo, estado, motivo_rechazo, registrado_de_nuevo } = expense;
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
  return canBeRecordedAgain({ active, estado, motivo_rechazo }) ? (
    <LinkButton to={recordAgainPath(id_tienda, id)} size={size} variant="outline">
      Volver a registrar
      {receipt}
    </LinkButton>
  ) : null;
}
