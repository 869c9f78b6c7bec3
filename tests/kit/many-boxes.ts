/** Adds thousands of boxes to stores, for measurements and for figures over many cases. */
import type { Article, Supplies } from '#server/operate/demonstration/simulated-box.ts';
import {
  addSimulatedBoxes,
  type SimulatedStore,
} from '#server/operate/demonstration/simulated-boxes.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { categories } from './box-scene.ts';
import { addPerson, addStore, type Person } from './people.ts';
import type { TestServer } from './server.ts';

/** Target of the boxes: a test server, or the database of a server that does not run. */
type Company = Pick<TestServer, 'db' | 'people'> & {
  clock: Pick<TestServer['clock'], 'now'>;
};

interface ManyBoxes {
  boxes: number;
  stores: number;
  /** Number of days over which they are spread, up to the current time of the server. */
  days: number;
  supervisors?: number;
  /** The payments of closed boxes are followed. */
  seguida?: boolean;
}

export interface ManyBoxesMade extends Awaited<ReturnType<typeof addSimulatedBoxes>> {
  stores: number[];
  supervisors: number[];
}

/** A receipt without a stored file. */
const receipt = {
  soporte_sha256: '0'.repeat(64),
  soporte_contenido: null,
  soporte_nombre: 'recibo.pdf',
  soporte_tipo: 'application/pdf',
  soporte_bytes: 12_345,
};

async function suppliesOf({ db }: Company): Promise<Supplies> {
  // Equal names: a search for the name matches all of them.
  const suppliers = await db
    .insertInto('proveedores')
    .values(
      Array.from({ length: 6 }, (_, index) => ({
        num_doc: String(890_900_608 + index),
        digito: '9',
        nombre: 'Ferretería El Tornillo',
        creado: 1,
      })),
    )
    .returning('id')
    .execute();
  const nombre = 'Envíos de ayer';
  const company = await db
    .insertInto('empresas')
    .values({ nombre, id_ciudad: 1146 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const article: Omit<Article, 'id_proveedor'> = {
    proveedor_nombre: 'Ferretería El Tornillo S.A.S.',
    concepto: 'Compra de la tienda',
    requiere_mantenimiento: 0,
    categoria: categories.plain,
    pesos: [5_000, 250_000],
  };
  const work: typeof article = {
    ...article,
    requiere_mantenimiento: 1,
    categoria: categories.maintenance,
  };
  return {
    company: { id: company.id, nombre },
    // One sixth of the expenses needs maintenance.
    articles: suppliers.map(({ id }, index) => ({
      ...(index === 5 ? work : article),
      id_proveedor: id,
    })),
    receipts: [receipt],
    reasons: [
      { id: 1, nombre: 'No corresponde' },
      { id: 2, nombre: 'No se lee' },
    ],
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

/** Adds boxes, the same ones each time, and returns what was made, with the ids of stores and supervisors. */
export async function addManyBoxes(
  server: Company,
  { boxes, stores: count, days, supervisors: watching = 5, seguida = false }: ManyBoxes,
): Promise<ManyBoxesMade> {
  const { db, people, clock } = server;
  const supplies = await suppliesOf(server);
  const supervisors = await addSupervisors(server, watching);
  const stores: SimulatedStore[] = [];
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
    // The first box of the store is simulated too.
    await db.deleteFrom('cajas').where('id', '=', idCaja).execute();
    stores.push({
      id,
      ...(seguida && { followedSince: 0 }),
      supplies,
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
    addSimulatedBoxes(trx, stores, { days, now: clock.now() }),
  );
  return {
    ...counts,
    stores: stores.map(({ id }) => id),
    supervisors: supervisors.map(({ id }) => id),
  };
}
