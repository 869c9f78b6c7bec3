/**
 * The two people of a return of a confirmed payment; the references of the bank; since when rights are
 * fresh; since when somebody else is in charge of a store; accounts that wait for a confirmation because somebody else is in charge of the store.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

const statements = (engine: Engine): string[] => {
  const { flag, int8 } = ddlWords(engine);
  return [
    `alter table usuarios add column derechos_desde ${int8} not null default 0`,
    `alter table responsable_tienda add column desde ${int8} not null default 0`,
    `alter table cuenta_tienda add column ${flag('suspendida')}`,
    `alter table giro add column devolucion ${int8}`,
    `alter table giro add column id_usuario_devolucion ${int8} references usuarios (id)`,
    "create index giro_por_referencia on giro (referencia) where referencia <> ''",
  ];
};

export async function paymentChecks(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
}
