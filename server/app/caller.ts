/** Identifies the caller of a request: a person by the session cookie, or a machine by its key; never both. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyCaller, sentKey } from '../features/keys/key-caller.ts';
import { findCaller } from '../features/session/sessions.ts';
import type { Caller } from '../platform/access/session.ts';
import type { Services } from '../platform/http/services.ts';

/** @returns null without a session and without a key @throws HttpError as `keyCaller` */
export const callerOf = (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> => {
  const key = sentKey(request);
  return key === null ? findCaller(services, request) : keyCaller(services, key, request, reply);
};
