import { useActor } from '@xstate/react';
import type { AnswerOf } from '#contract/contract.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useMayOpen } from '../../shell/session.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { detailOf } from '../../wire/looking.actors.ts';

export const boxEntry = detailOf('/comprobanteDeCaja');

type Line = AnswerOf<'/comprobanteDeCaja'>['lineas'][number];

const columns: readonly DataTableColumn<Line>[] = [
  textColumn('cuenta', 'Cuenta', ({ cuenta }) => cuenta, { isRowHeader: true }),
  textColumn('tercero', 'Tercero', ({ documento, tercero }) => `${documento} ${tercero}`.trim(), {
    card: 'state',
  }),
  textColumn('detalle', 'Detalle', ({ detalle }) => detalle),
  moneyColumn('debito', 'Débito', ({ debito }) => debito || null, {
    card: 'left',
    cardLabel: 'Débito',
  }),
  moneyColumn('credito', 'Crédito', ({ credito }) => credito || null, {
    card: 'right',
    cardLabel: 'Crédito',
  }),
];

interface BoxEntryProps {
  idCaja: number;
  /** State code of the box; undefined while the box is loading. */
  active: number | undefined;
  machine?: typeof boxEntry;
}

/** The entry of a closed box, for those who export it. */
export function BoxEntry({ active, ...box }: BoxEntryProps) {
  const mayOpen = useMayOpen('comprobantes');
  return mayOpen && active === boxStates.closed.codigo ? <EntryOfBox {...box} /> : null;
}

function EntryOfBox({ idCaja, machine = boxEntry }: Omit<BoxEntryProps, 'active'>) {
  const [snapshot, send] = useActor(machine, { input: { key: { id_caja: idCaja } } });
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed || data === null) return <LoadSection {...load} />;
  const { numero, dia, faltan, lineas } = data;
  if (lineas.length === 0) return null;
  return (
    <>
      {faltan.length === 0 ? null : (
        <InlineAlert tone="warning">
          {`Este comprobante no se puede exportar. Falta ${faltan.map(({ falta }) => falta).join(', ')}.`}
        </InlineAlert>
      )}
      <TableSection
        title={
          numero === null
            ? `Comprobante del ${shortDate(dia)}, por exportar`
            : `Comprobante n.º ${numero} del ${shortDate(dia)}`
        }
        columns={columns}
        rows={lineas.map((line, place) => ({ ...line, place }))}
        rowKey={({ place }) => place}
        searchPlaceholder="Buscar una línea"
        emptyTitle="Sin líneas"
      />
    </>
  );
}
