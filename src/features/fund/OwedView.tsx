import { useState } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { mayAct, wasDone } from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { type OwedExpenses, owedKind } from '#machines/flows/payments/payment.kinds.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { useMayOpen } from '../../shell/session.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo, pathTo, recordAgainPath } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { owedOf, useActing } from '../payments/payments.actors.ts';
import { FundTabs } from './FundTabs.tsx';
import { type Settled, SettlingForm } from './SettlingForm.tsx';

type Expense = OwedExpenses['gastos'][number];

/** «Sin autorización. Responde Ana» */
function reasonAndDebtor({ motivo, responsable }: Expense): string {
  return [motivo, responsable && `Responde ${responsable}`].filter(Boolean).join('. ');
}

const facts: readonly DataTableColumn<Expense>[] = [
  textColumn('concepto', 'Concepto', ({ concepto }) => concepto, { isRowHeader: true }),
  textColumn('proveedor', 'Proveedor', ({ proveedor }) => proveedor, { card: 'state' }),
  dateColumn('fecha', 'Fecha', ({ fecha_gasto }) => fecha_gasto, { card: 'right' }),
  textColumn('caja', 'Caja n.º', ({ consecutivo }) => String(consecutivo), {
    card: 'left',
    cardLabel: 'Caja n.º',
  }),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'end', cardLabel: 'Valor' }),
  moneyColumn('debe', 'A cargo', ({ debe }) => debe, { card: 'figure' }),
  textColumn('motivo', 'Motivo y quién responde', reasonAndDebtor, {
    cell: (row) => <span>{reasonAndDebtor(row)}</span>,
    card: 'foot',
  }),
];

/** …/a-cargo: expenses that a store was not granted and owes, and the ways to settle them. */
export default function OwedView({ machine = owedOf }: { machine?: typeof owedOf }) {
  const idTienda = useIdParam('idTienda');
  const flow = useActing(machine, { id_tienda: idTienda });
  const { snapshot, send } = flow;
  const isStore = useMayOpen('cajaActual');
  const [settled, setSettled] = useState<{ id: number; way: Way } | null>(null);
  const screen = isStore ? 'aCargoCaja' : 'aCargoTienda';
  const back = isStore
    ? linkTo('cajaActual', { idTienda })
    : linkTo('historialTienda', { idTienda });
  const owed = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (owed === null || load.failed)
    return (
      <Page title={labelOf(screen)} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const expense = owed.gastos.find(({ id_gasto }) => id_gasto === settled?.id);
  const ways: readonly Way[] = isStore ? ['payIn'] : ['payIn', 'takeOver'];
  const columns = [
    ...facts,
    plainColumn<Expense>(
      'acciones',
      'Acciones',
      (row) => (
        <ButtonRow align="start" inBar>
          {isStore && row.se_puede_registrar === 1 ? (
            <LinkButton to={recordAgainPath(idTienda, row.id_gasto)} size="sm" variant="outline">
              Registrar de nuevo
            </LinkButton>
          ) : null}
          {ways.map((way) => (
            <GuardedButton
              key={way}
              size="sm"
              variant="outline"
              waiting={!mayAct(snapshot)}
              onClick={() => setSettled({ id: row.id_gasto, way })}
            >
              {isStore ? 'Lo devolví a la caja' : settlements[way].button}
            </GuardedButton>
          ))}
        </ButtonRow>
      ),
      { card: 'below' },
    ),
  ];
  return (
    <Page title={labelOf(screen)} subject={owed.tienda} back={back}>
      <FundTabs idTienda={idTienda} screen={screen} />
      <Submission snapshot={snapshot} send={send}>
        {wasDone(snapshot) ? 'Datos almacenados' : null}
      </Submission>
      {expense === undefined || settled === null ? null : (
        <Settlement
          key={`${settled.id} ${settled.way}`}
          flow={flow}
          expense={expense}
          way={settled.way}
          isStore={isStore}
        />
      )}
      <TableSection
        title={`A cargo: ${formatPesos(owed.total)}`}
        columns={columns}
        rows={owed.gastos}
        rowKey={({ id_gasto }) => id_gasto}
        searchPlaceholder="Buscar un gasto"
        emptyTitle="No hay nada a cargo"
      />
      {owed.movimientos.length === 0 ? null : (
        <Section title="Sin gasto">
          <ul>
            {owed.movimientos.map(({ id_movimiento, concepto, responsable, debe, fecha }) => (
              <li key={id_movimiento}>
                {`${concepto}, ${shortDate(fecha)}: ${formatPesos(debe)}, a cargo de ${responsable}`}
              </li>
            ))}
          </ul>
          <TextLink to={pathTo(isStore ? 'movimientosCaja' : 'movimientosTienda', { idTienda })}>
            Consignar o asumir en los movimientos del fondo
          </TextLink>
        </Section>
      )}
    </Page>
  );
}

type SettlementPath = '/consignarGasto' | '/asumirGasto';
type Way = 'payIn' | 'takeOver';

/** Ways to settle an owed expense. */
const settlements: Record<
  Way,
  {
    title: string;
    /** Button of accounting. */
    button: string;
    /** Label of its text. */
    label: string;
    asksDay: boolean;
    requestOf: (expense: Expense, filled: Settled, isStore: boolean) => RequestTo<SettlementPath>;
  }
> = {
  payIn: {
    title: 'Consignar',
    button: 'Consignado',
    label: 'Cómo se consignó',
    asksDay: true,
    requestOf: ({ id_gasto, id_deudor }, { dia, texto }, isStore) => ({
      path: '/consignarGasto',
      // Accounting names the debtor.
      body: {
        id_gasto,
        dia,
        nota: texto.trim(),
        ...(!isStore && id_deudor !== null && { id_deudor }),
      },
    }),
  },
  takeOver: {
    title: 'Asumir por la empresa',
    button: 'Asumir',
    label: 'Por qué lo asume la empresa',
    asksDay: false,
    requestOf: ({ id_gasto }, { texto }) => ({
      path: '/asumirGasto',
      body: { id_gasto, motivo: texto.trim() },
    }),
  },
};

interface SettlementProps {
  flow: ReturnType<typeof useActing<OwedExpenses, { id_tienda: number }, SettlementPath>>;
  expense: Expense;
  way: Way;
  isStore: boolean;
}

/** Form to settle one expense: its debtor paid it in, as the store or accounting says, or the company takes it over. */
function Settlement({ flow, expense, way, isStore }: SettlementProps) {
  const { concepto, proveedor, debe, responsable } = expense;
  const { title, label, asksDay, requestOf } = settlements[way];
  return (
    <SettlingForm
      flow={flow}
      kind={owedKind}
      title={title}
      subject={[`${concepto}, ${proveedor}: ${formatPesos(debe)}`, responsable]
        .filter(Boolean)
        .join(', debe ')}
      label={label}
      asksDay={asksDay}
      requestOf={(filled) => requestOf(expense, filled, isStore)}
    />
  );
}
