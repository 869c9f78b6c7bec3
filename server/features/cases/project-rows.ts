import { byText } from '#contract/expense-fields.ts';
import { byStage } from '#contract/wire-stages.ts';
import { boxFacts } from '#machines/domain/box/box.machine.ts';
import { expenseFacts } from '#machines/domain/expense/expense-guards.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { BrokenLogError, replayLog, type Step } from '#machines/domain/history/replay.ts';
import { loggedColumns } from '#machines/domain/values/facts.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { SplitRow } from './audit.repository.ts';
import type { BoxRow } from './box.repository.ts';
import { arrivalColumns, keysOf, movesNoBox } from './case-facts.ts';
import { type EventRow, type EventToAppend, eventHash } from './event.repository.ts';

/**
 * Checks the hash chain of a box's log and replays the log through the state machine: a break of either means that the
 * log was changed outside the application.
 */

/** The box projected from its log, with `version` and `hash` of the last event; 0 and `opened` without events. */
export interface ReplayedBox extends Omit<Step, 'secuencia' | 'following' | 'reglas'> {
  version: number;
  hash: string;
}

/** Reason why an event does not follow the one before it; null when it does. */
function linkBreak(row: EventRow, before: EventRow | undefined): string | null {
  if (row.secuencia !== (before?.secuencia ?? 0) + 1) return 'falta el evento anterior';
  // The first event follows the previous box of the store; the audit of the store checks it.
  if (before && row.hash_previo !== before.hash) return 'no sigue al evento anterior';
  if (row.hash !== eventHash(row)) return 'fue alterado';
  if (before === undefined) return null;
  if (row.id <= before.id) return 'su llave es menor que la del anterior';
  return null;
}

/** Returns the first break of the chain; null when it is intact. */
function chainBreak(events: readonly EventRow[]): BrokenLogError | null {
  for (const [index, row] of events.entries()) {
    const reason = linkBreak(row, events[index - 1]);
    if (reason !== null) return new BrokenLogError(row, reason);
  }
  return null;
}

/** The projection of a box from its log, with the breaks of the log. */
interface ReplayResult {
  projected: ReplayedBox;
  /** Breaks of chain and state machine in the order of events; at the same event the chain comes first. */
  broken: readonly BrokenLogError[];
}

/**
 * @param events every event of the box, by `secuencia`
 * @param opened `hash` of a box without events
 */
export function replayVerified(events: readonly EventRow[], opened = ''): ReplayResult {
  const { steps, broken } = replayLog(events);
  const { secuencia: version, following: _, reglas: __, ...box } = steps.at(-1) ?? steps[0];
  return {
    projected: { ...box, version, hash: events.at(-1)?.hash ?? opened },
    broken: [chainBreak(events), broken]
      .filter((found) => found !== null)
      .sort((one, other) => one.secuencia - other.secuencia),
  };
}

/**
 * Projects the columns of a box and its expenses from their log. States, totals and reimbursements, which the state
 * machine decides, come from the replay; every other column from the payloads of the events.
 */

/** Columns that no event carries: keys, values from before the first event, and the time of the PDF download. */
type Unlogged = 'id' | 'id_tienda' | 'fecha' | 'creada' | 'pdf_descargado';

export type ProjectedBox = Omit<BoxRow, Unlogged>;
export type ProjectedExpense = Omit<Row<'gastos'>, 'id'>;
type ProjectedSplit = Omit<SplitRow, 'id_gasto' | 'orden'>;

export interface ProjectedRows {
  box: ProjectedBox;
  expenses: ReadonlyMap<number, { columns: ProjectedExpense; split: readonly ProjectedSplit[] }>;
}

interface Payload {
  cambios: Record<string, unknown> & { categorias?: Partial<ProjectedSplit>[] };
  facts?: { categoryIds: readonly number[] };
}

const plainRow = (id_categoria: number): ProjectedSplit => ({
  id_categoria,
  valor_item: null,
  iva_item: null,
  agregada: 0,
  deducible: null,
});

/** A column of each stage, empty. */
const stageColumns = <const Name extends string, Value>(name: Name, value: Value) =>
  byStage(
    ({ sufijo }) => `${name}_${sufijo}` as const,
    () => value,
  );

