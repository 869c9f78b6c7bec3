import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { typedPesos } from '#contract/typed-values.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import {
  type FundMovements,
  type MovementPath,
  movementKind,
  stepsToSettle,
} from '#machines/flows/payments/payment.kinds.ts';
import { mayAct, wasDone } from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { useMayOpen } from '../../shell/session.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo, movementActUrl, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { FundTabs } from './FundTabs.tsx';
import { type Settled, SettlingForm } from './SettlingForm.tsx';
import { movementsOf, useActing } from '../payments/payments.actors.ts';

type Movement = FundMovements['movimientos'][number];

interface Action {
  label: string;
  /** Label of its text; null without a form. */
  asks: string | null;
  asksDay: boolean;
  /** Label of an amount, where it is asked. */
  asksMoney?: string;
  request: (movement: Movement, filled: Settled) => RequestTo<MovementPath>;
}

/** What a person may do with a movement, by the event that the server allows. */
const actions: Readonly<Record<string, Action>> = {
  'PAYMENT.RECEIVE': {
    label: 'Recibí el dinero',
    asks: null,
    asksDay: false,
    request: ({ id }) => ({
      path: '/responderGiro',
      body: { id_caja: keyOfMovement(id), recibido: 1 },
    }),
  },
  'PAYMENT.CLAIM': {
    label: 'No me llegó',
    asks: 'Qué revisó',
    asksDay: false,
    request: ({ id }, { texto }) => ({
      path: '/responderGiro',
      body: { id_caja: keyOfMovement(id), recibido: 0, nota: texto.trim() },
    }),
  },
  'MOVEMENT.PAY_IN': {
    label: 'Consignar',
    asks: 'Referencia, o cómo se consignó',
    asksDay: true,
    request: ({ id, id_deudor }, { dia, texto }) => ({
      path: '/consignarMovimiento',
      body: {
        id_movimiento: id,
        dia,
        referencia: texto.trim(),
        ...(id_deudor !== null && { id_deudor }),
      },
    }),
  },
  'MOVEMENT.GRANT_LESS': {
    label: 'Reconocer menos',
    asks: 'Por qué',
    asksDay: false,
    asksMoney: 'Cuánto se reconoce',
    request: ({ id }, { texto, valor }) => ({
      path: '/reconocerMenos',
      body: { id_movimiento: id, valor: typedPesos(valor) ?? 0, motivo: texto.trim() },
    }),
  },
  'MOVEMENT.TAKE_OVER': {
    label: 'Asumir',
    asks: 'Por qué lo asume la empresa',
    asksDay: false,
    request: ({ id }, { texto }) => ({
      path: '/asumirMovimiento',
      body: { id_movimiento: id, motivo: texto.trim() },
    }),
  },
};

const nothing: Settled = { dia: '', texto: '', valor: '' };

/** «12 jun, ref. 4471», and who settled it. */
const settlementOf = ({ dia, referencia, resuelto_por }: Movement): string =>
  [dia && shortDate(dia), referencia && `ref. ${referencia}`, resuelto_por]
    .filter(Boolean)
    .join(', ');

const facts: readonly DataTableColumn<Movement>[] = [
  textColumn('concepto', 'Movimiento', ({ concepto }) => concepto, { isRowHeader: true }),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  textColumn('estado', 'Estado', ({ nombre_estado }) => nombre_estado, { card: 'state' }),
  dateColumn('fecha', 'Fecha', ({ fecha }) => fecha, { card: 'right' }),
  textColumn('persona', 'Quién', ({ persona }) => persona, { card: 'left' }),
  textColumn(
    'motivo',
    'Por qué',
    ({ motivo, deudor }) => [motivo, deudor && `A cargo de ${deudor}`].filter(Boolean).join('. '),
    { card: 'foot' },
  ),
  textColumn('resuelto', 'Día, referencia y quién', settlementOf, {
    card: 'end',
    cardLabel: 'Día, referencia y quién',
  }),
];

