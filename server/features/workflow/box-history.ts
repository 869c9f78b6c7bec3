import { actedFor } from '#machines/domain/people/delegation.ts';
import { committedBy } from '#machines/domain/fund/fund.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { type BoxStateName, boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import { peopleNamedBy } from '../stores/store.repository.ts';
import { reasonNames } from './workflow-history.repository.ts';
import {
  expenseNames,
  findWorkflowBox,
  type FundEvent,
  fundEventsBeside,
  logOfBox,
  type LogRow,
  type WorkflowBox,
} from './workflow-log.repository.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { wholeScope } from './workflow-scope.ts';

interface Beside {
  active: number;
  /** Centavos. */
  total: number;
}

const valueIn = ({ payload }: FundEvent): number =>
  (JSON.parse(payload) as { facts: { valor: number } }).facts.valor;

/** Amounts that boxes keep from the fund of their store, event by event. */
class Commitments {
  readonly #boxes = new Map<number, Beside>();
  /** Value of each expense, for when it is removed. */
  readonly #values = new Map<number, number>();
  /** Centavos. */
  total = 0;

  take(event: FundEvent): void {
    const before = this.#boxes.get(event.id_caja) ?? { active: boxStates.open.codigo, total: 0 };
    const after = this.#after(before, event);
    this.#boxes.set(event.id_caja, after);
    this.total += committedBy(after) - committedBy(before);
  }

  #after({ active, total }: Beside, event: FundEvent): Beside {
    const { id_gasto, evento, hacia } = event;
    if (id_gasto === null) return { active: boxStates[hacia as BoxStateName].codigo, total };
    if (evento === 'EXPENSE.REMOVE')
      return { active, total: total - (this.#values.get(id_gasto) ?? 0) };
    const valor = valueIn(event);
    this.#values.set(id_gasto, valor);
    return { active, total: total + valor };
  }
}

/**
 * Amounts that other boxes stored from the fund at each of some moments, in centavos.
 *
 * @param others their events from the first of each, in the order of their keys
 * @param moments keys of events, ascending: right after each of them
 */
function committedAt(others: readonly FundEvent[], moments: readonly number[]): number[] {
  const commitments = new Commitments();
  let next = 0;
  return moments.map((moment) => {
    for (let event = others[next]; event !== undefined && event.id <= moment; ) {
      commitments.take(event);
      next += 1;
      event = others[next];
    }
    return commitments.total;
  });
}

const payloadOf = ({ payload }: LogRow) => JSON.parse(payload) as Record<string, unknown>;

/** Every expense of the log: as it is written now, or as it was recorded when it is gone. */
async function expensesOf(trx: Trx, box: WorkflowBox, log: readonly LogRow[]) {
  const known = new Map((await expenseNames(trx, box.id)).map((row) => [row.id, row]));
  return log
    .filter(({ evento }) => evento === 'EXPENSE.RECORD')
    .map((row) => {
      const id = row.id_gasto ?? 0;
      const { concepto, proveedor_nombre } = payloadOf(row).cambios as Record<string, string>;
      return known.get(id) ?? { id, concepto: concepto ?? '', proveedor: proveedor_nombre ?? '' };
    });
}

const reasonsIn = (log: readonly LogRow[]): number[] => [
  ...new Set(
    log
      .map((row) => payloadOf(row).id_rechazo)
      .filter((reason): reason is number => typeof reason === 'number'),
  ),
];

const absentIn = (row: LogRow): number | undefined =>
  payloadOf(row).enNombreDe as number | undefined;

/** The names of the people for whom others acted. */
async function absentNames(trx: Trx, log: readonly LogRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(log.flatMap((row) => absentIn(row) ?? []))];
  if (ids.length === 0) return new Map();
  return new Map((await peopleNamedBy(trx, ids)).map((one) => [one.id, one.razon_social]));
}

const eventOf = (row: LogRow, committed: number, absent: ReadonlyMap<number, string>) => {
  const { id: _id, actor, ...event } = row;
  return {
    ...event,
    actor: actedFor(actor ?? 'Sistema', absent.get(absentIn(row) ?? 0)),
    comprometido_otras: toPesos(committed),
  };
};

export const boxLog: LongRead<'/flujoCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const box = found(await findWorkflowBox(trx, wholeScope(context.session), id_caja));
    const log = await logOfBox(trx, id_caja);
    const ids = log.map(({ id }) => id);
    const beside = await fundEventsBeside(trx, box, ids.at(-1) ?? 0);
    const committed = committedAt(beside, ids);
    const absent = await absentNames(trx, log);
    return {
      id_caja: box.id,
      id_tienda: box.id_tienda,
      tienda: box.tienda,
      consecutivo: box.consecutivo,
      active: box.active,
      creada: box.creada,
      base: toPesos(box.base),
      eventos: log.map((row, index) => eventOf(row, committed[index] ?? 0, absent)),
      gastos: await expensesOf(trx, box, log),
      motivos: await reasonNames(trx, reasonsIn(log)),
    };
  });
