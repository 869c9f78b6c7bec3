import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { productVersion } from '../config/project-root.ts';
import { notFound } from '../errors/http-error.ts';
import { refusalAnswer } from './answer.ts';

/** Hash of an empty style element, the only one that the page's style library adds. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const ONE_YEAR_SECONDS = 31_536_000;

/** Content Security Policy of the page: same-origin resources only, no framing. Documents set their own policy. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The QR code reader is WebAssembly; it does not need `unsafe-eval`.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", emptyStyle],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Set below, only over TLS.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
    if (request.protocol === 'https') {
      reply.header('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`);
    }
  });
}

/** The web page from `dist/web`: its assets are cached for ever, the page itself is always revalidated. */

const escapedAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

type PageSettings = Pick<Config, 'apiToken' | 'smtpUrl' | 'demonstration'>;

/** Fills the placeholders of the built page with settings of the server, but those of the company; only a demonstration adds its users. */
function pageWith(html: string, settings: PageSettings): string {
  const { apiToken, smtpUrl, demonstration } = settings;
  const filled = html
    .replaceAll('%API_TOKEN%', () => escapedAttribute(apiToken))
    .replaceAll('%VERSION%', () => escapedAttribute(productVersion()))
    .replaceAll('%MAILS%', smtpUrl === null ? 'no' : 'si');
  if (demonstration === null) return filled;
  // Within single quotes the quotes of JSON stay one letter each.
  const users = JSON.stringify(demonstration).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  return filled.replace('</head>', () => `<meta name="demonstration" content='${users}' /></head>`);
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** True when a browser navigates to an address; false for files that a page loads. */
const isNavigation = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html') &&
  !/\.[a-z\d]+$/i.test(request.url.split('?')[0] ?? '');

/**
 * @param webDir folder of the built page; null when it is not built (tests, development behind Vite)
 * @param company its name, and whether its accounts sign in here: read for each page, since an administrator may change them
 * @returns a handler that answers a navigation; null without a built page
 */
export async function registerPage(
  app: FastifyInstance,
  webDir: string | null,
  settings: PageSettings,
  company: () => Promise<{ nombre: string; ingreso: boolean }>,
): Promise<SendPage | null> {
  if (webDir === null || !existsSync(join(webDir, 'index.html'))) return null;
  const template = pageWith(readFileSync(join(webDir, 'index.html'), 'utf8'), settings);
  const pageOf = async () => {
    const { nombre, ingreso } = await company();
    const name = escapedAttribute(nombre);
    const html = template
      .replaceAll('%COMPANY_NAME%', () => name)
      .replaceAll('%COMPANY_SIGN_IN%', ingreso ? 'si' : 'no');
    const digest = createHash('sha256').update(html).digest('base64url').slice(0, 27);
    return { html, etag: `"${digest}"` };
  };

  const sendPage: SendPage = async (request, reply) => {
    const { html, etag } = await pageOf();
    reply.header('Cache-Control', 'no-cache').header('ETag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  };

  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Asset names contain a content hash.
      const isAsset = path.startsWith(join(webDir, 'assets'));
      reply.header('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const path of ['/', '/index.html']) app.get(path, sendPage);
  return sendPage;
}

/** Paths for programs, which never get the page. */
const machineAddresses = /^\/(api|documentos)(\/|$|\?)/;

/** Unknown addresses: the page for navigations (its routes are in the fragment), else a 404 refusal. */
export function registerUnknownAddress(app: FastifyInstance, sendPage: SendPage | null): void {
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && isNavigation(request) && !machineAddresses.test(request.url)) {
      return sendPage(request, reply);
    }
    const { httpStatus, body } = refusalAnswer(notFound());
    return reply.code(httpStatus).header('Cache-Control', 'no-store').send(body);
  });
}