/** …/movimientos: what changed the fund of a store without an expense: who, when, why, and what follows. */
export default function MovementsView({ machine = movementsOf }: { machine?: typeof movementsOf }) {
  const idTienda = useIdParam('idTienda');
  const flow = useActing(machine, { id_tienda: idTienda });
  const { snapshot, send, act } = flow;
  const [chosen, setChosen] = useState<{ id: number; evento: string } | null>(null);
  const isStore = useMayOpen('cajaActual');
  const screen = isStore ? 'movimientosCaja' : 'movimientosTienda';
  const back = linkTo(isStore ? 'cajaActual' : 'historialTienda', { idTienda });
  const data = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (data === null || load.failed)
    return (
      <Page title={labelOf(screen)} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const movement = data.movimientos.find(({ id }) => id === chosen?.id);
  const action = actions[chosen?.evento ?? ''];
  const columns = [
    ...facts,
    plainColumn<Movement>(
      'acciones',
      'Acciones',
      (row) => (
        <ButtonRow align="start" inBar>
          {row.puede.map(({ evento }) => {
            const one = actions[evento];
            return one === undefined ? null : (
              <GuardedButton
                key={evento}
                size="sm"
                variant="outline"
                waiting={!mayAct(snapshot)}
                onClick={() =>
                  one.asks === null
                    ? act(one.request(row, nothing))
                    : setChosen({ id: row.id, evento })
                }
              >
                {one.label}
              </GuardedButton>
            );
          })}
          <LinkButton href={movementActUrl(row.id)} size="sm" variant="ghost">
            Acta
          </LinkButton>
        </ButtonRow>
      ),
      { card: 'below' },
    ),
  ];
  return (
    <Page title={labelOf(screen)} subject={data.tienda} back={back}>
      <FundTabs idTienda={idTienda} screen={screen} />
      <Submission snapshot={snapshot} send={send}>
        {wasDone(snapshot) ? 'Datos almacenados' : null}
      </Submission>
      <ToSettle fund={data} isStore={isStore} />
      {data.por_devolver === 0 || data.activa === 0 ? null : (
        <InlineAlert tone="warning">
          {`La tienda debe devolver ${formatPesos(data.por_devolver)} de su base: consígnelos, o contabilidad los retiene de un giro.`}
        </InlineAlert>
      )}
      {movement === undefined || action === undefined ? null : (
        <ActionForm
          key={`${movement.id} ${action.label}`}
          flow={flow}
          movement={movement}
          action={action}
        />
      )}
      <TableSection
        title={`Base: ${formatPesos(data.base)}`}
        columns={columns}
        rows={data.movimientos}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar un movimiento"
        emptyTitle="El fondo no ha tenido movimientos"
      />
    </Page>
  );
}

/** What is left to do until the fund of a store that was switched off is settled. */
function ToSettle({ fund, isStore }: { fund: FundMovements; isStore: boolean }) {
  const steps = stepsToSettle(fund);
  const { id_tienda: idTienda } = fund;
  return steps.length === 0 ? null : (
    <InlineAlert tone="warning">
      La tienda está inactiva y su fondo está por liquidar. Falta:
      <chakra.ul aria-label="Lo que falta para liquidar el fondo" paddingStart="5">
        {steps.map(({ step, debts }) => (
          <li key={step}>
            {step}
            {debts ? (
              <>
                {' '}
                <TextLink to={pathTo(isStore ? 'aCargoCaja' : 'aCargoTienda', { idTienda })}>
                  Ver qué se debe
                </TextLink>
              </>
            ) : null}
          </li>
        ))}
      </chakra.ul>
    </InlineAlert>
  );
}

interface ActionFormProps {
  flow: ReturnType<typeof useActing<FundMovements, { id_tienda: number }, MovementPath>>;
  movement: Movement;
  action: Action;
}

/** Day and text of an action. */
function ActionForm({ flow, movement, action }: ActionFormProps) {
  const { concepto, valor, deudor } = movement;
  return (
    <SettlingForm
      flow={flow}
      kind={movementKind}
      title={action.label}
      subject={[`${concepto}: ${formatPesos(valor)}`, deudor && `debe ${deudor}`]
        .filter(Boolean)
        .join(', ')}
      label={action.asks ?? ''}
      asksDay={action.asksDay}
      asksMoney={action.asksMoney}
      requestOf={(filled) => action.request(movement, filled)}
    />
  );
}
