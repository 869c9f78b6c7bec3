import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/http-error.ts';
import { refusalAnswer } from './answer.ts';
import { isNavigation, type SendPage } from './page.ts';

/** Addresses that machines ask: there the answer is never the page. */
const machineAddresses = /^\/(api|documentos)(\/|$|\?)/;

/** Unknown addresses: a list for programs, the page for people (its routes live behind the #), 404 for files. */
export function registerUnknownAddress(app: FastifyInstance, sendPage: SendPage | null): void {
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && isNavigation(request) && !machineAddresses.test(request.url)) {
      return sendPage(request, reply);
    }
    const { httpStatus, body } = refusalAnswer(notFound());
    return reply.code(httpStatus).header('Cache-Control', 'no-store').send(body);
  });
}
