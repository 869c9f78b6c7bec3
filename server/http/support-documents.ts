/** The supports of the expenses: the file as it was uploaded, and its sheets as pictures. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { supportTypes } from '#contract/calls/expense.calls.ts';
import { documents } from '#contract/contract.ts';
import { isSupportMime } from '../engines/support-type.ts';
import { codeOf } from '../errors/error-code.ts';
import { HttpError, notFound } from '../errors/http-error.ts';
import { supportInScope } from '../repositories/scope.repository.ts';
import { inRoom, strangers } from '../workers/strangers.ts';
import { isFaultOfFile } from '../workers/worker-error.ts';
import { inlineAs, namedAsItIs } from './content-disposition.ts';
import { type DocumentContext, policyFor, sessionContext } from './document-access.ts';
import type { Services } from './services.ts';

/** The name of a file in an address; what could never be one names nothing. */
function nameIn(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text)) throw notFound();
  return text;
}

/** The number of a sheet in an address. */
function sheetIn(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw notFound();
  return Number(text);
}

/** @throws HttpError 404 when this person sees no expense with it */
async function supportOf(context: DocumentContext, name: string) {
  const { soporte_sha256, soporte_tipo, soporte_nombre } = await context.read((trx) =>
    supportInScope(trx, context.session, nameIn(name)),
  );
  if (soporte_sha256 === null || !isSupportMime(soporte_tipo)) throw notFound();
  return { sha256: soporte_sha256, type: soporte_tipo, name: soporte_nombre ?? name };
}

const undrawable = () =>
  new HttpError(422, { msg: 'Este archivo no se puede mostrar aquí. Ábralo o descárguelo.' });

/** @throws HttpError 422 when the file cannot be opened, 503 when too much waits already */
const drawn = <Result>(
  { supports }: DocumentContext,
  sha256: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> =>
  inRoom(() => supports.withFile(sha256, work)).catch((error: unknown) => {
    throw isFaultOfFile(error) || codeOf(error) === 'ENOENT' ? undrawable() : error;
  });

function registerFiles(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.support;
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { sha256, type, name } = await supportOf(context, request.params.soporte);
    const { stream, bytes } = await context.supports.open(sha256);
    return reply
      .header('Content-Disposition', inlineAs(namedAsItIs(name, type)))
      .header('Content-Security-Policy', policyFor(type))
      .header('Content-Length', bytes)
      .type(type)
      .send(stream);
  });
}

function registerThumbnails(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.thumbnail;
  const options = { exposeHeadRoute: false };
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, options, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { sha256, type } = await supportOf(context, request.params.soporte);
    const { signal } = context;
    const picture = await services.atOnce.thumbnail(context.session, () =>
      drawn(context, sha256, (file) => strangers.run('thumbnail', { file, type }, { signal })),
    );
    return reply.type(supportTypes.jpg).send(Buffer.from(picture));
  });
}

type SheetRequest = FastifyRequest<{ Params: { soporte: string; hoja: string } }>;

function registerSheets(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.sheets;
  // A HEAD would draw a sheet to throw it away.
  const options = { exposeHeadRoute: false };
  app.get<{ Params: { soporte: string } }>(`${path}/:soporte`, options, async (request, reply) => {
    const context = sessionContext(services, request, reply, who);
    const { sha256, type } = await supportOf(context, request.params.soporte);
    const { signal } = context;
    const hojas = await services.atOnce.sheet(context.session, () =>
      drawn(context, sha256, (file) => strangers.run('countSheets', { file, type }, { signal })),
    );
    return reply.send({ hojas });
  });
  app.get(`${path}/:soporte/:hoja`, options, async (request: SheetRequest, reply) => {
    const context = sessionContext(services, request, reply, who);
    const sheet = sheetIn(request.params.hoja);
    const { sha256, type } = await supportOf(context, request.params.soporte);
    const { signal } = context;
    const picture = await services.atOnce.sheet(context.session, () =>
      drawn(context, sha256, (file) =>
        strangers.run('drawSheet', { file, type, sheet }, { signal }),
      ),
    );
    if (picture === null) throw notFound();
    return reply.type(supportTypes.jpg).send(Buffer.from(picture));
  });
}

export function registerSupportDocuments(app: FastifyInstance, services: Services): void {
  registerFiles(app, services);
  registerThumbnails(app, services);
  registerSheets(app, services);
}
