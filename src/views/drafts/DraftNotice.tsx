import { dateTimeInBogota } from '#machines/domain/dates.ts';
import { type Change, changeLine } from '#machines/flows/changes.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';

export interface DraftNoticeProps {
  /** Epoch milliseconds. */
  kept: number;
  /** Differences of the object since then. */
  changes?: readonly Change[];
  /** 'por Ana, 10:32', or empty. */
  author?: string;
  /** Sentences about the draft, beside how old it is. */
  warning?: string;
  onDiscard: () => void;
  onClose: () => void;
}

/** That the form begins with what the person had typed before. */
export function DraftNotice({
  kept,
  changes = [],
  author = '',
  warning = '',
  onDiscard,
  onClose,
}: DraftNoticeProps) {
  return (
    <InlineAlert
      tone={changes.length > 0 || warning !== '' ? 'warning' : 'info'}
      title="Recuperamos lo que había escrito"
      reasons={changes.map(changeLine)}
      onClose={onClose}
      action={
        <GuardedButton size="sm" variant="outline" onClick={onDiscard}>
          Descartar
        </GuardedButton>
      }
    >
      {`Es del ${dateTimeInBogota(kept)} y no se había guardado.`}
      {warning && ` ${warning}`}
      {changes.length > 0 ? ` Desde entonces el gasto cambió${author && ` (${author})`}:` : null}
    </InlineAlert>
  );
}

/** Two tabs with the same form: what is recovered later is what was typed last. */
export function OtherTabNotice() {
  return (
    <InlineAlert tone="info" title="Este formulario también está abierto en otra pestaña">
      Lo que escribió aquí sigue aquí. Si cierra las dos sin guardar, se recupera lo último que se
      escribió en cualquiera de ellas.
    </InlineAlert>
  );
}
