import { chakra } from '@chakra-ui/react/styled-system';
import { Ellipsis, FileInput, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import type {
  RecordListContext,
  RecordListEvent,
  RecordRow,
} from '#machines/flows/records/record-list.machine.ts';
import {
  asksForDeletion,
  changeIsRefused,
  changeProblemOf,
  failedToDelete,
  failedToToggle,
  isDeleting,
  isToggling,
  leavingOf,
  noticeOf,
} from '#machines/flows/records/record-list.selectors.ts';
import { ChangeOutcome } from '../../shell/problems/ChangeOutcome.tsx';
import { useProblemMessage } from '../../shell/problems/ProblemAlert.tsx';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import type { ListQueryState } from '../../shell/screens/use-list-address.ts';
import { useMayOpen } from '../../shell/session.ts';
import { ToggleSwitch } from '../../ui/fields/IconButton.tsx';
import { Anchor, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { busyReason } from '../../ui/fields/ReasonList.tsx';
import type { Icon } from '../../ui/feedback/tone.ts';
import { Page } from '../../ui/layout/Page.tsx';
import type { MenuAction } from '../../ui/overlay/ActionMenu.tsx';
import { ActionMenu, ConfirmDialog } from '../../ui/overlay/idle-overlays.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn, DataTableProps } from '../../ui/table/use-data-table.ts';
import { iconColumn } from '../../ui/table/columns.tsx';
import { type ListSnapshot, useListTable } from '../../shell/screens/list-table.ts';

interface RecordFlow<Row extends RecordRow, Query> {
  snapshot: ListSnapshot<Row, Query> &
    Pick<Parameters<typeof noticeOf>[0], 'matches' | 'hasTag'> & {
      context: RecordListContext<Row, Query>;
      can: (event: { type: 'TOGGLE'; row: Row }) => boolean;
    };
  send: (event: RecordListEvent<Row, Query>) => void;
}

/** Reasons why this user may not change a record; empty when they may. */
type ReasonsOf<Row> = (row: Row) => readonly string[];

const noReasons = (): readonly string[] => [];

interface Editing<Row> {
  to: (row: Row) => string;
  reasonsOf?: ReasonsOf<Row>;
}

interface RecordListProps<Row extends RecordRow, Query extends ListQuery>
  extends RecordFlow<Row, Query>,
    Pick<DataTableProps<Row>, 'caption' | 'columns' | 'searchPlaceholder' | 'emptyTitle'> {
  screen: 'listarUsuarios' | 'listarEmpresa' | 'listarTiendas';
  /** Screen of the form for a new record, and its link. */
  creation: {
    screen: 'crearUsuario' | 'crearEmpresa' | 'crearTienda';
    label: string;
    icon?: Icon;
  };
  /** Screen that imports records from a file; open to every user who may create one. */
  importing?: 'importarUsuarios' | 'importarTiendas';
  nameOf: (row: Row) => string;
  /** Form of a record; undefined where this user may not open it. */
  edit?: Editing<Row> | undefined;
  /** Further actions on a record. */
  actionsOf?: (row: Row) => readonly MenuAction[];
  place: ListQueryState<Query>;
  /** Content above the list. */
  lead?: ReactNode;
  /** Further links in the header. */
  actions?: ReactNode;
}

const titles = {
  refused: 'No se hizo el cambio',
  unanswered: 'No se sabe si el cambio se hizo',
};

/** Outcome of a change made in the list, shown above it. */
export function RecordChange<Row extends RecordRow, Query>({
  snapshot,
  send,
}: RecordFlow<Row, Query>) {
  return (
    <ChangeOutcome
      notice={noticeOf(snapshot)}
      problem={changeProblemOf(snapshot)}
      refused={changeIsRefused(snapshot)}
      unanswered={failedToToggle(snapshot)}
      titles={titles}
      onDismiss={() => send({ type: 'DISMISS' })}
      onRetry={() => send({ type: 'RETRY_CHANGE' })}
    />
  );
}

/** Screen of a list whose records can be deactivated and deleted. */
export function RecordList<Row extends RecordRow, Query extends ListQuery>({
  snapshot,
  send,
  screen,
  creation,
  importing,
  nameOf,
  edit,
  actionsOf,
  place,
  lead = null,
  actions = null,
  columns,
  ...table
}: RecordListProps<Row, Query>) {
  const listed = useListTable(snapshot, send, place);
  const mayCreate = useMayOpen(creation.screen);
  const dismiss = () => send({ type: 'DISMISS' });
  const retry = () => send({ type: 'RETRY_CHANGE' });
  const failed = failedToDelete(snapshot);
  const problem = useProblemMessage(changeProblemOf(snapshot));
  const editing = (row: Row): MenuAction[] =>
    edit === undefined
      ? []
      : [
          {
            label: `Editar ${nameOf(row)}`,
            icon: Pencil,
            reasons: edit.reasonsOf?.(row) ?? [],
            to: edit.to(row),
          },
        ];
  const creating = (variant: 'solid' | 'outline') =>
    mayCreate ? (
      <LinkButton to={pathTo(creation.screen)} icon={creation.icon ?? Plus} variant={variant}>
        {creation.label}
      </LinkButton>
    ) : undefined;
  const deleted = leavingOf(snapshot);
  return (
    <Page
      title={labelOf(screen)}
      actions={
        mayCreate || actions !== null ? (
          <>
            {actions}
            {mayCreate && importing ? (
              <LinkButton to={pathTo(importing)} icon={FileInput} variant="outline">
                Importar
              </LinkButton>
            ) : null}
            {creating('solid')}
          </>
        ) : null
      }
    >
      <RecordChange snapshot={snapshot} send={send} />
      {lead}
      <DataTable
        {...listed}
        {...table}
        emptyAction={creating('outline')}
        columns={[
          ...columns.map((column) =>
            column.isRowHeader && edit ? linkedTo(column, nameOf, edit) : column,
          ),
          ...(edit || actionsOf
            ? [menuColumn(nameOf, (row) => [...editing(row), ...(actionsOf?.(row) ?? [])])]
            : []),
        ]}
        rowKey={({ id }) => id}
      />
      <Suspense>
        <ConfirmDialog
          open={asksForDeletion(snapshot)}
          title="Confirmar eliminación"
          confirmLabel="Eliminar"
          confirmTone="primary"
          cancelTone="danger"
          busy={isDeleting(snapshot) && 'Eliminando…'}
          error={failed ? problem?.msg : undefined}
          onConfirm={failed ? retry : () => send({ type: 'CONFIRM' })}
          onCancel={failed ? dismiss : () => send({ type: 'CANCEL' })}
        >
          Se eliminará «{deleted === null ? '' : nameOf(deleted)}». Esta acción no se puede
          deshacer.
        </ConfirmDialog>
      </Suspense>
    </Page>
  );
}

/** Extends the link of the row header to the whole row, for records that this user may edit. */
const linkedTo = <Row extends RecordRow>(
  column: DataTableColumn<Row>,
  nameOf: (row: Row) => string,
  { to, reasonsOf = noReasons }: Editing<Row>,
): DataTableColumn<Row> => ({
  ...column,
  cell: (row) =>
    reasonsOf(row).length > 0 ? (
      column.cell(row)
    ) : (
      <Anchor to={to(row)} data-row-link="" aria-label={`Editar ${nameOf(row)}`}>
        {column.cell(row)}
      </Anchor>
    ),
});

/** Placeholder while the menu loads. */
const menuMark = (
  <chakra.span
    data-menu-mark=""
    display="inline-grid"
    placeItems="center"
    boxSize={{ base: '11', md: '10' }}
    color="fg.muted"
  >
    <Ellipsis size={20} aria-hidden="true" />
  </chakra.span>
);

/** Menu with every action on a record. */
const menuColumn = <Row extends RecordRow>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly MenuAction[],
): DataTableColumn<Row> =>
  iconColumn(
    'menu',
    'Acciones',
    (row) => (
      <Suspense fallback={menuMark}>
        <ActionMenu label={`Acciones de ${nameOf(row)}`} actions={actionsOf(row)} />
      </Suspense>
    ),
    { card: 'figure' },
  );

/** Switch for the active flag; shows the stored value while a change is pending. */
export const toggleColumn = <Row extends RecordRow, Query>(
  nameOf: (row: Row) => string,
  { snapshot, send }: RecordFlow<Row, Query>,
  reasonsOf: ReasonsOf<Row> = noReasons,
): DataTableColumn<Row> => ({
  id: 'active_',
  header: 'Activo',
  card: 'end',
  cell: (row) => {
    const event = { type: 'TOGGLE', row } as const;
    return (
      <ToggleSwitch
        label={`Activo: ${nameOf(row)}`}
        checked={row.active_ === 1}
        busy={isToggling(snapshot, row.id)}
        reasons={
          isToggling(snapshot, row.id) || snapshot.can(event) ? reasonsOf(row) : [busyReason]
        }
        onText="Activo"
        offText="Inactivo"
        onChange={() => send(event)}
      />
    );
  },
  sortValue: (row) => row.active_,
});

export const deleteAction = <Row extends RecordRow>(
  name: string,
  row: Row,
  send: (event: { type: 'DELETE'; row: Row }) => void,
  reasons: readonly string[] = [],
): MenuAction => ({
  label: `Eliminar ${name}`,
  icon: Trash2,
  tone: 'danger',
  reasons,
  onChoose: () => send({ type: 'DELETE', row }),
});
