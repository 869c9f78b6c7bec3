import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circles,
  graphOf,
  type Import,
  isBelow,
  PRODUCTION_FOLDERS,
  ROOT,
  sourceFile,
  sources,
  topFolder,
} from './source-graph.ts';

interface Rule {
  readonly folders: readonly string[];
  /** Top folders that may be imported. */
  readonly mayImport: readonly string[];
  readonly mayUse: (packageName: string) => boolean;
  readonly because: string;
}

const BROWSER_PACKAGES =
  /^(react|react-.*|@xstate\/react|@chakra-ui\/.*|@emotion\/.*|framer-motion|formik|axios|lucide-react)$/;
const SERVER_PACKAGES =
  /^(node:.*|fastify|@fastify\/.*|kysely|libsql|pg|pino|prom-client|nodemailer|openid-client|jose|pdfkit|sharp|piscina|yauzl|postal-mime|xml-crypto|@xmldom\/.*|file-type|write-excel-file|@node-rs\/.*|@opentelemetry\/.*)$/;

/** Frozen with the migration that created the triggers; the search code imports it too. */
const SEARCH_TEXTS = 'server/platform/database/search-texts.ts';

const RULES: readonly Rule[] = [
  {
    folders: ['contract'],
    mayImport: ['contract'],
    mayUse: (name) => name === 'yup',
    because: 'contract/ is the wire, read by both sides: whatever it imports, both sides carry',
  },
  {
    folders: ['machines'],
    mayImport: ['contract', 'machines'],
    mayUse: (name) => ['xstate', 'date-fns', 'colombian-holidays', 'yup'].includes(name),
    because: 'the browser and the server run the same machines, so these know neither of them',
  },
  {
    folders: ['machines/domain'],
    mayImport: ['contract', 'machines/domain'],
    mayUse: (name) => ['xstate', 'date-fns', 'colombian-holidays', 'yup'].includes(name),
    because:
      'the state machine of boxes and expenses is the same for all callers: it does not know the flows that ask',
  },
  {
    folders: ['src'],
    mayImport: ['contract', 'machines', 'src'],
    mayUse: (name) => !SERVER_PACKAGES.test(name),
    because: 'src and server never meet: they share contract/ and machines/',
  },
  {
    folders: ['server'],
    mayImport: ['contract', 'machines', 'server'],
    mayUse: (name) => !BROWSER_PACKAGES.test(name),
    because: 'src and server never meet: they share contract/ and machines/',
  },
  {
    folders: ['server/platform/database/migrations'],
    mayImport: ['server/platform/database/migrations', SEARCH_TEXTS],
    mayUse: (name) => name === 'kysely',
    because: 'a released migration imports nothing that changes: a new database would be another',
  },
  {
    folders: PRODUCTION_FOLDERS,
    mayImport: PRODUCTION_FOLDERS,
    mayUse: (name) => !/^(vitest|@testing-library\/.*|fast-check|playwright-core)$/.test(name),
    because: 'what is shipped does not know its tests',
  },
];

/** Files that may contain SQL. */
const SQL = /^server\/(features\/|platform\/database\/|.*\.repository\.ts$)/;

function spell({ from, specifier }: Import): string {
  return `${from} imports ${specifier}`;
}

