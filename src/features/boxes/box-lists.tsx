import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ArrowRight, Eye } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { PendingItem, PendingKind } from '#contract/calls/pending.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { figureNames } from '#machines/domain/fund/fund.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { workedBriefly } from '#machines/domain/values/brief-durations.ts';
import { justNow } from '#machines/domain/values/durations.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { pageOf } from '#machines/flows/steps/result.ts';
import { Session, useWorkingCalendar } from '../../shell/session.ts';
import { pendingPath } from '../../shell/screens/pending-paths.ts';
import { useNoticed } from '../../shell/screens/use-destination.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { singleKeysAreOn, useKeys } from '../../ui/layout/use-keys.ts';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import { listOf } from '../../wire/looking.actors.ts';
import { serverNow } from '../../wire/server-clock.ts';
import {
  Noted,
  dateColumn,
  iconColumn,
  moneyColumn,
  stateColumn,
  textColumn,
  toneOf,
} from '../../ui/table/columns.tsx';

/** Sources of the lists of boxes and of stores. */

export type HistoryRow = AnswerOf<'/historialCajas'>[number];
export type PendingRow = AnswerOf<'/cajasPendientesContabilidad'>[number];

/** Sent boxes of all stores in the user's scope, or of one store. */
export const boxHistory = listOf('/historialCajas');

/** Boxes that are with accounting. */
export const pendingBoxes = listOf('/cajasPendientesContabilidad');

/** Pending items of the user. */
export const pendingItems = listOf('/misPendientes');

/** Stores with their funds. */
export const storeList = listOf('/obtenerTiendas');

type HistoryColumn = DataTableColumn<HistoryRow>;

const name = (consecutivo: number | null): string => String(consecutivo ?? '—');

/** Approved part in pesos; in a closed box, the paid part. */
const grantedIn = (row: HistoryRow): number => row.total_aprobado - row.por_decidir;

/** When a box reached its state, and since when it waits there, unless it is closed. */
function Received({ row: { fecha_movimiento, active } }: { row: HistoryRow }) {
  const calendar = useWorkingCalendar();
  const [day = '', time = ''] = fecha_movimiento.split(' ');
  const waits = workedBriefly(momentInBogota(day, time).getTime(), serverNow(), calendar);
  const since = waits === justNow ? waits : `hace ${waits}`;
  return (
    <Noted note={active === boxStates.closed.codigo ? '' : since}>
      <DayAndTime>{fecha_movimiento}</DayAndTime>
    </Noted>
  );
}

/** Columns of a history; an id is the field by which the server sorts. */
export const historyColumns = {
  tienda: textColumn('tienda', 'Tienda', (row) => row.tienda, { isRowHeader: true }),
  consecutivo: textColumn('consecutivo', 'Reembolso n.º', (row) => name(row.consecutivo), {
    card: 'left',
    cardLabel: 'Caja n.º',
  }),
  fecha: dateColumn('fecha', 'Fecha de creación', (row) => row.fecha, { card: 'end' }),
  total: moneyColumn('total', 'Valor solicitado', (row) => row.total, { card: 'figure' }),
  total_aprobado: moneyColumn('total_aprobado', 'Valor aprobado', grantedIn, {
    card: 'right',
    cardLabel: 'Aprobado',
    note: ({ por_decidir }) =>
      por_decidir === 0 ? '' : `${figureNames.undecided}: ${formatPesos(por_decidir)}`,
  }),
  estado: stateColumn({
    cell: ({ color, estado, giro }) => (
      <Noted note={giro}>
        <StatusBadge tone={toneOf(color)} label={estado} />
      </Noted>
    ),
  }),
  tipo_usuario: textColumn('tipo_usuario', 'Encargado', (row) => row.tipo_usuario),
  fecha_movimiento: dateColumn(
    'fecha_movimiento',
    'Fecha de recepción',
    (row) => row.fecha_movimiento,
    { cell: (row) => <Received row={row} /> },
  ),
} as const satisfies Record<string, HistoryColumn>;

export type HistoryColumnId = keyof typeof historyColumns;

export const detailColumn = (to: (row: HistoryRow) => string): HistoryColumn =>
  iconColumn(
    'detail',
    'Ver detalle',
    (row) => (
      <IconLink
        to={to(row)}
        icon={Eye}
        ofRow
        label={`Abrir la caja n.º ${name(row.consecutivo)} de ${row.tienda}`}
      />
    ),
    { card: 'link' },
  );

/** Message of the send that led to this list. */
export function SentNotice() {
  const { message } = useNoticed();
  return message === undefined ? null : <InlineAlert tone="success">{message}</InlineAlert>;
}

