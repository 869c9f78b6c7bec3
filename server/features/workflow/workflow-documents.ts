import { Readable } from 'node:stream';
import { ValidationError } from 'yup';
import { caseGroup } from '#contract/calls/figures.calls.ts';
import { instantsOf } from '#machines/domain/values/dates.ts';
import {
  type OpenDocument,
  type Opening,
  generatedDocument,
  sendToSave,
  resetOnFailure,
} from '../../platform/http/document-access.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { type Query, bothDaysIn } from '../../platform/http/document-request.ts';
import type { RunQuery } from '../../platform/http/operation.ts';
import { boxBpmn } from './bpmn-file.ts';
import {
  type ExportedEvent,
  type ExportedNames,
  type TraceKind,
  csvOf,
  exportedEvent,
  isTraceKind,
  xesOf,
} from './event-files.ts';
import { type CaseRequest, exportedCases, namesOf } from './figures.repository.ts';
import { type FundPage, fundEventsOfPeriod } from './fund-log.repository.ts';
import { ocelOf } from './ocel-file.ts';
import {
  type EventKey,
  type ExportedBox,
  boxesByKey,
  boxesOfPeriod,
  countEventsOfPeriod,
  eventsOfPeriod,
} from './workflow-log.repository.ts';
import { type Span, type WorkflowScope, scopeOf } from './workflow.repository.ts';

/** Rows of one page; each page is a separate read. */
const BOXES = 100;
const EVENTS = 500;

interface WorkflowExport {
  ask: RunQuery;
  scope: WorkflowScope;
  span: Span;
  /** The boxes of the file with their whole log; null: the part of each box that is in the period. */
  cases: readonly { id: number; tarde: boolean }[] | null;
}

const always: Span = { from: 0, until: Number.MAX_SAFE_INTEGER };

/** The events of some boxes, in pages. */
async function* pagesOfBoxes(
  { ask, cases, span }: WorkflowExport,
  boxes: readonly ExportedBox[],
  names: ExportedNames,
): AsyncGenerator<ExportedEvent[]> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const late = new Map(cases?.map(({ id, tarde }) => [id, tarde]));
  let after: EventKey = { id_caja: 0, secuencia: 0 };
  for (;;) {
    const from = after;
    const rows = await ask(
      eventsOfPeriod,
      [...byId.keys()],
      cases === null ? span : always,
      from,
      EVENTS,
    );
    yield rows.flatMap((row) => {
      const box = byId.get(row.id_caja);
      return box === undefined ? [] : [exportedEvent(row, box, names, late.get(box.id) ?? null)];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < EVENTS) return;
    after = last;
  }
}

/** The boxes, in pages. */
async function* boxPages({
  ask,
  cases,
  scope,
  span,
}: WorkflowExport): AsyncGenerator<ExportedBox[]> {
  if (cases !== null) {
    const keys = cases.map(({ id }) => id);
    for (let at = 0; at < keys.length; at += BOXES)
      yield await ask(boxesByKey, keys.slice(at, at + BOXES));
    return;
  }
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

/** The events box by box, each box from its first event to its last. */
export async function* eventPages(request: WorkflowExport): AsyncGenerator<ExportedEvent[]> {
  const names = {
    reasons: await request.ask(namesOf, 'motivo'),
    categories: await request.ask(namesOf, 'categoria'),
  };
  for await (const boxes of boxPages(request)) yield* pagesOfBoxes(request, boxes, names);
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

/** The cases that the query selects, with the filters of the figures. @throws HttpError 400 */
async function casesIn({ caso: _, corte: _corte, ...filters }: Query): Promise<CaseRequest> {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  const days = bothDaysIn(filters);
  try {
    return await caseGroup.validate(
      { ...Object.fromEntries(given), ...days },
      { stripUnknown: false },
    );
  } catch (error) {
    if (ValidationError.isError(error)) throw new HttpError(400, { msg: error.message });
    throw error;
  }
}

/** What a file contains, with the number of its events of boxes. @throws HttpError 400, 403 or 404 */
async function exportOf({ context, request: { query } }: Opening) {
  const wanted = await casesIn(query);
  const { ask, session } = context;
  const scope = await context.read((trx) => scopeOf(trx, session, wanted));
  const span = instantsOf(wanted.desde, wanted.hasta);
  if (query.corte === undefined) {
    const { eventos, cases } = await ask(exportedCases, { session }, wanted);
    return { exported: { ask, scope, span, cases }, eventos };
  }
  if (query.corte !== 'eventos')
    throw new HttpError(400, { msg: '«corte» debe ser «eventos» o faltar.' });
  const eventos = await ask(countEventsOfPeriod, scope, span, MOST_EVENTS + 1);
  return { exported: { ask, scope, span, cases: null }, eventos };
}

export function registerWorkflowDocuments(open: OpenDocument): void {
  for (const name of Object.keys(formats) as (keyof typeof formats)[]) {
    const { write, extension, type }: FileFormat = formats[name];
    const answer = async (opening: Opening) => {
      const { request } = opening;
      const { desde, hasta } = bothDaysIn(request.query);
      const { exported, eventos } = await exportOf(opening);
      const texts = write(exported, request.query);
      if (eventos > MOST_EVENTS)
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
