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
  refusalsHeader,
  totalCountHeader,
  xsrfHeader,
} from '#contract/contract.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import {
  codeGuard,
  idempotencyGuard,
  type RefusalStatus,
  refusals,
  startAgainGuard,
  tokenGuard,
} from '#contract/errors.ts';
import { domainGuards } from '#machines/domain/case/box-case.ts';
import type { Config } from '../platform/config/config.ts';
import { productVersion } from '../platform/config/project-root.ts';
import { sessionCookie } from '../platform/access/session.ts';
import { type JsonSchema, jsonSchemaOf } from '../platform/http/json-schema.ts';
import { fileField } from '../platform/http/call-body.ts';
import { examples } from './openapi-examples.ts';
import { withComponents } from './openapi-components.ts';
import { requireOperator } from '../platform/http/operator-access.ts';
import { callLimits } from '../platform/http/rate-limit.ts';

/** Names of the rules that a refusal can give, beside the fields of the form. */
const guardNames = [
  ...new Set([
    ...Object.values(domainGuards).flatMap((guards) => Object.keys(guards)),
    codeGuard,
    startAgainGuard,
    tokenGuard,
    idempotencyGuard,
  ]),
].toSorted();

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
            guardia: {
              description: 'La regla que no se cumple, o el campo del formulario.',
              anyOf: [{ type: 'string', enum: guardNames }, { type: 'string' }],
            },
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
  ...([429, 503].includes(status) && {
    headers: {
      'Retry-After': { description: 'Segundos.', schema: { type: 'integer' } },
    },
  }),
});

const refused = (statuses: readonly RefusalStatus[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );

/** Refusal statuses of a call, including those common to all calls. */
function refusalStatuses(path: string, call: Call): RefusalStatus[] {
  const always: RefusalStatus[] = [400, 401, 422, 500, 503];
  const closed: RefusalStatus[] = call.who === 'anyone' ? [] : [403, 404];
  const isLimited = call.who === 'anyone' || call.keys !== undefined || path in callLimits;
  const limited: RefusalStatus[] = isLimited ? [429] : [];
  const changing: RefusalStatus[] = call.kind === 'mutation' ? [409, 507] : [];
  const upload: RefusalStatus[] = call.multipart ? [413, 415] : [];
  return [...always, ...closed, ...limited, ...changing, ...upload];
}

const keyText = (keys: KeyScope | undefined): string =>
  keys === undefined ? '' : ` Alcance de una clave de integración: ${keys}.`;

/** Ways to be identified; a machine's key needs no forgery header. */
const securityOf = (person: object, keys: KeyScope | undefined) => [
  person,
  ...(keys === undefined ? [] : [{ clave: [] }]),
];

const whoText = (who: Who): string => {
  if (who === 'anyone') return 'Abierta.';
  if (who === 'session') return 'Cualquier sesión.';
  return `Permisos que la abren (cualquiera): ${who.join(', ')}.`;
};

function requestBody(path: string, call: Call) {
  const schema = jsonSchemaOf(call.body.describe());
  const example = examples[path];
  if (!call.multipart)
    return {
      required: true,
      content: { 'application/json': { schema, ...(example && { example }) } },
    };
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
    description: whoText(call.who) + keyText(call.keys),
    requestBody: requestBody(path, call),
    parameters: [
      headerText(refusalsHeader, 'Con 200, un rechazo responde HTTP 200; su status dice cuál es.'),
      ...(call.creates
        ? [headerText(idempotencyHeader, 'La misma clave responde otra vez el primer resultado.')]
        : []),
    ],
    ...(call.who !== 'anyone' && {
      security: securityOf({ sesion: [], origen: [] }, call.keys),
    }),
    responses: {
      200: answered,
      ...refused(refusalStatuses(path, call)),
    },
  };
}

/** Documents that render a file and answer 422 when it cannot be rendered. */
const drawnDocuments: readonly string[] = ['thumbnail', 'sheets'];

function documentPath(name: string, { path, who, keys, summary, named, query = [] }: Document) {
  const parameters = [
    ...query.map((field) => ({ name: field, in: 'query', schema: { type: 'string' } })),
    ...(named === undefined
      ? []
      : [{ name: named, in: 'path', required: true, schema: { type: 'string' } }]),
  ];
  const get = {
    tags: ['Documentos'],
    summary,
    description: whoText(who) + keyText(keys),
    parameters,
    security: securityOf({ sesion: [] }, keys),
    responses: {
      200: { description: 'El documento.' },
      ...refused([401, 403, 404, 503]),
      ...refused(drawnDocuments.includes(name) ? [422] : []),
      ...refused(keys === undefined ? [] : [429]),
    },
  };
  return [named === undefined ? path : `${path}/{${named}}`, { get }];
}

/** @param publicUrl base URL of the server */
function openApiDocument(publicUrl: string) {
  const callPaths = Object.entries(callAreas).flatMap(([tag, calls]) =>
    Object.entries(calls).map(([path, call]) => [
      apiBase + path,
      { post: operation(tag, path, call) },
    ]),
  );
  const { paths, schemas } = withComponents(
    Object.fromEntries([
      ...callPaths,
      ...Object.entries(documents).map(([name, document]) => documentPath(name, document)),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caja menor',
      version: productVersion(),
      description:
        'Toda llamada lleva en el cuerpo el token de la aplicación; la persona es la sesión de la cookie. Otro programa llama con una clave de integración.',
    },
    servers: [{ url: publicUrl }],
    tags: [...Object.keys(callAreas), 'Documentos'].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Rechazo: refusalSchema, ...schemas },
      responses: Object.fromEntries(
        (Object.keys(refusals).map(Number) as RefusalStatus[]).map((status) => [
          status,
          refusalResponse(status),
        ]),
      ),
      securitySchemes: {
        sesion: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        origen: { type: 'apiKey', in: 'header', name: xsrfHeader },
        clave: {
          type: 'http',
          scheme: 'bearer',
          description: 'Clave de integración (cm_…), sin cookie y sin token de la aplicación.',
        },
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
      specification: { document: openApiDocument(config.publicUrl) as never },
    });
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { docExpansion: 'none', deepLinking: false },
      theme: { title: 'Caja menor · API' },
    });
  });
}
