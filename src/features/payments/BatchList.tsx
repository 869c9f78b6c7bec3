import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { maximumBatch } from '#contract/calls/payments.calls.ts';
import { wayNames } from '#machines/domain/payment/payment-states.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { type Batch, shownWayOf } from '#machines/flows/payments/payment.kinds.ts';
import { listIn } from '#machines/flows/records/acting.machine.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { useListTable } from '../../shell/screens/list-table.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { moneyColumn, plainColumn, textColumn, toneOf } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { listOf } from '../../wire/looking.actors.ts';
import { ListTotals, type listTotals } from './ListTotals.tsx';
import { nameOfPayment } from './payment-columns.tsx';
import { paymentList, useActing } from './payments.actors.ts';

export const batchList = listOf('/lotesGiros');

/** '2 por autorizar, 1 girado' */
export const countsOf = ({ preparados, autorizados, enviados, girados, fuera }: Batch): string =>
  (
    [
      [preparados, 'por autorizar'],
      [autorizados, 'por enviar'],
      [enviados, 'por confirmar'],
      [girados, girados === 1 ? 'girado' : 'girados'],
      [fuera, 'fuera del lote'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');

const sizeOf = ({ preparados, autorizados, enviados, girados }: Batch): number =>
  preparados + autorizados + enviados + girados;

/** Batches with payments that wait for somebody; the payments of a batch are shown beneath its row. */
export function BatchList({
  machine = batchList,
  payments = paymentList,
  totals,
}: {
  machine?: typeof batchList | undefined;
  payments?: typeof paymentList | undefined;
  totals?: typeof listTotals | undefined;
}) {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const columns = useMemo((): DataTableColumn<Batch>[] => {
    const turn = (id: number) =>
      setOpened((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
    return [
      plainColumn(
        'lote',
        'Lote',
        ({ id }) => <TextLink to={pathTo('girosLote', { idLote: id })}>{`Lote ${id}`}</TextLink>,
        { isRowHeader: true },
      ),
      plainColumn(
        'estado',
        'Estado',
        ({ color, nombre_estado }) => <StatusBadge tone={toneOf(color)} label={nombre_estado} />,
        { card: 'state' },
      ),
      moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
      textColumn('cuentas', 'Giros', countsOf, { card: 'line' }),
      textColumn('preparado_por', 'Preparado por', (batch) => batch.preparado_por, { card: 'end' }),
      plainColumn(
        'giros',
        'Sus giros',
        (batch) => {
          const isOpen = opened.includes(batch.id);
          return (
            <GuardedButton
              size="sm"
              variant="outline"
              icon={isOpen ? ChevronDown : ChevronRight}
              expanded={isOpen}
              onClick={() => turn(batch.id)}
            >
              {`${isOpen ? 'Ocultar' : 'Ver'} ${counted(sizeOf(batch), 'giro', 'giros')}`}
            </GuardedButton>
          );
        },
        { card: 'foot' },
      ),
    ];
  }, [opened]);
  const place = useListAddress<ListQuery>(firstPage, []);
  const query = { ...place.query, abiertos: 1 as const };
  const [snapshot, send] = useActor(machine, { input: { query } });
  const table = useListTable(snapshot, send, { ...place, query });
  return (
    <>
      <DataTable
        {...table}
        caption="En curso"
        columns={columns}
        rowKey={({ id }) => id}
        beneath={({ id }) =>
          opened.includes(id) ? <BatchPayments idLote={id} machine={payments} /> : null
        }
        searchPlaceholder="Buscar lote, tienda, titular, referencia o día"
        emptyTitle="No hay giros en curso"
      />
      <ListTotals lista="enCurso" buscar={query.buscar} machine={totals} />
    </>
  );
}

function BatchPayments({ idLote, machine }: { idLote: number; machine: typeof paymentList }) {
  const { snapshot, send } = useActing(machine, {
    id_lote: idLote,
    orden: 'id_caja',
    direccion: 'asc',
    limite: maximumBatch,
  });
  const load = loadOf(snapshot, send);
  const { rows } = listIn(snapshot);
  if (load.failed || rows.length === 0) return <LoadSection {...load} />;
  return (
    <chakra.ul
      aria-label={`Giros del lote ${idLote}`}
      listStyleType="none"
      textStyle="sm"
      maxH="20rem"
      overflowY="auto"
      // A scrolled list is reached by the keyboard.
      tabIndex={0}
    >
      {rows.map((payment) => (
        <chakra.li
          key={payment.id_caja}
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: '2fr 1fr 2fr 1fr' }}
          columnGap="4"
          py="1.5"
          borderTopWidth="1px"
        >
          <span>{nameOfPayment(payment)}</span>
          <chakra.span textAlign="end">{formatPesos(payment.valor)}</chakra.span>
          <chakra.span color="fg.muted">
            {[wayNames[shownWayOf(payment)], payment.banco, payment.cuenta]
              .filter((text) => text !== '')
              .join(' ')}
          </chakra.span>
          <chakra.span color="fg.muted" textAlign={{ base: 'end', md: 'start' }}>
            {payment.nombre_estado}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
