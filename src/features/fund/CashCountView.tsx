import { chakra } from '@chakra-ui/react/styled-system';
import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { mayCount } from '#machines/domain/fund/fund.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import {
  type CashCount,
  type CashCounts,
  countKind,
  differenceWords,
  mayExplain,
  maySettle,
  outcomeWords,
} from '#machines/flows/fund/cash-count.kind.ts';
import { answerTo, wasDone } from '#machines/flows/records/acting.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { Session, useMayOpen } from '../../shell/session.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { countPath, labelOf, linkTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconLink, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi } from '../../wire/client.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { dateColumn, iconColumn, moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import { actingOn, useActing } from '../payments/payments.actors.ts';
import {
  CashCountForm,
  CountedFund,
  DifferenceBadge,
  denominationName,
  ExplanationForm,
  SettlementForm,
} from './CashCountForm.tsx';
import { FundTabs } from './FundTabs.tsx';

export const cashCounts = actingOn(countKind, (key: { id_tienda: number }, signal) =>
  callApi('/arqueos', key, { signal }),
);

/** …/arqueos: cash counts of a store, and one of them as a printable sheet. */
export default function CashCountView({ machine = cashCounts }: { machine?: typeof cashCounts }) {
  const idTienda = useIdParam('idTienda');
  const actor = Session.useSelector(actorOf);
  const flow = useActing(machine, { id_tienda: idTienda });
  const { snapshot, send } = flow;
  const [address] = useSearchParams();
  const screen = useMayOpen('cajaActual') ? 'arqueosCaja' : 'arqueosTienda';
  const back =
    screen === 'arqueosCaja'
      ? linkTo('cajaActual', { idTienda })
      : linkTo('historialTienda', { idTienda });
  const counts = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (counts === null || load.failed)
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
        <Submission snapshot={snapshot} send={send}>
          {wasDone(snapshot) ? 'Datos almacenados' : null}
        </Submission>
        <CashCountSheet count={shown} />
        {mayExplain(shown, actor) ? (
          <Section title="Explicar la diferencia">
            <ExplanationForm flow={flow} count={shown} />
          </Section>
        ) : null}
        {maySettle(shown, counts, actor) ? (
          <SettlementForm flow={flow} count={shown} counts={counts} />
        ) : null}
      </Page>
    );
  const savedId = answerTo(snapshot, '/guardarArqueo')?.[0]?.id_arqueo ?? null;
  const saved = counts.arqueos.find(({ id }) => id === savedId);
  const unexplained = counts.arqueos.find((count) => mayExplain(count, actor));
  return (
    <Page title={labelOf(screen)} subject={counts.tienda} back={back}>
      <FundTabs idTienda={idTienda} screen={screen} />
      <Submission snapshot={snapshot} send={send}>
        {saved === undefined ? (
          wasDone(snapshot) && 'Datos almacenados'
        ) : (
          <>
            {`Datos almacenados. ${differenceWords(saved)}. `}
            <TextLink to={countPath(screen, idTienda, saved.id)}>Ver e imprimir el arqueo</TextLink>
          </>
        )}
      </Submission>
      {unexplained === undefined ? null : (
        <Section title={`Diferencia del arqueo n.º ${unexplained.id}`}>
          <chakra.div
            display="grid"
            gap="5"
            gridTemplateColumns={{ lg: 'repeat(2, minmax(0, 1fr))' }}
            alignItems="start"
          >
            <CountedFund count={unexplained} />
            <ExplanationForm key={unexplained.id} flow={flow} count={unexplained} />
          </chakra.div>
        </Section>
      )}
      {mayCount(actor.profile) ? (
        // A new key after each save clears the form.
        <CashCountForm key={counts.arqueos[0]?.id ?? 0} flow={flow} idTienda={idTienda} />
      ) : null}
      <CashCountList counts={counts} to={(id) => countPath(screen, idTienda, id)} />
    </Page>
  );
}

/** Counts by accounting and internal control are marked as unannounced. */
const countedBy = ({ persona, sorpresivo }: CashCount): string =>
  sorpresivo === 1 ? `${persona} (sorpresivo)` : persona;

/** «Sin vale. A cargo de Ana: no lo explicó. Lo resolvió Luis.» */
const noteAndOutcome = (count: CashCount): string =>
  [count.nota, outcomeWords(count, serverToday())].filter(Boolean).join(' · ');

const facts: readonly DataTableColumn<CashCount>[] = [
  dateColumn('fecha', 'Fecha', (row) => row.fecha, { isRowHeader: true }),
  textColumn('persona', 'Contado por', countedBy, { card: 'line' }),
  moneyColumn('efectivo', 'Efectivo', (row) => row.efectivo, { card: 'figure' }),
  moneyColumn(
    'recibos',
    'Otras partes del fondo',
    (row) => row.en_caja + row.en_proceso + row.por_girar + row.a_cargo_tienda + row.sin_recibir,
  ),
  moneyColumn('base', 'Base', (row) => row.base, { card: 'end', cardLabel: 'Base' }),
  {
    id: 'diferencia',
    header: 'Diferencia',
    cell: (row) => <DifferenceBadge count={row} />,
    sortValue: ({ diferencia }) => diferencia,
    card: 'state',
  },
  textColumn('nota', 'Nota y resolución', noteAndOutcome, {
    cell: (row) => <span>{noteAndOutcome(row) || '—'}</span>,
    card: 'foot',
  }),
];

/** Earlier counts, newest first, each with a link to its sheet. */
function CashCountList({ counts, to }: { counts: CashCounts; to: (id: number) => string }) {
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
      rows={counts.arqueos}
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
        <DescriptionList
          columns={1}
          items={[
            { label: 'Nota', value: count.nota },
            { label: 'Diferencia', value: outcomeWords(count, serverToday()) },
          ].filter(({ value }) => value !== '')}
        />
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
