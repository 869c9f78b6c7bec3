import type { AskDatabase } from '../../app/long-queries.ts';
import type { WorkflowScope } from './workflow.repository.ts';
import type { EventKey, ExportedBox } from './workflow-export.repository.ts';
import type { Span } from './workflow-history.repository.ts';
import { type ExportedEvent, exportedEvent } from './exported-event.ts';

/** Rows of one page; each of them is read by itself. */
const BOXES = 100;
const EVENTS = 500;

interface WorkflowExport {
  ask: AskDatabase;
  scope: WorkflowScope;
  span: Span;
}

/** The events of some boxes in the period, in pages. */
async function* pagesOfBoxes(
  { ask, span }: WorkflowExport,
  boxes: readonly ExportedBox[],
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<ExportedEvent[]> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  let after: EventKey = { id_caja: 0, secuencia: 0 };
  for (;;) {
    const from = after;
    const rows = await ask('eventsOfPeriod', [...byId.keys()], span, from, EVENTS);
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
export async function* eventPages(request: WorkflowExport): AsyncGenerator<ExportedEvent[]> {
  const { ask, scope, span } = request;
  const reasons = new Map((await ask('everyReason')).map(({ id, nombre }) => [id, nombre]));
  for (let after = 0; ; ) {
    const from = after;
    const boxes = await ask('boxesOfPeriod', scope, span, from, BOXES);
    if (boxes.length > 0) yield* pagesOfBoxes(request, boxes, reasons);
    if (boxes.length < BOXES) return;
    after = boxes.at(-1)?.id ?? from;
  }
}
