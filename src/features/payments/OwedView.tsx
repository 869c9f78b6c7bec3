import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { type OwedExpenses, owedKind } from '#machines/flows/payments/payment.kinds.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { useMayOpen } from '../../app/SessionProvider.tsx';
import { LoadSection, loadOf } from '../../app/problems/LoadProblem.tsx';
import { labelOf, linkTo, pathTo, recordAgainPath } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-list-address.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { ActOutcome } from './payment-columns.tsx';
import { owedOf, useActing } from './payments.actors.ts';
import { FundTabs } from '../fund/FundTabs.tsx';

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
  const [settled, setSettled] = useState<number | null>(null);
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
  const expense = owed.gastos.find(({ id_gasto }) => id_gasto === settled);
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
          <GuardedButton
            size="sm"
            variant="outline"
            waiting={!mayAct(snapshot)}
            onClick={() => setSettled(row.id_gasto)}
          >
            {isStore ? 'Consigné' : 'Asumir'}
          </GuardedButton>
        </ButtonRow>
      ),
      { card: 'below' },
    ),
  ];
  return (
    <Page title={labelOf(screen)} subject={owed.tienda} back={back}>
      <FundTabs idTienda={idTienda} screen={screen} />
      <ActOutcome snapshot={snapshot} send={send}>
        {wasDone(snapshot) ? 'Datos almacenados' : null}
      </ActOutcome>
      {expense === undefined ? null : (
        <Settlement key={expense.id_gasto} flow={flow} expense={expense} isStore={isStore} />
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

interface Filled {
  dia: string;
  nota: string;
}

interface SettlementProps {
  flow: ReturnType<
    typeof useActing<OwedExpenses, { id_tienda: number }, '/consignarGasto' | '/asumirGasto'>
  >;
  expense: Expense;
  isStore: boolean;
}

/** Form to settle one expense: the store pays it in, or the company takes it over. */
function Settlement({ flow: { snapshot, act }, expense, isStore }: SettlementProps) {
  const { id_gasto, concepto, proveedor, debe } = expense;
  const today = serverToday();
  const requestOf = ({ dia, nota }: Filled): RequestTo<'/consignarGasto' | '/asumirGasto'> =>
    isStore
      ? { path: '/consignarGasto', body: { id_gasto, dia, nota: nota.trim() } }
      : { path: '/asumirGasto', body: { id_gasto, motivo: nota.trim() } };
  const path = isStore ? '/consignarGasto' : '/asumirGasto';
  return (
    <Section title={isStore ? 'Consignar' : 'Asumir por la empresa'}>
      <Form<Filled>
        label={isStore ? 'Consignar' : 'Asumir por la empresa'}
        initialValues={{ dia: today, nota: '' }}
        onSubmit={(values) => act(requestOf(values))}
      >
        {({ values }) => (
          <>
            <chakra.p>{`${concepto}, ${proveedor}: ${formatPesos(debe)}`}</chakra.p>
            <FieldGrid columns={2}>
              {isStore ? (
                <DateField name="dia" label="Día" bounds={{ max: today }} required />
              ) : null}
              <TextField
                name="nota"
                label={isStore ? 'Cómo se consignó' : 'Por qué lo asume la empresa'}
                maxLength={200}
                required
              />
            </FieldGrid>
            <ButtonRow>
              <GuardedButton
                type="submit"
                waiting={!mayAct(snapshot)}
                busy={isActing(snapshot, path) && 'Guardando…'}
                reasons={reasonsFor(owedKind, snapshot, requestOf(values))}
              >
                Guardar
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}
