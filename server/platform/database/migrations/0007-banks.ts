/**
 * The catalogue of banks, the accounts that name a bank of it, and how the answers of each bank are read.
 *
 * Codes: ACH Colombia, the ones of its «medios de pago» lists (1 and the three digits of the Superintendencia
 * Financiera). Public lists with the same codes: docs.v3.localpayment.com, «Bank Account Validations, Colombia», and
 * «Códigos de las entidades bancarias», bbva.com.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

/** Code, name, and further names under which companies write it. */
const banks: readonly (readonly [id: number, nombre: string, ...others: string[]])[] = [
  [1001, 'Banco de Bogotá', 'Bogotá'],
  [1002, 'Banco Popular', 'Popular'],
  [1006, 'Itaú', 'Banco Itaú', 'Itaú Corpbanca'],
  [1007, 'Bancolombia', 'Banco Bancolombia'],
  [1009, 'Citibank'],
  [1012, 'Banco GNB Sudameris', 'GNB Sudameris', 'Sudameris'],
  [1013, 'BBVA Colombia', 'BBVA', 'Banco BBVA'],
  [1019, 'Scotiabank Colpatria', 'Colpatria', 'Banco Colpatria', 'Davibank'],
  [1023, 'Banco de Occidente', 'Occidente'],
  [1032, 'Banco Caja Social', 'Caja Social', 'BCSC'],
  [1040, 'Banco Agrario de Colombia', 'Banco Agrario', 'Agrario'],
  [1047, 'Banco Mundo Mujer', 'Mundo Mujer'],
  [1051, 'Davivienda', 'Banco Davivienda'],
  [1052, 'Banco AV Villas', 'AV Villas'],
  [1053, 'Banco W'],
  [1058, 'Banco Procredit', 'Procredit'],
  [1059, 'Bancamía'],
  [1060, 'Banco Pichincha', 'Pichincha'],
  [1061, 'Bancoomeva', 'Coomeva'],
  [1062, 'Banco Falabella', 'Falabella'],
  [1063, 'Banco Finandina', 'Finandina'],
  [1065, 'Banco Santander de Negocios', 'Banco Santander', 'Santander'],
  [1066, 'Banco Cooperativo Coopcentral', 'Coopcentral'],
  [1067, 'Mibanco'],
  [1069, 'Banco Serfinanza', 'Serfinanza'],
  [1070, 'Lulo Bank', 'Lulo'],
  [1121, 'Financiera Juriscoop', 'Juriscoop'],
  [1283, 'Cooperativa Financiera de Antioquia', 'CFA'],
  [1286, 'JFK Cooperativa Financiera', 'JFK'],
  [1289, 'Cotrafa', 'Cotrafa Financiera'],
  [1291, 'Coofinep'],
  [1292, 'Confiar'],
  [1303, 'Banco Unión'],
  [1370, 'Coltefinanciera'],
  [1507, 'Nequi'],
  [1551, 'Daviplata'],
  [1558, 'Ban100'],
  [1637, 'Iris'],
  [1801, 'Movii'],
  [1802, 'Ding'],
  [1803, 'Powwi'],
  [1804, 'Ualá'],
  [1808, 'Bold'],
  [1809, 'Nu', 'Nubank', 'Nu Colombia'],
  [1811, 'Rappipay'],
  [1812, 'Coink'],
  [1814, 'Global66'],
];

/** A name for comparison: `Banco de Bogotá S.A.` is `bancodebogota`. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\bs\.?\s?a\.?$/, '')
    .replace(/[^a-z0-9]/g, '');

const statements = (engine: Engine): string[] => {
  const { id, int8, end } = ddlWords(engine);
  const person = (name: string) => `${name} ${int8} not null references usuarios (id)`;
  return [
    `create table banco (
      id integer not null primary key,
      nombre text not null unique
    ${end}`,
    `alter table cuenta_tienda add column id_banco integer references banco (id)`,
    // A check cannot be changed on SQLite: the column is written again with the new one.
    `alter table cuenta_tienda add column tipo_nuevo text not null default ''
      check (tipo_nuevo in ('', 'ahorros', 'corriente', 'deposito'))`,
    'update cuenta_tienda set tipo_nuevo = tipo_cuenta',
    'alter table cuenta_tienda drop column tipo_cuenta',
    'alter table cuenta_tienda rename column tipo_nuevo to tipo_cuenta',
    "create index giro_por_referencia_banco on giro (referencia) where referencia <> ''",
    `create table formato_banco (
      ${id},
      nombre text not null,
      clave text not null unique,
      cuenta text not null,
      documento text not null,
      valor text not null,
      referencia text not null,
      estado text not null,
      motivo text not null,
      concepto text not null,
      creado ${int8} not null,
      ${person('id_usuario')}
    ${end}`,
    `create table palabra_banco (
      ${id},
      id_formato ${int8} not null references formato_banco (id),
      palabra text not null,
      sentido text not null check (sentido in ('exito', 'rechazo')),
      creada ${int8} not null,
      ${person('id_usuario')},
      acordada ${int8},
      id_usuario_acuerda ${int8} references usuarios (id),
      unique (id_formato, palabra)
    ${end}`,
  ];
};

/** Accounts whose bank was written as a text get the bank of that name; the others keep their text. */
async function nameBanks(db: Kysely<FrozenTables>): Promise<void> {
  const known = new Map(banks.flatMap(([id, ...names]) => names.map((name) => [keyOf(name), id])));
  const accounts = await db
    .selectFrom('cuenta_tienda')
    .select(['id', 'banco', 'codigo_banco'])
    .where('banco', '<>', '')
    .execute();
  for (const { id, banco, codigo_banco } of accounts) {
    const found = known.get(keyOf(String(banco)));
    const code = Number(codigo_banco);
    // A code of another bank than the name says is a question for a person.
    if (found === undefined || (code !== 0 && code !== found && code !== found - 1_000)) continue;
    await db.updateTable('cuenta_tienda').set({ id_banco: found }).where('id', '=', id).execute();
  }
}

export async function bankCatalogue(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
  for (const [id, nombre] of banks) await db.insertInto('banco').values({ id, nombre }).execute();
  await nameBanks(db);
}
