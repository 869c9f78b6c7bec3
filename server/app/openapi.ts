/** API documentation, derived from the contract like the routes. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Call, Who } from '#contract/call.ts';
import {
  apiBase,
  callAreas,
  type Document,
  documents,
  idempotencyHeader,
  totalCountHeader,
  xsrfHeader,
} from '#contract/contract.ts';
import { type RefusalStatus, refusals } from '#contract/errors.ts';
import type { Config } from '../platform/config/config.ts';
import { productVersion } from '../platform/config/project-root.ts';
import { sessionCookie } from '../platform/access/session.ts';
import { type JsonSchema, jsonSchemaOf } from '../platform/http/json-schema.ts';
import { fileField } from '../platform/http/call-body.ts';
import { requireOperator } from './operator-access.ts';
import { callLimits } from './rate-limit.ts';

const refusalSchema: JsonSchema = {
  type: 'array',
  description: 'Un solo elemento con el motivo del rechazo.',
  items: {
    type: 'object',
    required: ['status', 'msg'],
    properties: {
      status: { type: 'string', description: 'El estado HTTP; 401 en el formulario de usuarios.' },
      msg: { type: 'string', description: 'Una frase para la persona.' },
      motivos: {
        type: 'array',
        items: {
          type: 'object',
          required: ['guardia', 'mensaje'],
          properties: {
            guardia: { type: 'string' },
            mensaje: { type: 'string' },
            detalle: { type: 'string', description: 'Cuánto falta.' },
            gastos: {
              type: 'array',
              items: { type: 'integer' },
              description: 'Los gastos de que se trata.',
            },
            campos: {
              type: 'array',
              items: { type: 'string' },
              description: 'Los campos que faltan.',
            },
          },
        },
      },
      errores: { type: 'array', items: { type: 'string' } },
      codigo_soporte: { type: 'string', description: 'El mismo código está en el registro.' },
    },
  },
};

const refusalResponse = (status: RefusalStatus) => ({
  description: refusals[status],
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Rechazo' } } },
});

/** Refusal statuses of a call, including those common to all calls. */
function refusalStatuses(path: string, call: Call): RefusalStatus[] {
  const always: RefusalStatus[] = [400, 401, 422, 500];
  const closed: RefusalStatus[] = call.who === 'anyone' ? [] : [403, 404];
  const limited: RefusalStatus[] = call.who === 'anyone' || path in callLimits ? [429] : [];
  const changing: RefusalStatus[] = call.kind === 'mutation' ? [409, 507] : [];
  const upload: RefusalStatus[] = call.multipart ? [413, 415] : [];
  return [...always, ...closed, ...limited, ...changing, ...upload];
}

const whoText = (who: Who): string => {
  if (who === 'anyone') return 'Abierta.';
  if (who === 'session') return 'Cualquier sesión.';
  return `Permisos que la abren (cualquiera): ${who.join(', ')}.`;
};

function requestBody(call: Call) {
  const schema = jsonSchemaOf(call.body.describe());
  if (!call.multipart) return { required: true, content: { 'application/json': { schema } } };
  const file: JsonSchema = { type: 'string', format: 'binary', description: call.multipart.types };
  const properties = { ...schema.properties, [fileField]: file };
  const isNeeded = call.multipart.missing !== undefined;
  const required = [...(schema.required ?? []), ...(isNeeded ? [fileField] : [])];
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties, required } } },
  };
}

const headerText = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

function operation(tag: string, path: string, call: Call) {
  const answered = {
    description: 'Respuesta.',
    content: { 'application/json': { schema: jsonSchemaOf(call.answer.describe()) } },
    ...(call.list && {
      headers: {
        [totalCountHeader]: {
          description: 'Número de filas de toda la lista.',
          schema: { type: 'integer' },
        },
      },
    }),
  };
  return {
    tags: [tag],
    operationId: path.slice(1).replaceAll('/', '_'),
    summary: call.summary,
    description: whoText(call.who),
    requestBody: requestBody(call),
    ...(call.creates && {
      parameters: [
        headerText(idempotencyHeader, 'La misma clave responde otra vez el primer resultado.'),
      ],
    }),
    ...(call.who !== 'anyone' && { security: [{ sesion: [], origen: [] }] }),
    responses: {
      200: answered,
      ...Object.fromEntries(
        refusalStatuses(path, call).map((status) => [status, refusalResponse(status)]),
      ),
    },
  };
}

/** Documents that render a file and answer 422 when it cannot be rendered. */
const drawnDocuments: readonly string[] = ['thumbnail', 'sheets'];

function documentPath(name: string, { path, who, summary, named, query = [] }: Document) {
  const parameters = [
    ...query.map((field) => ({ name: field, in: 'query', schema: { type: 'string' } })),
    ...(named === undefined
      ? []
      : [{ name: named, in: 'path', required: true, schema: { type: 'string' } }]),
  ];
  const get = {
    tags: ['Documentos'],
    summary,
    description: whoText(who),
    parameters,
    security: [{ sesion: [] }],
    responses: {
      200: { description: 'El documento.' },
      401: refusalResponse(401),
      403: refusalResponse(403),
      404: refusalResponse(404),
      ...(drawnDocuments.includes(name) && { 422: refusalResponse(422) }),
    },
  };
  return [named === undefined ? path : `${path}/{${named}}`, { get }];
}

let made: ReturnType<typeof makeOpenApiDocument> | undefined;

/** The OpenAPI document, created once per process. */
const openApiDocument = () => (made ??= makeOpenApiDocument());

function makeOpenApiDocument() {
  const callPaths = Object.entries(callAreas).flatMap(([tag, calls]) =>
    Object.entries(calls).map(([path, call]) => [
      apiBase + path,
      { post: operation(tag, path, call) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caja menor',
      version: productVersion(),
      description:
        'Toda llamada lleva en el cuerpo el token de la aplicación; la persona es la sesión de la cookie.',
    },
    tags: [...Object.keys(callAreas), 'Documentos'].map((name) => ({ name })),
    paths: Object.fromEntries([
      ...callPaths,
      ...Object.entries(documents).map(([name, document]) => documentPath(name, document)),
    ]),
    components: {
      schemas: { Rechazo: refusalSchema },
      securitySchemes: {
        sesion: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        origen: { type: 'apiKey', in: 'header', name: xsrfHeader },
      },
    },
  };
}

/** Content policy of the documentation page, which uses inline styles. */
const documentationPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Registers `/api/docs` and the OpenAPI document at `/api/docs/json`, for the operator of the server. */
export async function registerDocumentation(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(async (scope) => {
    // Instead of the plugin's `uiHooks`, which do not cover its static files.
    scope.addHook('onRequest', async (request, reply) => {
      requireOperator(config, request, reply);
      reply.header('Content-Security-Policy', documentationPolicy);
    });
    await scope.register(swagger, {
      mode: 'static',
      // The cast is needed because the document is built here, without the types of the plugin.
      specification: { document: openApiDocument() as never },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { docExpansion: 'none', deepLinking: false },
      theme: { title: 'Caja menor · API' },
    });
  });
}