/** 'Mayorista Pereira · n.º 5' */
export const placeOf = ({ tienda, consecutivo }: PendingItem): string =>
  consecutivo === null ? tienda : `${tienda} · n.º\u00a0${consecutivo}`;

/** Texts of each kind: the task, and the label of its button. */
export const pendingWords: Record<
  PendingKind,
  { what: (item: PendingItem) => string; action: string }
> = {
  decidir: {
    what: ({ cantidad }) => `Decidir ${counted(cantidad, 'gasto', 'gastos')}`,
    action: 'Decidir',
  },
  enviar: { what: () => 'Enviar la caja: todos sus gastos están decididos', action: 'Ver caja' },
  reclamo: { what: () => 'Buscar el giro: no llegó', action: 'Ver lote' },
  devolucion: {
    what: ({ cantidad }) => `Aprobar ${counted(cantidad, 'devolución', 'devoluciones')}`,
    action: 'Ver lote',
  },
  autorizar: {
    what: ({ id_lote, cantidad }) =>
      `Autorizar lote ${id_lote}: ${counted(cantidad, 'giro', 'giros')}`,
    action: 'Ver lote',
  },
  sinAutorizador: { what: () => 'Falta quien autorice giros', action: 'Ver usuarios' },
  girar: {
    what: ({ cantidad }) => `Preparar ${counted(cantidad, 'giro', 'giros')}`,
    action: 'Girar',
  },
  diferencia: { what: () => 'Resolver un arqueo', action: 'Ver arqueos' },
  liquidar: { what: () => 'Liquidar el fondo: tienda inactiva', action: 'Ver movimientos' },
  despachar: { what: () => 'Enviar los papeles', action: 'Enviar' },
  soporte: {
    what: ({ cantidad }) => `Adjuntar ${counted(cantidad, 'soporte', 'soportes')}`,
    action: 'Adjuntar',
  },
  corregir: {
    what: ({ cantidad }) => `Corregir ${counted(cantidad, 'gasto rechazado', 'gastos rechazados')}`,
    action: 'Corregir',
  },
  recibir: { what: () => 'Confirmar si llegó el dinero', action: 'Responder' },
  arqueo: { what: () => 'Haga el arqueo: cambió quien responde', action: 'Hacer arqueo' },
  vale: { what: () => 'Legalizar vales', action: 'Ver vales' },
  papeles: { what: () => 'Averiguar por los papeles', action: 'Ver envío' },
  aCargo: { what: () => 'Hay dinero a cargo', action: 'Ver qué se debe' },
  fondo: {
    what: ({ valor, porcentaje, cantidad }) => {
      const left = Math.floor(porcentaje ?? 0);
      if (valor < 0) return `Fondo excedido en ${formatPesos(-valor)}`;
      return cantidad === 0 ? `Fondo bajo: queda el ${left} %` : `Queda ${left} %: envíe su caja`;
    },
    action: 'Ver caja',
  },
  rechazo: {
    what: ({ cantidad }) => counted(cantidad, 'gasto rechazado', 'gastos rechazados'),
    action: 'Ver gasto',
  },
};

/** Link to the pending item that has waited longest; the key J follows it. Renders nothing without one. */
export function NextLink({ item }: { item: PendingItem | undefined }) {
  const { profile } = Session.useSelector(actorOf);
  const navigate = useNavigate();
  const to = item && pendingPath(item, profile);
  useKeys(({ key, ctrlKey, altKey, metaKey }, isTyping) => {
    if (to === undefined || isTyping || ctrlKey || altKey || metaKey) return false;
    if (key.toLowerCase() !== 'j' || !singleKeysAreOn()) return false;
    void navigate(to);
    return true;
    // On the screen of an expense the same key opens the next expense of the box.
  }, true);
  if (item === undefined || to === undefined) return null;
  return (
    <LinkButton to={to} icon={ArrowRight} wraps>
      <chakra.span minW="0" truncate={{ lg: true }} whiteSpace={{ lgDown: 'normal' }}>
        {`Siguiente: ${pendingWords[item.tipo].what(item)} · ${placeOf(item)}`}
      </chakra.span>
      <chakra.span whiteSpace="pre" hideBelow="lg">
        {' (J)'}
      </chakra.span>
    </LinkButton>
  );
}

/** The same link for screens without the list of pending items; loads its first row. */
export function NextPending({ machine = pendingItems }: { machine?: typeof pendingItems }) {
  const [snapshot] = useActor(machine, { input: { query: { pagina: 1, limite: 1 } } });
  return <NextLink item={pageOf(snapshot).rows[0]} />;
}
