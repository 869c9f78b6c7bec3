/** Two stores whose users cannot see each other, and sessions of every refused kind. */
import { changeBase, movementsOf } from './movement-scene.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { expenseRow } from './box-rows.ts';
import { categories, pdf, record, type Scene, startScene, today } from './box-scene.ts';
import { boxIn, moveTo } from './box-stages.ts';
import type { TestClient } from './client.ts';
import { addPerson } from './people.ts';
import type { TestServer } from './server.ts';

export const everyProfile = Object.keys(profiles).map(Number) as ProfileId[];

/** Objects of a request. */
export interface Named {
  id_caja: number;
  id_gasto: number;
  id_tienda: number;
  id_movimiento: number;
  soporte: string;
  /** CUFE of the electronic invoice of the expense. */
  factura: string;
  id_usuario: number;
  id_empresa: number;
  id_correo: number;
  id_arqueo: number;
  id_vale: number;
}

/** In every text of the other store; a user outside that store must never see it. */
export const secret = 'SECRETO';

export interface TrustWorld extends Scene {
  own: Named;
  other: Named;
  unsent: Named;
  unknown: Named;
  /** One browser per profile, with a session that is no longer or not yet usable. */
  deactivated: Browsers;
  expired: Browsers;
  idle: Browsers;
  pending: Browsers;
  enrolling: Browsers;
}

type Browsers = Record<ProfileId, TestClient>;

const browsersOf = async (open: (profile: ProfileId) => Promise<TestClient>): Promise<Browsers> => {
  const browsers: Partial<Browsers> = {};
  for (const profile of everyProfile) browsers[profile] = await open(profile);
  return browsers as Browsers;
};

const newcomer = async (
  scene: Scene,
  profile: ProfileId,
  name: string,
  given: { cambiar_clave?: 0 | 1 } = {},
) => {
  const email = `${name}.${profile}@cajamenor.test`;
  const person = await addPerson(scene.db, { profile, email, ...given });
  return { person, browser: await scene.signIn(email) };
};

const HALF_AN_HOUR = 30 * 60_000;

/** Changes the rows and not the clock: every request must check the row. */
async function badSessions(scene: Scene) {
  const changed = (name: string, change: (idUsuario: number) => Promise<unknown>) =>
    browsersOf(async (profile) => {
      const { person, browser } = await newcomer(scene, profile, name);
      await change(person.id);
      return browser;
    });
  const now = scene.clock.now();
  const session =
    (changes: { vence?: number; vista?: number; debe_inscribir?: 1 }) => (id_usuario: number) =>
      scene.db.updateTable('sesion').set(changes).where('id_usuario', '=', id_usuario).execute();
  return {
    deactivated: await changed('baja', (id) =>
      scene.db.updateTable('usuarios').set({ active_: 0 }).where('id', '=', id).execute(),
    ),
    expired: await changed('vencida', session({ vence: now })),
    idle: await changed('ociosa', session({ vista: now - HALF_AN_HOUR })),
    enrolling: await changed('inscribe', session({ debe_inscribir: 1 })),
    pending: await browsersOf(
      async (profile) => (await newcomer(scene, profile, 'cambio', { cambiar_clave: 1 })).browser,
    ),
  };
}

/** An electronic invoice for an expense with its number, with an imported PDF. */
async function addInvoice({ db, receipts }: TestServer, numero: string): Promise<string> {
  const cufe = createHash('sha384').update(numero).digest('hex');
  const pdf_sha256 = await receipts.save(pdf(numero));
  await db
    .insertInto('factura_electronica')
    .values({
      nit: '800197268',
      numero,
      numero_normalizado: numero,
      total: 12_500_00,
      fecha: today,
      cufe,
      url: `/documentos/facturas/${cufe}`,
      creado: 1,
      pdf_sha256,
    })
    .execute();
  return cufe;
}

const withInvoice = (numero_factura: string) => ({ tipo_factura: 1 as const, numero_factura });

/** An expense in a closed box of the other store, moved there by the users of that store. */
async function otherExpense(scene: Scene): Promise<number> {
  const { otherStore, others, browsers } = scene;
  await scene.db
    .updateTable('tiendas')
    .set({ nombre: `Tienda ${secret}`, direccion: secret, centro_costo: secret })
    .where('id', '=', otherStore.id)
    .execute();
  const store = await scene.signIn(others.responsable.email);
  const id_gasto = await record(
    scene,
    {
      ...withInvoice('OTRA1'),
      id_tienda: otherStore.id,
      recibo: `${secret}1`,
      concepto: secret,
      encargado: secret,
    },
    { as: store },
  );
  const theirs = {
    ...scene,
    browsers: { ...browsers, 2: store, 3: await scene.signIn(others.supervisor.email) },
  };
  const box = { id: otherStore.idCaja, id_tienda: otherStore.id, expenses: [id_gasto] };
  await moveTo(theirs, box, 'closed');
  return id_gasto;
}

