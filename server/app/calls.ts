import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, UploadRules } from '#contract/call.ts';
import { type BodyOf, type CallPath, apiBase, callPaths, calls } from '#contract/contract.ts';
import { tokenGuard } from '#contract/errors.ts';
import { absenceOperations } from '../features/absence/absence.operations.ts';
import { boxOperations } from '../features/boxes/box.operations.ts';
import { catalogueOperations } from '../features/catalogues/catalogue.operations.ts';
import { limitOperations } from '../features/catalogues/limits.ts';
import { companySignInOperations } from '../features/company-sign-in/company-sign-in.operations.ts';
import { companyOperations } from '../features/companies/company.operations.ts';
import { entryOperations } from '../features/entries/entries.operations.ts';
import { supportingDocumentOperations } from '../features/supporting-documents/supporting-documents.ts';
import { expenseOperations } from '../features/expenses/expense.operations.ts';
import { cashCountOperations } from '../features/fund/cash-counts.ts';
import { valeOperations } from '../features/fund/vales.ts';
import { fundOperations } from '../features/fund/fund.operations.ts';
import { movementOperations } from '../features/fund/movement.operations.ts';
import { importOperations } from '../features/imports/import.operations.ts';
import { invitationOperations } from '../features/invitations/invitation.operations.ts';
import { invoiceOperations } from '../features/invoice-import/import-file.ts';
import { legalisationOperations } from '../features/legalisation/legalisation.ts';
import { mailOperations, outgoingMailOperations } from '../features/mails/mail.operations.ts';
import { onboardingOperations } from '../features/onboarding/onboarding.operations.ts';
import { bankAnswerOperations } from '../features/payments/bank-answer.operations.ts';
import { paymentOperations } from '../features/payments/payment.operations.ts';
import { storeAccountOperations } from '../features/payments/store-account.operations.ts';
import { storePaymentOperations } from '../features/payments/store-payment.operations.ts';
import { pendingOperations } from '../features/pending/pending.operations.ts';
import { elementOperations } from '../features/records/element.operations.ts';
import { referenceOperations } from '../features/reference/reference.operations.ts';
import { reviewOperations } from '../features/review/review.operations.ts';
import { searchOperations } from '../features/search/search.operations.ts';
import { spendingReads } from '../features/spending/spending.operations.ts';
import { sessionOperations } from '../features/session/session.operations.ts';
import { keyOperations } from '../features/keys/keys.operations.ts';
import { hasValidCsrfToken } from '../features/session/sessions.ts';
import { settingsOperations } from '../features/settings/settings.ts';
import { shippingOperations } from '../features/shipping/ship-papers.ts';
import { storeOperations } from '../features/stores/store.operations.ts';
import { supplierOperations } from '../features/suppliers/supplier.operations.ts';
import { userOperations } from '../features/users/user.operations.ts';
import { workflowBoxOperations } from '../features/workflow/workflow-box.ts';
import { workflowOperations } from '../features/workflow/workflow.operations.ts';
import { requireCall } from '../platform/access/call.policy.ts';
import type { Caller } from '../platform/access/session.ts';
import { HttpError, forbidden } from '../platform/errors/http-error.ts';
import {
  assertAnswer,
  fileOfForm,
  maximumUploadBytes,
  multipartBody,
  validBody,
} from '../platform/http/call-body.ts';
import { withBodyTimeout } from '../platform/http/connections.ts';
import type { Operation, SessionContext, UploadedFile } from '../platform/http/operation.ts';
import { callerOf } from './caller.ts';
import { type CallContext, callContext, idempotencyScope } from './call-context.ts';
import { type LongCall, isLongCall } from './long-reads.ts';
import { isSameSecret } from '../platform/http/operator-access.ts';
import { callLimits } from '../platform/http/rate-limit.ts';
import { readCall } from './reads.ts';
import type { Services } from '../platform/http/services.ts';

/** One operation per call of the contract. */

const operations = {
  ...sessionOperations,
  ...companySignInOperations,
  ...referenceOperations,
  ...userOperations,
  ...companyOperations,
  ...supplierOperations,
  ...storeOperations,
  ...settingsOperations,
  ...elementOperations,
  ...outgoingMailOperations,
  ...catalogueOperations,
  ...limitOperations,
  ...importOperations,
  ...invitationOperations,
  ...keyOperations,
  ...onboardingOperations,
  ...absenceOperations,
  ...mailOperations,
  ...boxOperations,
  ...shippingOperations,
  ...legalisationOperations,
  ...fundOperations,
  ...cashCountOperations,
  ...movementOperations,
  ...valeOperations,
  ...paymentOperations,
  ...bankAnswerOperations,
  ...storePaymentOperations,
  ...storeAccountOperations,
  ...entryOperations,
  ...supportingDocumentOperations,
  ...expenseOperations,
  ...invoiceOperations,
  ...reviewOperations,
  ...workflowOperations,
  ...workflowBoxOperations,
  ...searchOperations,
  ...spendingReads,
  ...pendingOperations,
} satisfies { [Path in CallPath]: Operation<Path> };

/** Registers the calls of the contract as routes: one pipeline for all, denied unless the contract allows it. */

const MAXIMUM_BODY = 1024 * 1024;
/** Body limit for callers who are not signed in, so that they cannot keep the server busy with large bodies. */
export const SMALL_BODY = 4 * 1024;

function bodyLimitOf({ multipart, who }: Call): number {
  if (multipart) return maximumUploadBytes(multipart);
  return who === 'anyone' ? SMALL_BODY : MAXIMUM_BODY;
}

