import { Pencil, Trash2 } from 'lucide-react';
import type { RecordListEvent, RecordRow } from '#machines/flows/records/record-list.machine.ts';
import { isToggling } from '#machines/flows/records/record-list.selectors.ts';
import type { DataTableColumn } from '../../ui/table/data-table-props.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { IconLink } from '../../ui/fields/IconLink.tsx';
import { busyReason } from '../../ui/fields/reason.ts';
import { ToggleSwitch } from '../../ui/fields/ToggleSwitch.tsx';
import type { RecordFlow } from './RecordList.tsx';
import { iconColumn } from './table-columns.tsx';

/** Reasons why this person may not change a record; none: he or she may. */
type ReasonsOf<Row> = (row: Row) => readonly string[];

const noReasons = (): readonly string[] => [];

export const editColumn = <Row extends RecordRow>(
  nameOf: (row: Row) => string,
  editTo: (row: Row) => string,
  reasonsOf: ReasonsOf<Row> = noReasons,
): DataTableColumn<Row> =>
  iconColumn('edit', 'Editar', (row) => {
    const [label, reasons] = [`Editar ${nameOf(row)}`, reasonsOf(row)];
    return reasons.length === 0 ? (
      <IconLink to={editTo(row)} icon={Pencil} label={label} />
    ) : (
      <IconButton label={label} icon={Pencil} reasons={reasons} />
    );
  });

/** The active flag as the server has it; while its change is under way it shows what it was. */
export const toggleColumn = <Row extends RecordRow, Query>(
  nameOf: (row: Row) => string,
  { snapshot, send }: RecordFlow<Row, Query>,
  reasonsOf: ReasonsOf<Row> = noReasons,
): DataTableColumn<Row> => ({
  id: 'active_',
  header: 'Activo',
  cell: (row) => {
    const event = {
      type: 'TOGGLE',
      id_elemento: row.id,
      opc: row.active_ === 1 ? 0 : 1,
    } as const;
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

export const deleteColumn = <Row extends RecordRow>(
  nameOf: (row: Row) => string,
  send: (event: Extract<RecordListEvent<unknown>, { type: 'DELETE' }>) => void,
  reasonsOf: ReasonsOf<Row> = noReasons,
): DataTableColumn<Row> =>
  iconColumn('delete', 'Eliminar', (row) => (
    <IconButton
      label={`Eliminar ${nameOf(row)}`}
      icon={Trash2}
      tone="danger"
      reasons={reasonsOf(row)}
      onClick={() => send({ type: 'DELETE', id_elemento: row.id })}
    />
  ));
