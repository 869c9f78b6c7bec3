import { Readable } from 'node:stream';
import { instantsOf } from '#machines/domain/values/dates.ts';
import {
  type OpenDocument,
  type Opening,
  generatedDocument,
  sendToSave,
  resetOnFailure,
} from '../../platform/http/document-access.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { type Query, bothDaysIn, idIn } from '../../platform/http/document-request.ts';
import type { RunQuery } from '../../platform/http/operation.ts';
import { boxBpmn } from './bpmn-file.ts';
import {
  type ExportedEvent,
  type TraceKind,
  csvOf,
  exportedEvent,
  isTraceKind,
  xesOf,
} from './event-files.ts';
import { type FundPage, fundEventsOfPeriod } from './fund-log.repository.ts';
import { ocelOf } from './ocel-file.ts';
import type { Span } from './workflow-history.repository.ts';
import {
  type EventKey,
  type ExportedBox,
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
  everyReason,
} from './workflow-log.repository.ts';
import { type StoreFilter, type WorkflowScope, scopeOf } from './workflow.repository.ts';

/** Rows of one page; each page is a separate read. */
const BOXES = 100;
const EVENTS = 500;

interface WorkflowExport {
  ask: RunQuery;
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
    const rows = await ask(eventsOfPeriod, [...byId.keys()], span, from, EVENTS);
    yield rows.flatMap((row) => {
      const box = byId.get(row.id_caja);
      return box === undefined ? [] : [exportedEvent(row, box, reasons)];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < EVENTS) return;
    after = last;
  }
}

/** The boxes of the period, in pages. */
async function* boxPages({ ask, scope, span }: WorkflowExport): AsyncGenerator<ExportedBox[]> {
  for (let after = 0; ; ) {
    const from = after;
    const boxes = await ask(boxesOfPeriod, scope, span, from, BOXES);
    if (boxes.length > 0) yield boxes;
    if (boxes.length < BOXES) return;
    after = boxes.at(-1)?.id ?? from;
  }
}

/** The changes of the funds in the period, in pages. */
async function* fundPages({ ask, scope, span }: WorkflowExport): AsyncGenerator<FundPage> {
  for (let after: number | null = 0; after !== null; ) {
    const page: FundPage = await ask(fundEventsOfPeriod, scope, span, after, EVENTS);
    yield page;
    after = page.last;
  }
}

/** The events of the period, box by box, each box from its first event in the period to its last. */
export async function* eventPages(request: WorkflowExport): AsyncGenerator<ExportedEvent[]> {
  const reasons = new Map((await request.ask(everyReason)).map(({ id, nombre }) => [id, nombre]));
  for await (const boxes of boxPages(request)) yield* pagesOfBoxes(request, boxes, reasons);
}

/** Download routes of the workflow log, and their query parameters. */

/** Maximum number of events of a file: a year of 400 stores. */
export const MOST_EVENTS = 1_500_000;

interface FileFormat {
  write(request: WorkflowExport, query: Query): AsyncIterable<string>;
  extension: string;
  type: string;
}

const formats = {
  workflowXes: {
    write: (request, query) => xesOf(eventPages(request), traceKindIn(query)),
    extension: 'xes',
    type: 'application/xml; charset=utf-8',
  },
  workflowOcel: {
    write: (request) => ocelOf(eventPages(request), fundPages(request), boxPages(request)),
    extension: 'json',
    type: 'application/json; charset=utf-8',
  },
  workflowCsv: {
    write: (request) => csvOf(eventPages(request)),
    extension: 'csv',
    type: 'text/csv; charset=utf-8',
  },
} satisfies Record<string, FileFormat>;

/** Kind of trace in the query; a box by default. @throws HttpError 400 */
function traceKindIn({ caso = 'caja' }: Query): TraceKind {
  if (typeof caso === 'string' && isTraceKind(caso)) return caso;
  throw new HttpError(400, { msg: '«caso» debe ser «caja» o «gasto».' });
}

/** Filters of stores, each with its name in a refusal. */
const storeFilters = {
  id_tienda: 'una tienda',
  id_supervisor: 'un usuario',
  id_formato: 'un formato',
  id_ciudad: 'una ciudad',
} satisfies Record<keyof StoreFilter, string>;

export function registerWorkflowDocuments(open: OpenDocument): void {
  for (const name of Object.keys(formats) as (keyof typeof formats)[]) {
    const { write, extension, type }: FileFormat = formats[name];
    const answer = async (opening: Opening) => {
      const { context, request } = opening;
      const { desde, hasta } = bothDaysIn(request.query);
      const whose = Object.fromEntries(
        Object.entries(storeFilters).map(([name, one]) => [
          name,
          idIn(request.query, name, one) ?? undefined,
        ]),
      );
      const scope = await context.read((trx) => scopeOf(trx, context.session, whose));
      const span = instantsOf(desde, hasta);
      const texts = write({ ask: context.ask, scope, span }, request.query);
      const events = await context.ask(countEventsOfPeriod, scope, span, MOST_EVENTS + 1);
      if (events > MOST_EVENTS)
        throw new HttpError(422, {
          msg: 'El periodo tiene más de 1.500.000 eventos. Elija uno más corto o una sola tienda.',
        });
      const stream = Readable.from(texts, { objectMode: false });
      const content = resetOnFailure(
        opening,
        stream,
        'falló el registro del flujo mientras se enviaba',
      );
      const filename = `flujo_${desde}_${hasta}.${extension}`;
      return sendToSave(opening, content, { type, filename });
    };
    open(name, answer, generatedDocument);
  }
  const bpmn = async (opening: Opening) =>
    sendToSave(opening, Buffer.from(await boxBpmn()), {
      type: 'application/xml; charset=utf-8',
      filename: 'caja.bpmn',
    });
  open('workflowBpmn', bpmn, generatedDocument);
}
