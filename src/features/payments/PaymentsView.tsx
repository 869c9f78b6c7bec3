import { Download } from 'lucide-react';
import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PaymentList, paymentLists } from '#contract/calls/payments.calls.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  answerTo,
  isActing,
  mayAct,
  reasonsFor,
  tickedRows,
} from '#machines/flows/records/acting.machine.ts';
import {
  type Payment,
  isWaiting,
  listKind,
  sumsOf,
} from '#machines/flows/payments/payment.kinds.ts';
import type { ListQuery } from '#machines/flows/records/list.machine.ts';
import { permissionsOf } from '#machines/flows/session/session.setup.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { Session, useWorkingCalendar } from '../../shell/session.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { labelOf, newAccountsUrl, paidPaymentsUrl, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { ButtonRow, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ChoiceInput } from '../../ui/fields/RadioGroupField.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { BatchList, type batchList } from './BatchList.tsx';
import { sumText } from './BatchQuestion.tsx';
import { ListTotals, type listTotals } from './ListTotals.tsx';
import {
  LacksAuthoriser,
  TickAll,
  nameOfPayment,
  paymentColumns,
  tickColumn,
  useActingTable,
} from './payment-columns.tsx';
import { loadableWhenIdle } from '../../ui/layout/loadable.ts';
import { paymentList, type proposedAccounts, useActing } from './payments.actors.ts';

/** Loaded lazily, so that the list does not wait for them. */
const ProposedAccounts = loadableWhenIdle(
  async () => (await import('./ProposedAccounts.tsx')).ProposedAccounts,
);

const labels: Record<PaymentList, string> = {
  porGirar: 'Por girar',
  enCurso: 'En curso',
  girados: 'Girados',
};

type RowList = Exclude<PaymentList, 'enCurso'>;

const lists: Record<RowList, { columns: readonly string[]; empty: string }> = {
  porGirar: {
    columns: ['tienda', 'consecutivo', 'valor', 'estado', 'desde', 'via', 'lote', 'problema'],
    empty: 'No hay giros por hacer',
  },
  girados: {
    columns: ['tienda', 'consecutivo', 'valor', 'estado', 'giro', 'via', 'lote'],
    empty: 'Todavía no hay giros hechos',
  },
};

const isList = (text: string | null): text is PaymentList =>
  paymentLists.some((name) => name === text);

/** giros: payments that wait, batches in progress, and completed payments. */
export default function PaymentsView({
  machine = paymentList,
  batches,
  totals,
  accounts,
}: {
  machine?: typeof paymentList;
  batches?: typeof batchList;
  accounts?: typeof proposedAccounts;
  totals?: typeof listTotals;
}) {
  const [address] = useSearchParams();
  const named = address.get('lista');
  const lista = isList(named) ? named : 'porGirar';
  const permissions = Session.useSelector(permissionsOf);
  const canPrepare = permissions.includes('giros');
  return (
    <Page
      title={labelOf('giros')}
      actions={
        lista === 'girados' ? (
          <LinkButton href={paidPaymentsUrl} icon={Download} variant="outline">
            Descargar los girados (XLSX)
          </LinkButton>
        ) : canPrepare ? (
          <LinkButton href={newAccountsUrl} icon={Download} variant="outline">
            Cuentas por inscribir en el banco
          </LinkButton>
        ) : null
      }
    >
      {permissions.includes('autorizarGiros') ? (
        <Suspense>
          <ProposedAccounts machine={accounts} />
        </Suspense>
      ) : null}
      <TabLinks
        label="Giros por etapa"
        tabs={paymentLists.map((name) => ({
          to: `${pathTo('giros')}?lista=${name}`,
          label: labels[name],
          active: name === lista,
        }))}
      />
      {lista === 'enCurso' ? (
        <BatchList machine={batches} payments={machine} totals={totals} />
      ) : (
        <PaymentTable
          key={lista}
          lista={lista}
          machine={machine}
          totals={totals}
          canPrepare={canPrepare}
        />
      )}
    </Page>
  );
}

function PaymentTable({
  lista,
  machine,
  totals,
  canPrepare,
}: {
  lista: RowList;
  machine: typeof paymentList;
  totals: typeof listTotals | undefined;
  canPrepare: boolean;
}) {
  const calendar = useWorkingCalendar();
  const { columns: names, empty } = lists[lista];
  const columns = useMemo(() => {
    const all = paymentColumns(calendar);
    return names.flatMap((name): DataTableColumn<Payment>[] => {
      const column = all[name];
      return column === undefined ? [] : [column];
    });
  }, [calendar, names]);
  const { query, goWith } = useListAddress<ListQuery>(firstPage, columns);
  const wanted = { ...query, lista };
  const { snapshot, send, act } = useActing(machine, wanted);
  const table = useActingTable(snapshot, send, { query: wanted, goWith });
  const ticked = tickedRows(snapshot);
  const [keepsBack, setKeepsBack] = useState(false);
  const keepable = ticked.filter(({ por_retener }) => por_retener !== null);
  const kept = keepsBack
    ? keepable.reduce((sum, { por_retener }) => sum + (por_retener ?? 0), 0)
    : 0;
  const request = {
    path: '/prepararGiros',
    body: {
      cajas: ticked.map(({ id_caja }) => id_caja),
      ...(kept > 0 && { retener: keepable.map(({ id_caja }) => id_caja) }),
    },
  } as const;
  const { byBank, byHand } = sumsOf(ticked);
  const [prepared] = answerTo(snapshot, '/prepararGiros') ?? [];
  return (
    <>
      <Submission snapshot={snapshot} send={send}>
        {prepared?.id_lote === undefined ? null : (
          <>
            {`${counted(prepared.giros, 'giro preparado', 'giros preparados')}: otra persona los autoriza. `}
            <TextLink to={pathTo('girosLote', { idLote: prepared.id_lote })}>
              {`Ver el lote ${prepared.id_lote}`}
            </TextLink>
          </>
        )}
      </Submission>
      {canPrepare ? <LacksAuthoriser payments={table.rows} /> : null}
      <DataTable
        {...table}
        caption={labels[lista]}
        columns={
          lista === 'porGirar'
            ? [tickColumn(snapshot, send, nameOfPayment, isWaiting), ...columns]
            : columns
        }
        rowKey={({ id_caja }) => id_caja}
        searchPlaceholder="Buscar tienda, titular, referencia, lote o día"
        emptyTitle={empty}
      />
      <ListTotals
        // Read again after a call.
        key={prepared?.id_lote ?? 0}
        lista={lista}
        buscar={query.buscar}
        machine={totals}
      />
      {lista === 'porGirar' ? (
        <StickyBar>
          <ButtonRow inBar>
            {byHand.giros === 0 ? null : (
              <p>{`Por banco: ${sumText(byBank)} · A mano: ${sumText(byHand)}`}</p>
            )}
            {keepable.length === 0 ? null : (
              <chakra.label htmlFor="retener" display="inline-flex" gap="2" alignItems="center">
                <ChoiceInput
                  type="checkbox"
                  id="retener"
                  checked={keepsBack}
                  disabled={!mayAct(snapshot)}
                  onChange={() => setKeepsBack(!keepsBack)}
                />
                {`Retener ${formatPesos(keepable.reduce((sum, { por_retener }) => sum + (por_retener ?? 0), 0))} para bajar la base`}
              </chakra.label>
            )}
            <TickAll snapshot={snapshot} send={send} />
            <GuardedButton
              inBar
              reasons={reasonsFor(listKind, snapshot, request)}
              waiting={!mayAct(snapshot)}
              busy={isActing(snapshot, '/prepararGiros') && 'Preparando…'}
              onClick={() => act(request)}
            >
              {ticked.length === 0
                ? 'Preparar lote'
                : `Preparar ${ticked.length}: ${formatPesos(ticked.reduce((sum, { valor }) => sum + valor, -kept))}`}
            </GuardedButton>
          </ButtonRow>
        </StickyBar>
      ) : null}
    </>
  );
}
