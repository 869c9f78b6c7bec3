/** Stores with thousands of boxes: for measuring, and for figures over more than a handful. */
import { addPastBoxes, type PastCounts } from '#server/operate/demonstration/past-boxes.ts';
import type { PastStore } from '#server/operate/demonstration/past-pieces.ts';
import type { PastWorld } from '#server/operate/demonstration/past-life.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { categories, documentClass, tax } from './box-scene.ts';
import { addPerson, addStore, type Person } from './people.ts';
import type { TestServer } from './server.ts';

/** What boxes are added to: a server of a test, or the database of one that does not run. */
type Company = Pick<TestServer, 'db' | 'people'> & {
  clock: Pick<TestServer['clock'], 'now'>;
};

interface ManyBoxes {
  boxes: number;
  stores: number;
  /** Over how many days, until the server's now. */
  days: number;
  supervisors?: number;
  seed?: number;
}

export interface ManyBoxesMade extends PastCounts {
  stores: number[];
  supervisors: number[];
}

/** A file that nobody stored. */
const receipt = {
  soporte_sha256: '0'.repeat(64),
  soporte_contenido: null,
  soporte_nombre: 'recibo.pdf',
  soporte_tipo: 'application/pdf',
  soporte_bytes: 12_345,
};

async function worldOf({ db }: Company): Promise<PastWorld> {
  const supplier = await db
    .insertInto('proveedores')
    .values({ num_doc: '890900608', digito: '9', nombre: 'Ferretería El Tornillo', creado: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const nombre = 'Envíos de ayer';
  const company = await db
    .insertInto('empresas')
    .values({ nombre, id_ciudad: 1146 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const article = (categoria: number) => ({
    supplier: supplier.id,
    nombre: 'Ferretería El Tornillo S.A.S.',
    concepto: 'Compra de la tienda',
    categoria,
    valor: [5_000, 250_000] as const,
  });
  return {
    company: { id: company.id, nombre },
    articles: {
      plain: [article(categories.plain)],
      maintenance: [article(categories.maintenance)],
    },
    receipts: [receipt],
    contents: [],
    reasons: [1, 2, 3],
    tax,
    documentClass,
  };
}

async function addSupervisors({ db }: Company, count: number): Promise<Person[]> {
  const added: Person[] = [];
  for (let index = 0; index < count; index += 1)
    added.push(
      await addPerson(db, {
        profile: 3,
        email: `supervisa${index}@cajamenor.test`,
        nombre: `Supervisión ${index + 1}`,
      }),
    );
  return added;
}

/** Adds boxes, the same for the same seed, and answers what was made, with the keys of stores and supervisors. */
export async function addManyBoxes(
  server: Company,
  { boxes, stores: count, days, supervisors: watching = 5, seed = 7 }: ManyBoxes,
): Promise<ManyBoxesMade> {
  const { db, people, clock } = server;
  const world = await worldOf(server);
  const supervisors = await addSupervisors(server, watching);
  const stores: PastStore[] = [];
  for (let index = 0; index < count; index += 1) {
    const supervisor = supervisors[index % watching] ?? people[3];
    const { id, idCaja } = await addStore(
      db,
      {
        nombre: `Tienda ${String(index + 1).padStart(3, '0')}`,
        responsable: people[2],
        supervisor,
        gerente: people[8],
      },
      clock.now(),
    );
    // Its first box is one of the past, too.
    await db.deleteFrom('cajas').where('id', '=', idCaja).execute();
    stores.push({
      id,
      world,
      people: {
        store: people[2].id,
        supervisor: supervisor.id,
        maintenance: people[5].id,
        accounting: people[6].id,
      },
      boxes: Math.floor(boxes / count) + (index < boxes % count ? 1 : 0),
    });
  }
  const counts = await inTransaction(db, (trx) =>
    addPastBoxes(trx, { stores, days, now: clock.now(), seed }),
  );
  return {
    ...counts,
    stores: stores.map(({ id }) => id),
    supervisors: supervisors.map(({ id }) => id),
  };
}
