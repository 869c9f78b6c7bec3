import { useActor } from '@xstate/react';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { accountOf, expensesOf, factsOf, isLoading } from '#machines/flows/boxes/box.selectors.ts';
import { noticeOf, whereSentOf } from '#machines/flows/shipping/ship.machine.ts';
import { ship } from './box.actors.ts';
import { Session } from '../../shell/session.ts';
import { linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useDestination } from '../../shell/screens/use-destination.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { FollowedBoxPage } from './BoxPage.tsx';
import { ExpenseTable, detailColumn, factColumns, storeStatusColumn } from './ExpenseTable.tsx';
import { ShippingSection } from '../shipping/ShippingSection.tsx';

/** verCajaRevisada: a reviewed box; the store ships its papers from here. */
export default function ReviewedBoxView({ machine = ship }: { machine?: typeof ship }) {
  const actor = Session.useSelector(actorOf);
  const idCaja = useIdParam('idCaja');
  const [snapshot, send] = useActor(machine, { input: { actor, id_caja: idCaja } });
  const facts = factsOf(snapshot);
  useDestination(snapshot.output, idCaja, whereSentOf(snapshot));
  const rows = expensesOf(snapshot);
  const account = accountOf(snapshot);
  return (
    <FollowedBoxPage
      back={linkTo('historialCaja')}
      sent={noticeOf(snapshot) !== null}
      snapshot={snapshot}
      send={send}
    >
      <ShippingSection snapshot={snapshot} send={send} />
      <ExpenseTable
        columns={[
          factColumns.invoice,
          factColumns.supplierDocument,
          factColumns.supplier,
          factColumns.categories,
          factColumns.value,
          factColumns.receipt,
          detailColumn((row) => pathTo('detalleGasto', { idGasto: row.id })),
          storeStatusColumn(facts?.box),
        ]}
        rows={rows}
        account={account}
        reloading={isLoading(snapshot)}
      />
    </FollowedBoxPage>
  );
}
