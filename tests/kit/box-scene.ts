/** A box of the test store, moved through the API by the people whose turn it is. */
import { sql } from 'kysely';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { type ProfileId, profiles } from '#machines/domain/permissions.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transactions.ts';
import { auditBox } from '#server/workflow/audit.ts';
import type { CallResult, TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Ids of the reference data that the tests use; all of store format 1. */
export const categories = { plain: 1, other: 2, maintenance: 5, reimbursable: 16 } as const;
export const reason = 1;
export const tax = 1;
export const documentClass = 1;
/** Of format 2. */
export const foreignCategory = 19;

/** The day of the test clock. */
export const today = '2026-06-17';

export interface Suppliers {
  /** With electronic invoices: `FE1` once, `FE2` twice, `FE3` never. */
  known: number;
  /** Created by a store. */
  occasional: number;
}

export interface Scene extends TestServer {
  browsers: Record<ProfileId, TestClient>;
  suppliers: Suppliers;
  companies: Companies;
}

export interface Companies {
  local: number;
  national: number;
  motorizado: number;
  elsewhere: number;
  inactive: number;
}

async function addSuppliers({ db }: TestServer): Promise<Suppliers> {
  const supplier = (num_doc: string, digito: string, ocasional: 0 | 1) =>
    db
      .insertInto('proveedores')
      .values({ num_doc, digito, nombre: `Proveedor ${num_doc}`, ocasional, creado: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
  const known = await supplier('800197268', '4', 0);
  const occasional = await supplier('900373923', '8', 1);
  const invoice = (numero: string, cufe: string, total: number) => ({
    nit: '800197268',
    numero,
    numero_normalizado: numero,
    total,
    fecha: today,
    cufe,
    url: `https://facturas.test/${cufe}`,
    creado: 1,
  });
  await db
    .insertInto('factura_electronica')
    .values([
      invoice('FE1', 'a', 12_500_00),
      invoice('FE2', 'b', 12_500_00),
      invoice('FE2', 'c', 99_900_00),
    ])
    .execute();
  return { known: known.id, occasional: occasional.id };
}

async function addCompanies({ db }: TestServer): Promise<Companies> {
  const company = async (nombre: string, id_ciudad: number, active_: 0 | 1 = 1) =>
    (
      await db
        .insertInto('empresas')
        .values({ nombre, id_ciudad, active_ })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return {
    local: await company('Envíos del Valle de Aburrá', 5001),
    national: await company('Servientrega', 1146),
    motorizado: await company(' Motorizado ', 1146),
    elsewhere: await company('Mensajería Capital', 11001),
    inactive: await company('Correos de ayer', 1146, 0),
  };
}

/** A server with everybody signed in, suppliers, electronic invoices and shipping companies. */
export async function startScene(): Promise<Scene> {
  const server = await startTestServer();
  const entries = await Promise.all(
    Object.keys(profiles).map(async (key) => {
      const profile = Number(key) as ProfileId;
      return [profile, await server.signIn(profile)] as const;
    }),
  );
  return {
    ...server,
    browsers: Object.fromEntries(entries) as Record<ProfileId, TestClient>,
    suppliers: await addSuppliers(server),
    companies: await addCompanies(server),
  };
}

let receipts = 0;

/** A receipt number that no other expense has, so that no novelty comes from it. */
export const nextReceipt = (): string => {
  receipts += 1;
  return `R${receipts}`;
};

/** The smallest file that counts as a whole PDF, another one each time. */
export const pdf = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n`);

type ExpenseForm = Partial<RequestOf<'/enviarGasto'>>;

/** Records an expense, with its support unless a test wants none. */
export async function record(
  scene: Scene,
  form: ExpenseForm = {},
  { as = 2, support = true }: { as?: ProfileId | TestClient; support?: boolean } = {},
): Promise<number> {
  const browser = typeof as === 'number' ? scene.browsers[as] : as;
  const recibo = nextReceipt();
  const recorded = await browser.call('/enviarGasto', {
    id_tienda: scene.store.id,
    fecha_gasto: today,
    id_proveedor: scene.suppliers.known,
    recibo,
    valor: 12_500,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0,
    ...form,
  });
  const id_gasto = recorded.answer[0]?.id_gasto ?? 0;
  if (support) await attach(browser, id_gasto, `${id_gasto} ${recibo}`);
  return id_gasto;
}

export async function attach(browser: TestClient, id_gasto: number, text: string): Promise<void> {
  const file = { filename: 'recibo.pdf', bytes: pdf(text), type: 'application/pdf' };
  const { status, body } = await browser.upload('/cargarSoporte', { id_gasto }, file);
  if (status !== 200) throw new Error(`the support was refused: ${JSON.stringify(body)}`);
}

/** A call that must succeed. */
export async function must<Path extends CallPath>(
  browser: TestClient,
  path: Path,
  body: RequestOf<Path>,
): Promise<AnswerOf<Path>> {
  return (await browser.call(path, body)).answer;
}

export const openBoxOf = async (scene: Scene, id_tienda = scene.store.id): Promise<number> =>
  (
    await scene.db
      .selectFrom('cajas')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where('active', '=', 0)
      .executeTakeFirstOrThrow()
  ).id;

export const boxRow = (scene: Scene, id: number) =>
  scene.db.selectFrom('cajas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const expenseRow = (scene: Scene, id: number) =>
  scene.db.selectFrom('gastos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const eventsOf = (scene: Scene, idCaja: number) =>
  scene.db
    .selectFrom('evento')
    .selectAll()
    .where('id_caja', '=', idCaja)
    .orderBy('secuencia')
    .execute();

/** What the log and the rows of a box disagree about: nothing, always. */
export const auditOf = (scene: Scene, idCaja: number): Promise<string[]> =>
  inTransaction(scene.db, (trx) => auditBox(trx, idCaja));

export type BoxStage =
  | 'open'
  | 'supervision'
  | 'maintenance'
  | 'preliminary'
  | 'readyToShip'
  | 'finalAccounting'
  | 'closed';

export interface StagedBox {
  id: number;
  /** Its expenses, in the order of `forms`. */
  expenses: number[];
}

const decision = { item: '0', observacion: 'Revisado contra el soporte' } as const;

export const split = (valor: number, categoria: number = categories.plain) => ({
  item: 1 as const,
  indicadorImpuesto: documentClass,
  item_texto: 'Compra menor',
  item_valor: [valor],
  iva_item: [tax],
  categorias: [categoria],
  categorias_nuevas: [],
  tipo_persona: 'PJ' as const,
});

interface Stage {
  from: BoxStage;
  enter: (scene: Scene, box: StagedBox) => Promise<unknown>;
}

/** What the people of a stage do to their expenses that still wait, and the send that follows. */
const stages: Record<Exclude<BoxStage, 'open'>, Stage> = {
  supervision: {
    from: 'open',
    enter: (scene, { id }) =>
      must(scene.browsers[2], '/enviarCaja', { id_caja: id, id_tienda: scene.store.id }),
  },
  maintenance: {
    from: 'supervision',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 1))
        await must(scene.browsers[3], '/guardarSupervisor', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 3,
          item: 0,
          observacion: decision.observacion,
        });
      return must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: id });
    },
  },
  preliminary: {
    from: 'maintenance',
    enter: async (scene, { id }) => {
      if ((await boxRow(scene, id)).active === 9) return undefined;
      for (const expense of await waiting(scene, id, 13))
        await must(scene.browsers[5], '/guardarMantenimiento', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 9,
          item: 0,
          observacion: decision.observacion,
        });
      return must(scene.browsers[5], '/enviarCajaMantenimiento', { id_caja: id });
    },
  },
  readyToShip: {
    from: 'preliminary',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 3, 9))
        await must(scene.browsers[6], '/guardarContabilidad', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 6,
          observacion: decision.observacion,
          ...split(expense.valor / 100, expense.id_categoria),
        });
      return must(scene.browsers[6], '/enviarCajaContabilidadPrevia', { id_caja: id });
    },
  },
  finalAccounting: {
    from: 'readyToShip',
    enter: (scene, { id }) =>
      must(scene.browsers[2], '/enviarSoporteCaja', {
        id_caja: id,
        id_empresa: scene.companies.national,
        codigo: 'GUIA0001',
      }),
  },
  closed: {
    from: 'finalAccounting',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 3))
        await must(scene.browsers[6], '/guardarContabilidadFinal', {
          id_gasto: expense.id,
          estado: 15,
          observacion: decision.observacion,
        });
      return must(scene.browsers[6], '/enviarCajaContabilidad', { id_caja: id });
    },
  },
};

const waiting = (scene: Scene, idCaja: number, ...estados: number[]) =>
  scene.db
    .selectFrom('gastos')
    .innerJoin('gasto_categoria', 'gasto_categoria.id_gasto', 'gastos.id')
    .select(['gastos.id', 'gastos.valor', 'gasto_categoria.id_categoria'])
    .where('gastos.id_caja', '=', idCaja)
    .where('gasto_categoria.orden', '=', 0)
    .where('gastos.estado', 'in', estados)
    .execute();

/** Moves a box on, stage by stage, approving what waits. */
export async function moveTo(scene: Scene, box: StagedBox, stage: BoxStage): Promise<void> {
  const path: BoxStage[] = [];
  const active = (await boxRow(scene, box.id)).active;
  const codes: Record<BoxStage, number> = {
    open: 0,
    supervision: 2,
    maintenance: 1,
    preliminary: 9,
    readyToShip: 3,
    finalAccounting: 4,
    closed: 5,
  };
  for (let at = stage; at !== 'open' && codes[at] !== active; at = stages[at].from)
    path.unshift(at);
  for (const at of path) if (at !== 'open') await stages[at].enter(scene, box);
}

/** A box of the test store in a stage, with these expenses. */
export async function boxIn(
  scene: Scene,
  stage: BoxStage,
  forms: readonly ExpenseForm[] = [{}],
): Promise<StagedBox> {
  const id = await openBoxOf(scene);
  const expenses: number[] = [];
  for (const form of forms) expenses.push(await record(scene, form));
  const box = { id, expenses };
  await moveTo(scene, box, stage);
  return box;
}

/** Tables that a refused call must leave alone. */
const businessTables = [
  'cajas',
  'gastos',
  'gasto_categoria',
  'evento',
  'correo',
  'tiendas',
  'proveedores',
] as const satisfies readonly (keyof Database)[];

/** Every row of every business table, as one text: equal before and after what changes nothing. */
export async function digest({ db }: Pick<Scene, 'db'>): Promise<string> {
  const tables = await Promise.all(
    businessTables.map((table) => db.selectFrom(table).selectAll().orderBy(sql`id`).execute()),
  );
  return JSON.stringify(tables);
}

/** Runs what must be refused and tells whether it left the database as it was. */
export async function refused<Path extends CallPath>(
  scene: Scene,
  attempt: () => Promise<CallResult<Path>>,
) {
  const before = await digest(scene);
  const { status, refusal } = await attempt();
  return {
    status,
    msg: refusal.msg,
    guardias: refusal.motivos?.map(({ guardia }) => guardia) ?? [],
    unchanged: (await digest(scene)) === before,
  };
}