describe('import direction: contract ← machines ← { src, server }', () => {
  for (const { folders, mayImport, mayUse, because } of RULES) {
    it(`${folders.join(', ')}: ${because}`, () => {
      const broken = sources(folders)
        .flatMap((source) => source.imports)
        .filter(({ file, package: name }) =>
          file ? !mayImport.some((folder) => isBelow(file, folder)) : !mayUse(name ?? ''),
        );
      expect(broken.map(spell), because).toEqual([]);
    });
  }

  it('the file that migrations share with the server has no imports', () => {
    expect(sourceFile(SEARCH_TEXTS).imports.map(spell)).toEqual([]);
  });

  it('only server/platform/database/migrations.ts imports migrations', () => {
    const broken = sources(PRODUCTION_FOLDERS)
      .filter(({ path }) => !isBelow(path, 'server/platform/database/migrations'))
      .flatMap((source) => source.imports)
      .filter(({ file }) => isBelow(file ?? '', 'server/platform/database/migrations'))
      .filter(({ from }) => from !== 'server/platform/database/migrations.ts');
    expect(broken.map(spell), 'a program that changes would change a released migration').toEqual(
      [],
    );
  });

  it('relative imports stay within their top folder', () => {
    const broken = sources([...PRODUCTION_FOLDERS, 'tests'])
      .flatMap((source) => source.imports)
      .filter(
        ({ from, specifier, file }) =>
          specifier.startsWith('.') &&
          PRODUCTION_FOLDERS.some((top) => file?.startsWith(`${top}/`)) &&
          topFolder(from) !== topFolder(file ?? ''),
      );
    expect(broken.map(spell), 'so that a reader sees which border is crossed').toEqual([]);
  });

  it('every imported project file exists under the imported name', () => {
    const broken = sources([...PRODUCTION_FOLDERS, 'tests'])
      .flatMap((source) => source.imports)
      .filter(({ file }) => file && !existsSync(path.join(ROOT, file)));
    expect(broken.map(spell)).toEqual([]);
  });
});

describe('restricted dependencies', () => {
  const cases = [
    {
      tool: /^axios$/,
      where: /^src\/wire\//,
      because: 'views and machines name their calls; only the wire makes them',
    },
    {
      tool: /^(kysely|libsql|pg)$/,
      where: SQL,
      because:
        'SQL belongs to the features and to the database: every function there takes the transaction',
    },
  ];
  for (const { tool, where, because } of cases) {
    it(because, () => {
      const broken = sources(PRODUCTION_FOLDERS)
        .filter((source) => !where.test(source.path))
        .flatMap((source) => source.imports)
        .filter(({ package: name, isValue }) => isValue && tool.test(name ?? ''));
      expect(broken.map(spell), because).toEqual([]);
    });
  }

  it('SQL is only in features, repositories and platform/database', () => {
    const sql =
      /\btrx\s*\??\.|\.\s*(?:selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\b|\bsql\s*[`<.]/;
    const broken = sources(['server'])
      .filter(({ path: file }) => !SQL.test(file))
      .filter(({ code }) => sql.test(code));
    expect(
      broken.map(({ path: file }) => file),
      'other files pass the transaction on and never use it',
    ).toEqual([]);
  });
});

describe('cycles', () => {
  it('files have no cycles of value imports', () => {
    const graph = graphOf(
      sources(PRODUCTION_FOLDERS).flatMap(({ imports }) =>
        imports.filter(({ isValue }) => isValue),
      ),
      (file) => file,
    );
    expect(circles(graph)).toEqual([]);
  });

  it('only entry files and commands import the files directly in server/', () => {
    const broken = sources(['server'])
      .flatMap(({ imports }) => imports)
      .filter(
        ({ from, file }) =>
          !/^server\/(?:[^/]+$|operate\/commands\/)/.test(from) && file !== undefined,
      )
      .filter(({ file }) => /^server\/[^/]+$/.test(file ?? ''));
    expect(broken.map(spell)).toEqual([]);
  });

  for (const top of ['contract', 'machines']) {
    it(`the folders of ${top}/ have no import cycles, type imports included`, () => {
      const within = sources([top])
        .flatMap(({ imports }) => imports)
        .filter(({ file }) => file && isBelow(file, top));
      expect(circles(graphOf(within, secondFolder))).toEqual([]);
    });
  }
});

/** `machines/domain` for `machines/domain/stages/states.ts`; a file directly in the top folder is its own node. */
const secondFolder = (file: string): string => file.split('/').slice(0, 2).join('/');