async function sentMail(scene: Scene): Promise<number> {
  const { id } = await scene.db
    .insertInto('correo')
    .values({
      para: 'a@cajamenor.test',
      asunto: 'Enviado',
      texto: '',
      estado: 'enviado',
      proximo_intento: 1,
      creado: 1,
      enviado: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A count by control without a difference, which nobody settles. */
async function agreeingCount(scene: Scene, id_tienda: number): Promise<number> {
  const { id } = await scene.db
    .insertInto('arqueo')
    .values({
      id_tienda,
      id_usuario: scene.people[7].id,
      perfil: 7,
      instante: 1,
      estado: 'cuadra',
      base: 1,
      en_caja: 0,
      en_proceso: 0,
      efectivo: 1,
      conteo: '[]',
      nota: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A vale that came back, so that nobody changes it. */
async function returnedVale(scene: Scene, id_tienda: number): Promise<number> {
  const { id } = await scene.db
    .insertInto('vale')
    .values({
      id_tienda,
      id_usuario: scene.people[2].id,
      valor: 1,
      persona: 'Ana Ruiz',
      dia: today,
      estado: 'devuelto',
      creado: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An id beyond those of any test. */
const nowhere = 2_000_000_000;

export async function startTrustWorld(): Promise<TrustWorld> {
  const scene = await startScene();
  const facturas = {
    own: await addInvoice(scene, 'PROPIA1'),
    other: await addInvoice(scene, 'OTRA1'),
    unsent: await addInvoice(scene, 'ABIERTA1'),
  };
  // Payments are off: calls about payments are refused, and change nothing.
  await scene.db
    .insertInto('config')
    .values({ field_name: 'control_giros', field_content: 'no' })
    .execute();
  const form = { categoria: [categories.maintenance] };
  const box = await boxIn(scene, 'closed', [{ ...form, ...withInvoice('PROPIA1') }]);
  const unsent = await boxIn(scene, 'open', [{ ...form, ...withInvoice('ABIERTA1') }]);
  const shared = {
    id_usuario: scene.people[1].id,
    id_empresa: scene.companies.national,
    id_correo: await sentMail(scene),
  };
  const named = async (id_gasto: number, id_tienda: number, factura: string): Promise<Named> => {
    const { id_caja, soporte } = await expenseRow(scene, id_gasto);
    await changeBase(scene, id_tienda, 900_000);
    const [movement] = await movementsOf(scene, id_tienda);
    const id_movimiento = movement?.id ?? 0;
    const id_arqueo = await agreeingCount(scene, id_tienda);
    const id_vale = await returnedVale(scene, id_tienda);
    return {
      ...shared,
      id_arqueo,
      id_vale,
      id_movimiento,
      id_caja,
      id_gasto,
      id_tienda,
      soporte: soporte ?? '',
      factura,
    };
  };
  const [ownExpense = 0] = box.expenses;
  const [unsentExpense = 0] = unsent.expenses;
  const world = {
    own: await named(ownExpense, box.id_tienda, facturas.own),
    unsent: await named(unsentExpense, unsent.id_tienda, facturas.unsent),
    other: await named(await otherExpense(scene), scene.otherStore.id, facturas.other),
    unknown: {
      id_caja: nowhere,
      id_gasto: nowhere,
      id_tienda: nowhere,
      id_movimiento: nowhere,
      soporte: '6b1f0a52-5d0e-4c3b-9a39-0d8f2c1e7a44.pdf',
      factura: '0'.repeat(96),
      id_usuario: nowhere,
      id_empresa: nowhere,
      id_correo: nowhere,
      id_arqueo: nowhere,
      id_vale: nowhere,
    },
  };
  // Queues the mails beforehand, so that a later call with permission changes nothing.
  for (const { id_caja } of [world.own, world.other])
    await scene.browsers[4].call('/enviarSoporteCorreo', { id_caja });
  return { ...scene, ...world, ...(await badSessions(scene)) };
}

/** All tables except those that any request may write: sessions, attempts, rate limits. */
const guardedTables = [
  'usuarios',
  'clave_temporal',
  'idempotencia',
  'empresas',
  'tiendas',
  'responsable_tienda',
  'delegacion',
  'invitacion',
  'llave',
  'preferencia_correo',
  'aviso_correo',
  'aviso_derechos',
  'arqueo',
  'movimiento_fondo',
  'vale',
  'proveedores',
  'config',
  'cajas',
  'gastos',
  'gasto_categoria',
  'evento',
  'factura_electronica',
  'correo',
] as const satisfies readonly (keyof Database)[];

/** Rows that a refused request must not change, by table. */
export async function rowsAtStake({ db }: Pick<Scene, 'db'>): Promise<Record<string, string>> {
  const tables: Record<string, string> = {};
  for (const table of guardedTables) {
    const rows = await db.selectFrom(table).selectAll().orderBy(sql`1, 2`).execute();
    // Opening the legalisation of a box stores its time, which any permitted user may change.
    // So does the use of a key.
    const free = { pdf_descargado: null, ultimo_uso: null };
    tables[table] = JSON.stringify(rows.map((row) => ({ ...row, ...free })));
  }
  return tables;
}

/** Tables that differ. */
export const changedTables = (
  before: Record<string, string>,
  after: Record<string, string>,
): string[] => Object.keys(before).filter((table) => before[table] !== after[table]);
