/** The consolidated workbook: its address, and what may be asked in it. */
import type { FastifyInstance } from 'fastify';
import { documents } from '#contract/contract.ts';
import { consolidatedOf } from '../documents/consolidated/consolidated.ts';
import type { ConsolidatedFilter } from '../repositories/consolidated.repository.ts';
import { sessionContext } from './document-access.ts';
import { workbookType } from '../documents/workbook/whole-workbook.ts';
import { daysIn, idIn, type Query } from './document-query.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';

/** @throws HttpError 400 for what is no day, no span or no key */
const filterIn = (query: Query): ConsolidatedFilter => ({
  ...daysIn(query),
  idResponsable: idIn(query, 'id_responsable', 'un usuario'),
  idSupervisor: idIn(query, 'id_supervisor', 'un usuario'),
});

export function registerConsolidated(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.consolidated;
  app.get<{ Querystring: Query }>(
    path,
    // A HEAD would make the whole workbook to throw it away.
    { exposeHeadRoute: false, ...dearDocument },
    async (request, reply) => {
      const context = sessionContext(services, request, reply, who);
      const { filename, stream } = await consolidatedOf(context, filterIn(request.query));
      stream.on('error', (error) => {
        if (!request.raw.destroyed)
          context.log.error({ err: error }, 'falló el consolidado mientras se enviaba');
      });
      return reply
        .header('Content-Disposition', `attachment; filename="${filename}"`)
        .type(workbookType)
        .send(stream);
    },
  );
}
