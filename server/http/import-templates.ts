/** The workbooks that somebody fills in to import users or stores. */
import type { FastifyInstance } from 'fastify';
import { importedTables } from '#contract/calls/import.calls.ts';
import { documents } from '#contract/contract.ts';
import { workbookType } from '../documents/workbook/whole-workbook.ts';
import { notFound } from '../errors/http-error.ts';
import { importTemplate } from '../operations/imports/import-template.ts';
import { sessionContext } from './document-access.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';

export function registerImportTemplates(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.importTemplate;
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    // A HEAD would make the whole workbook to throw it away.
    { exposeHeadRoute: false, ...dearDocument },
    async (request, reply) => {
      const context = sessionContext(services, request, reply, who);
      const tabla = importedTables.find((name) => name === request.query.tabla);
      if (tabla === undefined) throw notFound();
      const { filename, bytes } = await importTemplate(context, tabla);
      return reply
        .header('Content-Disposition', `attachment; filename="${filename}"`)
        .type(workbookType)
        .send(bytes);
    },
  );
}
