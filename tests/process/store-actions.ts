/** Actions of a store on its open box, and on one that is ready to be shipped. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import type { WebClient } from '#tests/kit/web-client.ts';
import type { Facts, RowFacts } from './ledger.ts';
import type { Action } from './worker.ts';

interface Team {
  store: WebClient;
  supervisor: WebClient;
  maintenance: WebClient;
  accounting: WebClient;
  /** Authorises payments that accounting prepared. */
  treasury: WebClient;
}

/** Users of a store, and the rows that exist before they work. */
export interface Desk {
  team: Team;
  random: SeededRandom;
  /** Unique among the stores. */
  name: string;
  idTienda: number;
  idProveedor: number;
  idEmpresa: number;
  /** Returns a new number each time. */
  count: () => number;
}

export interface Expense extends RowFacts {
  /** Name of its row in the ledger. */
  name: string;
  id: number;
  estado: number;
  valor: number;
  categorias: readonly number[];
}

export interface Box {
  id: number;
  active: number;
  /** State of its payment. */
  giro: string | null;
  expenses: Expense[];
}

/** Most expenses in the open box, so that boxes are sent. */
const FULL_BOX = 3;
/** Number of files that expenses of all stores share. */
const SHARED_FILES = 4;
const categoryChoices: readonly [number[], ...number[][]] = [
  [categories.plain],
  [categories.other],
  [categories.maintenance],
  [categories.plain, categories.maintenance],
];

export const needsMaintenance = ({ categorias }: Pick<Expense, 'categorias'>): boolean =>
  categorias.includes(categories.maintenance);

function recordAction({ team, random, count, ...place }: Desk, box: Box): Action {
  const recibo = `${place.name}${count()}`;
  const categoria = random.pick(categoryChoices);
  const pesos = random.between(10, 90_000) * 100;
  const form = {
    id_tienda: place.idTienda,
    id_proveedor: place.idProveedor,
    fecha_gasto: dateInBogota(Date.now()),
    recibo,
    valor: pesos,
    concepto: 'Bombillos',
    categoria,
    tipo_factura: 0 as const,
  };
  return {
    weight: 6,
    repeatable: true,
    send: () => team.store.call('/enviarGasto', form, recibo),
    facts: {
      [`gasto ${recibo}`]: {
        id_caja: box.id,
        estado: needsMaintenance({ categorias: categoria }) ? 2 : 1,
        valor: pesos * 100,
        categorias: categoria,
        soporte: null,
        soporte_sha256: null,
      },
    },
    learn: ({ id_gasto }) => ({ [`gasto ${recibo}`]: { id: Number(id_gasto) } }),
  };
}

function attachAction(desk: Desk, { name, id }: Expense, weight: number): Action {
  const { team, random } = desk;
  const text = random.chance(0.2)
    ? `compartido ${random.between(1, SHARED_FILES)}`
    : // Long enough to arrive in several chunks.
      `${name} ${desk.count()} ${'x'.repeat(random.between(1, 200_000))}`;
  const file = pdf(text);
  return {
    weight,
    repeatable: true,
    send: () => team.store.upload('/cargarSoporte', { id_gasto: id }, file),
    facts: { [name]: { soporte: undefined, soporte_sha256: sha256Of(file) } },
    learn: ({ soporte }) => ({ [name]: { soporte: String(soporte) } }),
  };
}

const removeAction = ({ team, idTienda }: Desk, { name, id }: Expense): Action => ({
  weight: 1,
  send: () => team.store.call('/eliminarGasto', { id_gasto: id, id_tienda: idTienda }),
  facts: { [name]: null },
});

const sendAction = ({ team, idTienda }: Desk, { id }: Box): Action => ({
  weight: 3,
  send: () => team.store.call('/enviarCaja', { id_caja: id, id_tienda: idTienda }),
  facts: { [`caja ${id}`]: { active: 2 } },
  learn: ({ consecutivo }) => ({ [`caja ${id}`]: { consecutivo: Number(consecutivo) } }),
});

export function openBoxActions(desk: Desk, box: Box): Action[] {
  const withoutReceipt = box.expenses.filter(({ soporte_sha256 }) => soporte_sha256 === null);
  const actions = withoutReceipt.map((expense) => attachAction(desk, expense, 4));
  if (box.expenses.length < FULL_BOX) actions.push(recordAction(desk, box));
  const [first] = box.expenses;
  if (first) actions.push(removeAction(desk, first), attachAction(desk, first, 1));
  if (box.expenses.length > 1 && withoutReceipt.length === 0) actions.push(sendAction(desk, box));
  return actions;
}

/** Expenses that accounting approved wait for its final pass. */
export function shipActions(desk: Desk, box: Box): Action[] {
  const codigo = `GUIA${desk.count()}`;
  const facts: Facts = { [`caja ${box.id}`]: { active: 4, codigo_soporte: codigo } };
  for (const { name, estado } of box.expenses) if (estado === 6) facts[name] = { estado: 3 };
  const body = { id_caja: box.id, id_empresa: desk.idEmpresa, codigo };
  const send = async () => {
    await desk.team.store.openPdf(box.id);
    return desk.team.store.call('/enviarSoporteCaja', body);
  };
  return [{ weight: 3, send, facts }];
}
