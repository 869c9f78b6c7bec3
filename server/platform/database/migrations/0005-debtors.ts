/**
 * Who owes what a box is not granted: the main person in charge of its store on the day of the send, for earlier boxes
 * from the administration log. Removes the debts that an earlier version wrote for boxes that count as paid.
 */
import { type Kysely, sql } from 'kysely';
import { ddlWords, type Engine, type FrozenTables } from './ddl-words.ts';

interface Manager {
  id_usuario: number;
  tipo: number;
}

/** Changes of the rows by key; null for a removed row. */
type Changes = Record<string, (Partial<Manager> & { id_tienda?: number }) | null>;

interface InCharge {
  since: number;
  id: number;
}

/** By store: who became its main person in charge, and when, as the administration log says, from the first. */
async function mainPeople(db: Kysely<FrozenTables>): Promise<Map<number, InCharge[]>> {
  const { rows } = await sql<{ instante: number; payload: string }>`select instante, payload
    from evento_administracion where tabla = 'responsable_tienda' order by secuencia`.execute(db);
  const managers = new Map<string, Partial<Manager>>();
  const people = new Map<number, InCharge[]>();
  for (const { instante, payload } of rows)
    for (const [key, change] of Object.entries(JSON.parse(payload) as Changes)) {
      if (change === null) {
        managers.delete(key);
        continue;
      }
      const manager = { ...managers.get(key), ...change };
      managers.set(key, manager);
      if (manager.tipo !== 1 || manager.id_usuario === undefined) continue;
      const store = Number(key.split('-')[0]);
      const known = people.get(store) ?? [];
      people.set(store, [...known, { since: Number(instante), id: manager.id_usuario }]);
    }
  return people;
}

/** The main person of a store at an instant; before the first one that the log names, that one. */
const personAt = (people: readonly InCharge[], instant: number): number | undefined =>
  (people.findLast(({ since }) => since <= instant) ?? people[0])?.id;

/** Corrects the boxes of the stores whose main person changed. */
async function correctEarlierBoxes(db: Kysely<FrozenTables>): Promise<void> {
  for (const [store, people] of await mainPeople(db)) {
    if (people.length < 2) continue;
    const { rows } = await sql<{
      id: number;
      sent: number;
    }>`select cajas.id, evento.instante as sent
      from cajas join evento on evento.id_caja = cajas.id
      where cajas.id_tienda = ${store} and evento.evento = 'BOX.SEND'`.execute(db);
    for (const { id, sent } of rows)
      await sql`update cajas set id_responsable = ${personAt(people, Number(sent)) ?? null}
        where id = ${id}`.execute(db);
  }
}

export async function debtors(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  const { int8 } = ddlWords(engine);
  for (const statement of [
    'update cajas set a_cargo = 0 where active = 5 and seguida = 0 and a_cargo > 0',
    `alter table cajas add column id_responsable ${int8} references usuarios (id)`,
    'create index cajas_por_responsable on cajas (id_responsable) where id_responsable is not null',
    `update cajas set id_responsable = (select id_usuario from responsable_tienda
      where responsable_tienda.id_tienda = cajas.id_tienda and responsable_tienda.tipo = 1)
      where active <> 0`,
  ])
    await sql.raw(statement).execute(db);
  await correctEarlierBoxes(db);
}
