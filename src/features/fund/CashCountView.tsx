import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { mayCount } from '#machines/domain/fund/fund.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import {
  type CashCount,
  cashCountMachine,
  countsOf,
  lastSavedIdOf,
  noticeOf,
} from '#machines/flows/fund/cash-count.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session, useMayOpen } from '../../app/SessionProvider.tsx';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { countPath, labelOf, linkTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconLink, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { dateColumn, iconColumn, moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import {
  CashCountForm,
  CountedFund,
  DifferenceBadge,
  denominationName,
  differenceOfCount,
} from './CashCountForm.tsx';

const cashCount = withCalls(cashCountMachine).provide({
  actors: {
    // No abort signal: leaving the screen does not cancel a request that was sent.
    guardarArqueo: fromPromise(({ input: { request, idempotencyKey } }) =>
      callApi('/guardarArqueo', request, { idempotencyKey }),
    ),
  },
});

/** …/arqueos: cash counts of a store, and one of them as a printable sheet. */
export default function CashCountView({ machine = cashCount }: { machine?: typeof cashCount }) {
  const idTienda = useIdParam('idTienda');
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { id_tienda: idTienda } });
  const [address] = useSearchParams();
  const screen = useMayOpen('cajaActual') ? 'arqueosCaja' : 'arqueosTienda';
  const back =
    screen === 'arqueosCaja'
      ? linkTo('cajaActual', { idTienda })
      : linkTo('historialTienda', { idTienda });
  const counts = countsOf(snapshot);
  const load = loadOf(snapshot, send);
  if (counts === null || load.forbidden)
    return (
      <Page title={labelOf(screen)} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const shown = counts.arqueos.find(({ id }) => String(id) === address.get('arqueo'));
  if (shown !== undefined)
    return (
      <Page
        title={`Arqueo de caja n.º ${shown.id}`}
        subject={counts.tienda}
        back={linkTo(screen, { idTienda })}
        width="narrow"
      >
        <CashCountSheet count={shown} />
      </Page>
    );
  const saved = lastSavedIdOf(snapshot);
  const notice = noticeOf(snapshot);
  return (
    <Page title={labelOf(screen)} subject={counts.tienda} back={back}>
      {notice === null || saved === null ? null : (
        <InlineAlert tone="success" title={notice}>
          <TextLink to={countPath(screen, idTienda, saved)}>Ver e imprimir el arqueo</TextLink>
        </InlineAlert>
      )}
      {mayCount(profile) ? (
        // A new key after each save clears the form.
        <CashCountForm key={saved ?? 0} snapshot={snapshot} send={send} counts={counts} />
      ) : null}
      <CashCountList rows={counts.arqueos} to={(id) => countPath(screen, idTienda, id)} />
    </Page>
  );
}

/** Counts by accounting and internal control are marked as unannounced. */
const countedBy = ({ persona, sorpresivo }: CashCount): string =>
  sorpresivo === 1 ? `${persona} (sorpresivo)` : persona;

const facts: readonly DataTableColumn<CashCount>[] = [
  dateColumn('fecha', 'Fecha', (row) => row.fecha, { isRowHeader: true }),
  textColumn('persona', 'Contado por', countedBy, { card: 'line' }),
  moneyColumn('efectivo', 'Efectivo', (row) => row.efectivo, { card: 'figure' }),
  moneyColumn(
    'recibos',
    'Otras partes del fondo',
    (row) => row.en_caja + row.en_proceso + row.por_girar + row.a_cargo_tienda,
  ),
  moneyColumn('base', 'Base', (row) => row.base, { card: 'end', cardLabel: 'Base' }),
  {
    id: 'diferencia',
    header: 'Diferencia',
    cell: (row) => <DifferenceBadge count={row} />,
    sortValue: differenceOfCount,
    card: 'state',
  },
  textColumn('nota', 'Nota', (row) => row.nota, {
    cell: ({ nota }) => (nota === '' ? '—' : <span>{nota}</span>),
    card: 'foot',
  }),
];

/** Earlier counts, newest first, each with a link to its sheet. */
function CashCountList({ rows, to }: { rows: readonly CashCount[]; to: (id: number) => string }) {
  return (
    <TableSection
      title="Arqueos anteriores"
      columns={[
        ...facts,
        iconColumn(
          'detail',
          'Ver e imprimir',
          ({ id, fecha }: CashCount) => (
            <IconLink
              to={to(id)}
              icon={Printer}
              ofRow
              label={`Ver e imprimir el arqueo del ${fecha}`}
            />
          ),
          { card: 'act' },
        ),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      initialSort={{ id: 'fecha', direction: 'desc' }}
      searchPlaceholder="Buscar un arqueo"
      emptyTitle="Todavía no hay arqueos de esta tienda"
    />
  );
}

/** Printable sheet of a count: author, date, pieces, sum, note and signature lines. */
function CashCountSheet({ count }: { count: CashCount }) {
  return (
    <Section>
      <chakra.div display="grid" gap="5">
        <DescriptionList
          columns={2}
          items={[
            { label: 'Contado por', value: countedBy(count) },
            { label: 'Fecha', value: count.fecha },
          ]}
        />
        <PieceTable pieces={count.conteo} />
        <CountedFund count={count} />
        <DescriptionList columns={1} items={[{ label: 'Nota', value: count.nota }]} />
        <chakra.div
          display={{ base: 'none', _print: 'flex' }}
          justifyContent="space-between"
          gap="10"
          pt="16"
        >
          {['Firma de quien contó', 'Firma del responsable de la tienda'].map((label) => (
            <chakra.p key={label} flex="1" borderTopWidth="1px" borderColor="fg" pt="1">
              {label}
            </chakra.p>
          ))}
        </chakra.div>
        <chakra.div _print={{ display: 'none' }}>
          <GuardedButton icon={Printer} onClick={() => window.print()}>
            Imprimir
          </GuardedButton>
        </chakra.div>
      </chakra.div>
    </Section>
  );
}

function PieceTable({ pieces }: { pieces: CashCount['conteo'] }) {
  if (pieces.length === 0) return <p>No había efectivo.</p>;
  return (
    <chakra.table maxW="md" width="full" css={pieceLook}>
      <caption>Efectivo contado</caption>
      <thead>
        <tr>
          <th scope="col">Denominación</th>
          <th scope="col">Cantidad</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {pieces.map((piece) => (
          <tr key={denominationName(piece)}>
            <th scope="row">{denominationName(piece)}</th>
            <td>{piece.cantidad}</td>
            <td>
              <Money>{formatPesos(piece.valor * piece.cantidad)}</Money>
            </td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

const pieceLook = {
  '& caption': { textAlign: 'start', fontWeight: 'semibold', pb: '1' },
  '& th': { textAlign: 'start', fontWeight: 'normal', py: '0.5' },
  '& thead th': { color: 'fg.muted', textStyle: 'sm' },
  '& td, & thead th:not(:first-of-type)': { textAlign: 'end' },
  '& tr': { borderBottomWidth: '1px' },
} as const;
