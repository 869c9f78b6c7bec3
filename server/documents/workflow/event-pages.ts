import { setImmediate } from 'node:timers/promises';
import type { SessionContext } from '../../operations/operation.ts';
import type { WorkflowScope } from '../../repositories/workflow.repository.ts';
import {
  boxesOfPeriod,
  type EventKey,
  eventsOfPeriod,
  everyReason,
  type ExportedBox,
} from '../../repositories/workflow-export.repository.ts';
import type { Span } from '../../repositories/workflow-history.repository.ts';
import { type ExportedEvent, exportedEvent } from './exported-event.ts';

/** Of one page; each of them is read by itself, and whoever else asks something comes in between. */
const BOXES = 100;
const EVENTS = 500;

export interface WorkflowExport {
  read: SessionContext['read'];
  scope: WorkflowScope;
  span: Span;
}

/** The events of some boxes in the period, in pages. */
async function* pagesOfBoxes(
  { read, span }: WorkflowExport,
  boxes: readonly ExportedBox[],
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<ExportedEvent[]> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  let after: EventKey = { id_caja: 0, secuencia: 0 };
  for (;;) {
    const from = after;
    const rows = await read((trx) => eventsOfPeriod(trx, [...byId.keys()], span, from, EVENTS));
    await setImmediate();
    yield rows.flatMap((row) => {
      const box = byId.get(row.id_caja);
      return box === undefined ? [] : [exportedEvent(row, box, reasons)];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < EVENTS) return;
    after = last;
  }
}

/** The events of the period, box by box, each box from its first event in the period to its last. */
export async function* eventPages(asked: WorkflowExport): AsyncGenerator<ExportedEvent[]> {
  const { read, scope, span } = asked;
  const reasons = new Map((await read(everyReason)).map(({ id, nombre }) => [id, nombre]));
  for (let after = 0; ; ) {
    const from = after;
    const boxes = await read((trx) => boxesOfPeriod(trx, scope, span, from, BOXES));
    await setImmediate();
    if (boxes.length > 0) yield* pagesOfBoxes(asked, boxes, reasons);
    if (boxes.length < BOXES) return;
    after = boxes.at(-1)?.id ?? from;
  }
}