/** Columns of an expense before any review and before its receipt is attached. */
const untouched = {
  soporte: null,
  soporte_sha256: null,
  soporte_nombre: null,
  soporte_tipo: null,
  soporte_bytes: null,
  soporte_contenido: null,
  item: 0,
  item_texto: '',
  indicador: null,
  tipo_persona: null,
  correccion: '',
  origen: null,
  ...byText(() => ''),
  ...stageColumns('obs', ''),
  ...stageColumns('fecha', null),
  ...stageColumns('id_rechazo', null),
  ...stageColumns('id_usuario', null),
  ...stageColumns('estado', null),
} as const satisfies Partial<ProjectedExpense>;

/** Columns that the recording of an expense or the replay sets. */
const givenColumns = [
  'id_caja',
  'id_usuario',
  'creado',
  'cambio',
  'version',
  'estado',
  'reembolsar',
  'fecha_gasto',
  'id_proveedor',
  'proveedor_nombre',
  'recibo',
  'recibo_normalizado',
  'valor',
  'factura_elec',
  'numero_factura',
  'factura_normalizada',
  'enlace_factura',
  'informe_novedad',
  'requiere_mantenimiento',
  'categorias_propias',
  'saldado',
];

/** Each row starts as a copy of this object, which is faster than adding the columns one by one. */
const blank = {
  ...loggedColumns(expenseFacts),
  ...untouched,
  ...Object.fromEntries(givenColumns.map((column) => [column, undefined])),
};

interface Expense {
  columns: Record<string, unknown> & { version: number };
  split: ProjectedSplit[];
}

const recorded = (row: EventToAppend, { cambios, facts }: Payload): Expense => ({
  columns: Object.assign(
    { ...blank },
    cambios,
    keysOf({ recibo: String(cambios.recibo) }, { categoryIds: facts?.categoryIds ?? [] }),
    {
      id_caja: row.id_caja,
      id_usuario: row.id_actor,
      creado: row.instante,
      cambio: row.instante,
      version: 1,
    },
  ),
  split: (facts?.categoryIds ?? []).map(plainRow),
});

function change(
  expense: Expense,
  { cambios: { categorias, ...own } }: Payload,
  { desde, hacia, instante }: EventToAppend,
): void {
  const { columns } = expense;
  Object.assign(columns, own);
  if (desde !== hacia) columns.cambio = instante;
  columns.version += 1;
  if (categorias)
    expense.split = categorias.map((row) => ({ ...plainRow(row.id_categoria ?? 0), ...row }));
}

/**
 * @param events all events of the replay, in order
 * @param creada instant at which the box was opened; its `fecha_movimiento` until the first movement
 */
export function projectRows(
  events: readonly EventToAppend[],
  replayed: ReplayedBox,
  creada: number,
): ProjectedRows {
  const moved = {
    id_responsable: null,
    id_empresa: null,
    codigo_soporte: null,
    fecha_contabilidad: null,
    papeles: null,
  };
  const box: Record<string, unknown> = {
    ...loggedColumns(boxFacts),
    ...moved,
    fecha_movimiento: creada,
    paso_mantenimiento: 0,
  };
  const expenses = new Map<number, Expense>();
  for (const row of events) {
    const payload = JSON.parse(row.payload) as Payload;
    const id = row.id_gasto;
    const known = id === null ? undefined : expenses.get(id);
    if (id === null) {
      const arrived = movesNoBox(row.evento)
        ? {}
        : arrivalColumns(row.hacia as BoxStateName, row.instante);
      Object.assign(box, payload.cambios, arrived);
      // The event did not carry it before: `auditAdministration` compares what the migration filled in.
      if (row.evento === 'BOX.SEND' && Number(row.version_maquina) < 4) delete box.id_responsable;
    } else if (known === undefined) expenses.set(id, recorded(row, payload));
    else change(known, payload, row);
  }
  const { expenses: decided, payment: _, facts: __, ...rest } = replayed;
  return {
    // Events and replay together set every column.
    box: Object.assign(box, rest) as unknown as ProjectedBox,
    expenses: new Map(
      [...decided].map(([id, { estado, context, saldado = 0 }]) => {
        const known = expenses.get(id);
        const columns: Record<string, unknown> = known?.columns ?? {};
        const split = known?.split ?? [];
        const { reembolsar } = context;
        const decision = { estado, reembolsar, saldado };
        const factura_normalizada = documentNumber(String(columns.numero_factura ?? ''));
        return [
          id,
          {
            columns: Object.assign(columns, decision, { factura_normalizada }) as ProjectedExpense,
            split,
          },
        ];
      }),
    ),
  };
}
