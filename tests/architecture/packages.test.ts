import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import viteConfig from '../../vite.config.ts';
import { filesIn, PRODUCTION_FOLDERS, ROOT, sourceFile, sources, textOf } from './source-graph.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(textOf('package.json')) as Manifest;
const shipped = sources(PRODUCTION_FOLDERS);
/** Files that run during the page build, also in production, where `npm start` builds. */
const building = [
  ...['vite.config.ts', 'scripts/page-files.ts', 'scripts/page-files.ts'].map(sourceFile),
  ...sources(['scripts/charts', 'scripts/styles']),
];

/** Entry files of the page and of each server program. */
function entries(): string[] {
  const { build } = viteConfig({ command: 'build', mode: 'production', isSsrBuild: true });
  const input = Object.values(build?.rollupOptions?.input ?? {}) as string[];
  const named = textOf('index.html').matchAll(/ (?:src|href)="\/(src\/[^"?]+)/g);
  return [...input, ...Array.from(named, ([, file]) => file ?? '')];
}

/** Modules of Node and packages that open connections. */
const callers =
  /^(?:node:(?:https?|http2|net|tls|dgram)|undici|axios|nodemailer|pg|jose|openid-client|@opentelemetry\/exporter.*)$/;

it('the server calls only its database, a mail server, a collector of traces and the issuer of its accounts', () => {
  const calling = sources(['server']).flatMap(({ path: file, code, imports }) => [
    ...imports.flatMap(({ package: name = '', isValue }) =>
      isValue && callers.test(name) ? `${file}: ${name}` : [],
    ),
    ...(/\bfetch\(/.test(code) ? [`${file}: fetch`] : []),
  ]);
  expect(calling).toEqual([
    // Only to the issuer that an administrator sets, and to the addresses of its discovery document.
    'server/features/company-sign-in/provider.ts: jose',
    'server/features/company-sign-in/provider.ts: openid-client',
    // Of `node:net` both files import only `isIP`.
    'server/platform/config/config.ts: node:net',
    'server/platform/database/postgres-pool.ts: pg',
    'server/platform/mail/smtp.ts: node:net',
    'server/platform/mail/smtp.ts: nodemailer',
    'server/platform/tracing/open-telemetry.ts: @opentelemetry/exporter-trace-otlp-http',
  ]);
});

describe('packages', () => {
  it('every version is exact', () => {
    const { dependencies: ofClient } = JSON.parse(
      textOf('tests/kit/openapi-client/package.json'),
    ) as Manifest;
    const { 'openapi-client': _own, ...developing } = manifest.devDependencies;
    const loose = Object.entries({
      ...manifest.dependencies,
      ...developing,
      ...manifest.overrides,
      ...ofClient,
    }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  it('production and build code imports only `dependencies`', () => {
    const used = new Set(
      [...shipped, ...building]
        .flatMap((source) => source.imports)
        .flatMap(({ package: name }) => (name && !name.startsWith('node:') ? [name] : [])),
    );
    expect([...used].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });

  it('every dependency is imported somewhere', () => {
    const used = new Set(
      [...shipped, ...building]
        .flatMap((source) => source.imports)
        .map(({ package: name }) => name),
    );
    const idle = Object.keys(manifest.dependencies).filter((name) => !used.has(name));
    expect(idle, 'a package nobody uses is still downloaded, audited and upgraded').toEqual([]);
  });

  it('the invoice is read by the same parser as its signature', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    const parsers = /(^|\/)(@xmldom\/xmldom|fast-xml-parser|saxes|sax|xml2js|txml|libxmljs2?)$/;
    const delivered = Object.entries(packages)
      .filter(([name, { dev }]) => !dev && parsers.test(name))
      .map(([name]) => name);
    expect(delivered).toEqual(['node_modules/@xmldom/xmldom']);
  });
});

describe('files', () => {
  it('every entry exists', () => {
    expect(entries().filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('every production file is reachable from an entry', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file) || !existsSync(path.join(ROOT, file))) return;
      reached.add(file);
      if (!/\.tsx?$/.test(file)) return;
      for (const one of sourceFile(file).imports) if (one.file) visit(one.file);
    };
    entries().forEach(visit);
    const dead = filesIn(PRODUCTION_FOLDERS, /\.[a-z]+$/).filter(
      (file) => !reached.has(file) && !file.endsWith('.d.ts'),
    );
    expect(dead, 'nobody runs them: remove them or use them').toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('lists every npm script and no other', () => {
    const text = textOf('CONTRIBUTING.md');
    const named = new Set(
      Array.from(
        text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g),
        (match) => match[1] ?? match[2],
      ),
    );
    const scripts = Object.keys(manifest.scripts);
    const unnamed = scripts.filter((name) => !named.has(name) && !text.includes(`\`${name}\``));
    expect(unnamed, 'a script nobody knows of').toEqual([]);
    expect([...named].filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
  });
});
