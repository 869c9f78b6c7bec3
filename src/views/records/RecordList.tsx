import { Plus } from 'lucide-react';
import { pageOf } from '#machines/flows/flow.selectors.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import type {
  RecordListContext,
  RecordListEvent,
  RecordRow,
  Toggling,
} from '#machines/flows/records/record-list.machine.ts';
import {
  asksForDeletion,
  changeIsRefused,
  changeProblemOf,
  deletedIdOf,
  failedToDelete,
  failedToToggle,
  isDeleting,
  noticeOf,
} from '#machines/flows/records/record-list.selectors.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import type { DataTableProps } from '../../components/data-table-props.ts';
import type { Icon } from '../../components/Icon.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Page } from '../../components/Page.tsx';
import { labelOf } from '../../screens/labels.ts';
import { pathTo } from '../../screens/paths.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { ChangeOutcome } from '../problems/ChangeOutcome.tsx';
import { useProblemMessage } from '../problems/use-problem-message.ts';
import { type ListSnapshot, listTable } from './list-table.ts';

export interface RecordFlow<Row extends RecordRow, Query> {
  snapshot: ListSnapshot<Row, Query> &
    Pick<Parameters<typeof noticeOf>[0], 'matches'> & {
      context: RecordListContext<Row, Query>;
      can: (event: { type: 'TOGGLE' } & Toggling) => boolean;
    };
  send: (event: RecordListEvent<Query>) => void;
}

export interface RecordListProps<Row extends RecordRow, Query extends ListQuery>
  extends RecordFlow<Row, Query>,
    Pick<DataTableProps<Row>, 'caption' | 'columns' | 'searchPlaceholder' | 'emptyTitle'> {
  screen: 'listarUsuarios' | 'listarEmpresa' | 'listarTiendas';
  /** The form of a new record, and its link. */
  creation: {
    screen: 'crearUsuario' | 'crearEmpresa' | 'crearTienda';
    label: string;
    icon?: Icon;
  };
  nameOf: (row: Row) => string;
}

const titles = {
  refused: 'No se hizo el cambio',
  unanswered: 'No se sabe si el cambio se hizo',
};

/** The screen of a list whose records are switched and deleted. */
export function RecordList<Row extends RecordRow, Query extends ListQuery>({
  snapshot,
  send,
  screen,
  creation,
  nameOf,
  ...table
}: RecordListProps<Row, Query>) {
  const mayCreate = useMayOpen(creation.screen);
  const dismiss = () => send({ type: 'DISMISS' });
  const retry = () => send({ type: 'RETRY_CHANGE' });
  const failed = failedToDelete(snapshot);
  const problem = useProblemMessage(changeProblemOf(snapshot));
  const deleted = pageOf(snapshot).rows.find(({ id }) => id === deletedIdOf(snapshot));
  return (
    <Page
      title={labelOf(screen)}
      actions={
        mayCreate ? (
          <LinkButton to={pathTo(creation.screen)} icon={creation.icon ?? Plus}>
            {creation.label}
          </LinkButton>
        ) : null
      }
    >
      <ChangeOutcome
        notice={noticeOf(snapshot)}
        problem={changeProblemOf(snapshot)}
        refused={changeIsRefused(snapshot)}
        unanswered={failedToToggle(snapshot)}
        titles={titles}
        onDismiss={dismiss}
        onRetry={retry}
      />
      <DataTable {...listTable(snapshot, send)} {...table} rowKey={({ id }) => id} />
      <ConfirmDialog
        open={asksForDeletion(snapshot)}
        title="Confirmar eliminación"
        confirmLabel="Eliminar"
        confirmTone="primary"
        cancelTone="danger"
        busy={isDeleting(snapshot)}
        busyLabel="Eliminando…"
        error={failed ? problem?.msg : undefined}
        onConfirm={failed ? retry : () => send({ type: 'CONFIRM' })}
        onCancel={failed ? dismiss : () => send({ type: 'CANCEL' })}
      >
        Se eliminará «{deleted === undefined ? '' : nameOf(deleted)}». Esta acción no se puede
        deshacer.
      </ConfirmDialog>
    </Page>
  );
}