/** Bytes to reserve for an upload: its declared size, or else the maximum. */
function bytesOf({ headers }: FastifyRequest, rules: UploadRules): number {
  const declared = Number(headers['content-length'] ?? Number.NaN);
  return Number.isNaN(declared) ? maximumUploadBytes(rules) : declared;
}

/** Common type of all operations; `operations` guarantees that path, body and answer match. */
type AnyOperation = (
  input: unknown,
  context: CallContext & { archivo?: UploadedFile | null },
) => Promise<unknown>;

// The cast is needed because the body type is only determined by the path at run time.
const operationOf = (path: CallPath) => operations[path] as unknown as AnyOperation;

const forgedMessage = 'No se pudo comprobar el origen de la solicitud. Actualice la página.';

/** Checks the application token in constant time. */
function isToken(expected: string, body: unknown): boolean {
  const sent = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof sent === 'string' && isSameSecret(sent, expected);
}

function requireToken(services: Services, body: unknown): void {
  if (!isToken(services.config.apiToken, body)) {
    const mensaje = 'El token de la aplicación no es válido.';
    throw new HttpError(401, { msg: mensaje, motivos: [{ guardia: tokenGuard, mensaje }] });
  }
}

/** The application token identifies the page; a machine may leave it out, since its key identifies it. */
const withToken = ({ config }: Services, caller: Caller | null, body: unknown): unknown =>
  caller?.session.alcances !== undefined && typeof body === 'object'
    ? { token: config.apiToken, ...body }
    : body;

/** Checks session, CSRF header and permission, before the body is trusted. */
function requireEntry(request: FastifyRequest, caller: Caller | null, path: CallPath): void {
  const call: Call = calls[path];
  const isMachine = caller?.session.alcances !== undefined;
  if (call.who === 'anyone' && !isMachine) return;
  if (caller === null) throw new HttpError(401);
  if (!isMachine && !hasValidCsrfToken(request, caller)) throw forbidden(forgedMessage);
  requireCall(caller.session, path, call);
}

/**
 * Reads the body and checks access. An upload is read only after its sender is authorised; its token is a field
 * of the form.
 *
 * @param place path for its file
 */
async function admittedBody(
  services: Services,
  request: FastifyRequest,
  path: CallPath,
  place: string | null,
): Promise<{ body: unknown; archivo: UploadedFile | null }> {
  const call: Call = calls[path];
  if (!call.multipart || place === null) {
    const body = withToken(services, request.caller, request.body);
    requireToken(services, body);
    requireEntry(request, request.caller, path);
    return { body, archivo: null };
  }
  requireEntry(request, request.caller, path);
  const upload = await multipartBody(request, call.multipart, place);
  if (call.multipart.withoutToken) upload.body.token ??= services.config.apiToken;
  const body = withToken(services, request.caller, upload.body);
  requireToken(services, body);
  return { ...upload, body };
}

/** Answers a call; limits concurrent uploads per user and per process. */
function answerWithin(
  services: Services,
  path: CallPath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call: Call = calls[path];
  const answer = (place: string | null) => answerCall(services, path, request, reply, place);
  if (!call.multipart || request.caller === null) return answer(null);
  return services.atOnce.upload(
    request.caller.session,
    () => services.receipts.aside(answer),
    bytesOf(request, call.multipart),
  );
}

/** Answers a long read in a worker thread. */
async function longAnswer(
  path: LongCall,
  input: BodyOf<LongCall>,
  { session, setTotal, signal, now }: SessionContext,
  { database }: Services,
): Promise<unknown> {
  const task = { path, input, session, instant: now() };
  const { answer, total } = await readCall(database.options, task, signal);
  if (total !== null) setTotal(total);
  return answer;
}

async function answerCall(
  services: Services,
  path: CallPath,
  request: FastifyRequest,
  reply: FastifyReply,
  place: string | null,
): Promise<unknown> {
  const { body, archivo } = await admittedBody(services, request, path, place);
  const input = await validBody(path, body);
  const session = request.caller?.session ?? null;
  const exchange = { request, reply, session };
  const context = callContext(services, exchange, idempotencyScope(exchange, path, input));
  const call: Call = calls[path];
  const answer =
    session && isLongCall(path, input, services.database.engine)
      ? await longAnswer(path, input as BodyOf<LongCall>, { ...context, session }, services)
      : await operationOf(path)(
          input,
          call.multipart ? { ...context, archivo: fileOfForm(archivo, call.multipart) } : context,
        );
  if (services.config.validateAnswers) await assertAnswer(path, answer);
  return answer;
}

export async function registerCalls(app: FastifyInstance, services: Services): Promise<void> {
  for (const path of callPaths) {
    const call: Call = calls[path];
    app.post(apiBase + path, {
      bodyLimit: bodyLimitOf(call),
      ...callLimits[path],
      // Before the body is read, so that unauthenticated clients cannot send large bodies.
      onRequest: async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        request.caller = await callerOf(services, request, reply);
        if (call.who !== 'anyone' && request.caller === null) throw new HttpError(401);
      },
      preParsing: async (_request, _reply, payload) => {
        if (!call.multipart) withBodyTimeout(payload, services.config.timeLimits);
        return payload;
      },
      handler: async (request, reply) => {
        const answer = await answerWithin(services, path, request, reply);
        // Serialised here, since Fastify would send a string as text and the contract promises JSON.
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  }
}
