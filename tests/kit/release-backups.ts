/** The stored backups of released versions, and what they contain. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { projectRoot } from '#server/platform/config/project-root.ts';
import type { Trx } from '#server/platform/database/transactions.ts';
import { rowsOf } from '#server/platform/database/queries.ts';

const folder = join(projectRoot, 'tests', 'releases');

export const releaseFolder = (version: string): string => join(folder, version);

const stored = (version: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(releaseFolder(version), `${name}.br`)));

export const storedVersions = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Unpacks the backup folder of the embedded database. */
export function unpackBackup(version: string, target: string): void {
  execFileSync('tar', ['-C', target, '-xf', '-'], { input: stored(version, 'embedded.tar') });
}

/** Statements that fill an empty PostgreSQL database. */
export const dumpOf = (version: string): string => stored(version, 'postgres.sql').toString();

/** Sums of a demonstration; amounts in centavos. */
export interface Sums {
  tiendas: number;
  personas: number;
  cajas: number;
  cerradas: number;
  gastos: number;
  valor: number;
  aprobado: number;
  eventos: number;
  soportes: number;
}

/**
 * What the backups contain: the sums of the release itself, which `npm run release:backup` prints; those of 1.0.0 were read
 * from its file with another program. The demonstration is the same on both engines.
 */
export const sumsOf: Readonly<Record<string, Sums>> = {
  '1.0.0': {
    tiendas: 8,
    personas: 16,
    cajas: 29,
    cerradas: 12,
    gastos: 100,
    valor: 592_200_000,
    aprobado: 257_075_000,
    eventos: 555,
    soportes: 98,
  },
  '1.1.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 687,
    soportes: 103,
  },
  '1.2.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 687,
    soportes: 103,
  },
  '1.3.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
  '1.4.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
  '1.5.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
  '1.6.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
  '1.7.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
  '1.8.0': {
    tiendas: 8,
    personas: 17,
    cajas: 31,
    cerradas: 14,
    gastos: 105,
    valor: 595_950_000,
    aprobado: 260_830_000,
    eventos: 688,
    soportes: 103,
  },
};

/** The same sums in a database of this version. */
export const storedSums = async (trx: Trx): Promise<Sums | undefined> =>
  (
    await rowsOf(
      trx,
      sql<Sums>`select (select count(*) from tiendas) as tiendas, (select count(*) from usuarios) as personas,
        (select count(*) from cajas) as cajas, (select count(*) from cajas where active = 5) as cerradas,
        (select count(*) from gastos) as gastos, (select sum(valor) from gastos) as valor,
        (select sum(total_aprobado) from cajas where active = 5) as aprobado,
        (select count(*) from evento) as eventos,
        (select count(distinct soporte_sha256) from gastos) as soportes`,
    )
  )[0];

/** Digests of the receipts that rows of expenses and invoices name, each once. */
export const namedReceipts = async (trx: Trx): Promise<string[]> =>
  (
    await rowsOf(
      trx,
      sql<{
        sha256: string;
      }>`select soporte_sha256 as sha256 from gastos where soporte_sha256 is not null
        union select xml_sha256 from factura_electronica where xml_sha256 is not null
        union select pdf_sha256 from factura_electronica where pdf_sha256 is not null order by 1`,
    )
  ).map(({ sha256 }) => sha256);

/**
 * SHA-256 of the table that a program fills from the log of a backup, by version of their rule. A new digest of the same
 * version means that a rule has changed without its version: installations would keep what the rule before counted.
 */
export const derivedDigests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1.0.0': {
    'caso_cerrado 3': '84492c0e01c8a59bced097af2232067489726d185420bdf3a7975f91a13a9789',
  },
  '1.1.0': {
    'caso_cerrado 3': '44d0cef9bf2fbd875c172acef51d077bb2e25dd88655ec62b40d1ba41494825d',
  },
  '1.2.0': {
    'caso_cerrado 3': '44d0cef9bf2fbd875c172acef51d077bb2e25dd88655ec62b40d1ba41494825d',
  },
  '1.3.0': {
    'caso_cerrado 3': '44d0cef9bf2fbd875c172acef51d077bb2e25dd88655ec62b40d1ba41494825d',
  },
  '1.4.0': {
    'caso_cerrado 3': 'b91c76105536a40c8ba55dc7f39ec1c8b22a6f3e54be2d491ea843a544a224b1',
  },
  '1.5.0': {
    'caso_cerrado 3': 'b91c76105536a40c8ba55dc7f39ec1c8b22a6f3e54be2d491ea843a544a224b1',
  },
  '1.6.0': {
    'caso_cerrado 3': 'b91c76105536a40c8ba55dc7f39ec1c8b22a6f3e54be2d491ea843a544a224b1',
  },
  '1.7.0': {
    'caso_cerrado 3': 'b91c76105536a40c8ba55dc7f39ec1c8b22a6f3e54be2d491ea843a544a224b1',
  },
  '1.8.0': {
    'caso_cerrado 3': 'e055bf74edf0d74614bd3c06386b5a22060be9a6525e9a14652b865c56f8a5e7',
  },
};

export async function storedDigests(trx: Trx): Promise<Record<string, string>> {
  const rules = await rowsOf(
    trx,
    sql<{ nombre: string; regla: number }>`select nombre, regla from tabla_derivada
      where nombre = 'caso_cerrado'`,
  );
  const digests: Record<string, string> = {};
  for (const { nombre, regla } of rules) {
    const rows = await rowsOf(trx, sql`select * from ${sql.table(nombre)}`);
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    digests[`${nombre} ${regla}`] = hash('sha256', lines.join('\n'), 'hex');
  }
  return digests;
}

/** Rows of the derived table of closed boxes. */
export const closedCases = async (trx: Trx) =>
  (await rowsOf(trx, sql<{ casos: number }>`select count(*) as casos from caso_cerrado`))[0]?.casos;
