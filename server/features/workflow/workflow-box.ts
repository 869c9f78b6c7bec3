import { boxStates, type BoxStateName } from '#machines/domain/stages/states.ts';
import { countsAsPaid } from '#machines/domain/case/box-money.ts';
import { type FundedBox, committedBy } from '#machines/domain/fund/fund.ts';
import { actedFor } from '#machines/domain/people/delegation.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { found } from '../../platform/errors/http-error.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { stageTargets } from '../settings/settings.ts';
import { peopleNamedBy } from '../stores/store.repository.ts';
import { namesOf } from './figures.repository.ts';
import {
  type FundEvent,
  type LogRow,
  type WorkflowBox,
  expenseNames,
  findWorkflowBox,
  fundEventsBeside,
  logOfBox,
} from './workflow-log.repository.ts';
import { wholeScope } from './workflow.repository.ts';

/** History of one box: its log, with the amounts that the other boxes of its store committed meanwhile. */

interface FundPayload {
  facts?: { valor: number };
  cambios: { seguida?: 0 | 1; por_girar?: number; a_cargo?: number; saldado?: number };
}

interface CommittedBox extends FundedBox {
  seguida?: 0 | 1;
}

/** Amounts of the fund that the boxes of a store commit, event by event. */
class Commitments {
  readonly #boxes = new Map<number, CommittedBox>();
  /** Value of each expense, subtracted when it is removed. */
  readonly #values = new Map<number, number>();
  /** Settled amount of each expense. */
  readonly #settled = new Map<number, number>();
  /** Centavos. */
  total = 0;

  take(event: FundEvent): void {
    const before = this.#boxes.get(event.id_caja) ?? { active: boxStates.open.codigo, total: 0 };
    const after = this.#after(before, event);
    this.#boxes.set(event.id_caja, after);
    this.total += committedBy(after) - committedBy(before);
  }

  #after(box: CommittedBox, { id_gasto, evento, hacia, payload }: FundEvent): CommittedBox {
    const { facts, cambios } = JSON.parse(payload) as FundPayload;
    const { seguida = box.seguida ?? 0, por_girar = box.por_girar ?? 0 } = cambios;
    const { a_cargo = box.a_cargo ?? 0 } = cambios;
    if (id_gasto === null) {
      // Payment events do not change the state of a box: `hacia` is the state that it is in.
      const { codigo: active } = boxStates[hacia as BoxStateName];
      return { ...box, active, seguida, por_girar, a_cargo };
    }
    if (evento === 'EXPENSE.REMOVE')
      return { ...box, total: box.total - (this.#values.get(id_gasto) ?? 0) };
    if (facts === undefined) return this.#afterSettling(box, id_gasto, cambios.saldado ?? 0);
    this.#values.set(id_gasto, facts.valor);
    return { ...box, total: box.total + facts.valor };
  }

  #afterSettling(box: CommittedBox, idGasto: number, saldado: number): CommittedBox {
    const more = saldado - (this.#settled.get(idGasto) ?? 0);
    this.#settled.set(idGasto, saldado);
    const { trasladado = 0, a_cargo = 0 } = box;
    if (countsAsPaid(box)) return box;
    return box.active === boxStates.closed.codigo
      ? { ...box, a_cargo: a_cargo - more }
      : { ...box, trasladado: trasladado + more };
  }
}

/**
 * Amounts of the fund that other boxes had committed at given moments, in centavos.
 *
 * @param others all of their events, by key
 * @param moments keys of events, ascending: the moment right after each of them
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

/** Every expense of the log: with its current text, or with the recorded one when it was removed. */
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

/** The reasons of the rejections in the log. */
async function reasonsIn(trx: Trx, log: readonly LogRow[]) {
  const given = new Set(log.map((row) => payloadOf(row).id_rechazo));
  const reasons = await namesOf(trx, 'motivo');
  return [...reasons].flatMap(([id, nombre]) => (given.has(id) ? { id, nombre } : []));
}

const absentIn = (row: LogRow): number | undefined =>
  payloadOf(row).enNombreDe as number | undefined;

/** Names of the absent people for whom others acted. */
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

const boxLog: LongRead<'/flujoCaja'> = ({ id_caja }, context) =>
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
      metas: Object.entries(await stageTargets(trx)).map(([estado, dias]) => ({ estado, dias })),
      eventos: log.map((row, index) => eventOf(row, committed[index] ?? 0, absent)),
      gastos: await expensesOf(trx, box, log),
      motivos: await reasonsIn(trx, log),
    };
  });

export const workflowBoxOperations = { '/flujoCaja': boxLog };
