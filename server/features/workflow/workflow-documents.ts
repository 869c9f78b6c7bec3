/** The log of the workflow as files: their addresses, and what may be asked in them. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { instantsOf } from '#machines/domain/values/dates.ts';
import { csvOf } from './csv.ts';
import { eventPages } from './event-pages.ts';
import { xesOf } from './xes.ts';
import { scopeOf } from './workflow-scope.ts';
import {
  madeAnew,
  type Opening,
  openDocument,
  sendToSave,
  watched,
} from '../../app/document-access.ts';
import { bothDaysIn, idIn } from '../../platform/http/document-request.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import type { Services } from '../../app/services.ts';

/** Events of the largest file: a year of 400 stores. */
export const MOST_EVENTS = 1_500_000;

const formats = {
  workflowXes: { write: xesOf, extension: 'xes', type: 'application/xml; charset=utf-8' },
  workflowCsv: { write: csvOf, extension: 'csv', type: 'text/csv; charset=utf-8' },
};

export function registerWorkflowDocuments(app: FastifyInstance, services: Services): void {
  for (const name of ['workflowXes', 'workflowCsv'] as const) {
    const { write, extension, type } = formats[name];
    const answer = async (opening: Opening) => {
      const { context, request } = opening;
      const { desde, hasta } = bothDaysIn(request.query);
      const whose = {
        id_tienda: idIn(request.query, 'id_tienda', 'una tienda') ?? undefined,
        id_supervisor: idIn(request.query, 'id_supervisor', 'un usuario') ?? undefined,
      };
      const scope = await context.read((trx) => scopeOf(trx, context.session, whose));
      const span = instantsOf(desde, hasta);
      const events = await context.ask('countEventsOfPeriod', scope, span, MOST_EVENTS + 1);
      if (events > MOST_EVENTS)
        throw new HttpError(422, {
          msg: 'El periodo tiene más de 1.500.000 eventos. Elija uno más corto o una sola tienda.',
        });
      const pages = eventPages({ ask: context.ask, scope, span });
      const stream = Readable.from(write(pages), { objectMode: false });
      const content = watched(opening, stream, 'falló el registro del flujo mientras se enviaba');
      const filename = `flujo_${desde}_${hasta}.${extension}`;
      return sendToSave(opening, content, { type, filename });
    };
    openDocument(app, services, name, answer, madeAnew);
  }
}
