/** The log of the workflow as files: their addresses, and what may be asked in them. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { documents } from '#contract/contract.ts';
import { instantsOf } from '#machines/domain/dates.ts';
import { csvOf } from '../documents/workflow/csv.ts';
import { eventPages } from '../documents/workflow/event-pages.ts';
import type { ExportedEvent } from '../documents/workflow/exported-event.ts';
import { xesOf } from '../documents/workflow/xes.ts';
import { scopeOf } from '../operations/workflow/workflow-scope.ts';
import { sessionContext } from './document-access.ts';
import { bothDaysIn, idIn, type Query } from './document-query.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';

const formats = {
  workflowXes: { write: xesOf, extension: 'xes', type: 'application/xml; charset=utf-8' },
  workflowCsv: { write: csvOf, extension: 'csv', type: 'text/csv; charset=utf-8' },
} as const satisfies Record<
  string,
  {
    write: (pages: AsyncIterable<ExportedEvent[]>) => AsyncGenerator<string>;
    extension: string;
    type: string;
  }
>;

function registerFormat(
  app: FastifyInstance,
  services: Services,
  name: keyof typeof formats,
): void {
  const { path, who } = documents[name];
  const { write, extension, type } = formats[name];
  app.get<{ Querystring: Query }>(
    path,
    // A HEAD would make the whole file to throw it away.
    { exposeHeadRoute: false, ...dearDocument },
    async (request, reply) => {
      const context = sessionContext(services, request, reply, who);
      const { query } = request;
      const { desde, hasta } = bothDaysIn(query);
      const whose = {
        id_tienda: idIn(query, 'id_tienda', 'una tienda') ?? undefined,
        id_supervisor: idIn(query, 'id_supervisor', 'un usuario') ?? undefined,
      };
      const scope = await context.read((trx) => scopeOf(trx, context.session, whose));
      const pages = eventPages({ ask: context.ask, scope, span: instantsOf(desde, hasta) });
      const stream = Readable.from(write(pages), { objectMode: false });
      stream.on('error', (error) => {
        if (!request.raw.destroyed)
          context.log.error({ err: error }, 'falló el registro del flujo mientras se enviaba');
      });
      return reply
        .header(
          'Content-Disposition',
          `attachment; filename="flujo_${desde}_${hasta}.${extension}"`,
        )
        .header('Cache-Control', 'private, no-store')
        .type(type)
        .send(stream);
    },
  );
}

export function registerWorkflowDocuments(app: FastifyInstance, services: Services): void {
  for (const name of ['workflowXes', 'workflowCsv'] as const) registerFormat(app, services, name);
}
