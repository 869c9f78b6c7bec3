/** A server with a signed-in user of each profile, and the data to record expenses. */
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { toCentavos } from '#machines/domain/values/money.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { insertCompany } from '#server/features/companies/company.operations.ts';
import { insertSupplierOnce } from '#server/features/suppliers/supplier.repository.ts';
import type { TestClient } from './client.ts';
import { operator } from './people.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** Ids of the reference data in the tests; all of store format 1. */
export const categories = { plain: 1, other: 2, maintenance: 5, reimbursable: 16 } as const;
export const reason = 1;
export const tax = 1;
export const documentClass = 1;
/** Of format 2. */
export const foreignCategory = 19;

/** The day of the test clock. */
export const today = '2026-06-17';

interface Suppliers {
  /** With electronic invoices: one for `FE1`, two for `FE2`, none for `FE3`. */
  known: number;
  /** Created by a store. */
  occasional: number;
}

export interface Scene extends TestServer {
  browsers: Record<ProfileId, TestClient>;
  suppliers: Suppliers;
  companies: Companies;
}

interface Companies {
  local: number;
  national: number;
  motorizado: number;
  elsewhere: number;
  inactive: number;
}

async function addSuppliers({ db }: TestServer): Promise<Suppliers> {
  const supplier = (num_doc: string, digito: string, ocasional: 0 | 1) =>
    inTransaction(db, (trx) =>
      insertSupplierOnce(
        trx,
        { num_doc, digito, nombre: `Proveedor ${num_doc}`, ocasional, creado: 1 },
        operator,
      ),
    );
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
  const company = (nombre: string, id_ciudad: number, active_: 0 | 1 = 1) =>
    inTransaction(db, (trx) => insertCompany(trx, { nombre, id_ciudad, active_ }, operator));
  return {
    local: await company('Envíos del Valle de Aburrá', 5001),
    national: await company('Servientrega', 1146),
    motorizado: await company(' Motorizado ', 1146),
    elsewhere: await company('Mensajería Capital', 11001),
    inactive: await company('Correos de ayer', 1146, 0),
  };
}

/** A server with a signed-in user of each profile, suppliers, electronic invoices and shipping companies. */
export async function startScene(options: TestServerOptions = {}): Promise<Scene> {
  const server = await startTestServer(options);
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

/**
 * A receipt number of no other expense, so that it causes no anomaly. The test files of one worker share the counter:
 * no test may hard-code a number that it could return.
 */
export const nextReceipt = (): string => {
  receipts += 1;
  return `UNICO${receipts}`;
};

/** Number of distinct values: more than a scene has expenses, and within the fund of a store. */
const VALUES = 400;

/** An expense without anomalies: its value is not similar to others in its scene and not round. */
export const unlike = (form: ExpenseForm = {}): ExpenseForm => {
  receipts += 1;
  return { valor: 20_050 + 100 * (receipts % VALUES), ...form };
};

/** The smallest valid PDF, with one blank page; each text makes a different file. */
export const pdf = (text: string): Buffer =>
  Buffer.from(
    [
      `%PDF-1.4\n% ${text}`,
      '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
      '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
      '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>> endobj',
      'trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
    ].join('\n'),
  );

export type ExpenseForm = Partial<RequestOf<'/enviarGasto'>>;

/** Records an expense, with its receipt unless the test opts out. */
export async function record(
  scene: Scene,
  form: ExpenseForm = {},
  { as = 2, receipt = true }: { as?: ProfileId | TestClient; receipt?: boolean } = {},
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
  if (receipt) await attach(browser, id_gasto, `${id_gasto} ${recibo}`);
  return id_gasto;
}

export async function attach(browser: TestClient, id_gasto: number, text: string): Promise<void> {
  const file = { filename: 'recibo.pdf', bytes: pdf(text), type: 'application/pdf' };
  const { status, body } = await browser.upload('/cargarSoporte', { id_gasto }, file);
  if (status !== 200) throw new Error(`the receipt was refused: ${JSON.stringify(body)}`);
}

/** A call that must succeed. */
export async function must<Path extends CallPath>(
  browser: TestClient,
  path: Path,
  body: RequestOf<Path>,
): Promise<AnswerOf<Path>> {
  return (await browser.call(path, body)).answer;
}

/** The form of a store as it is, without its version. */
export async function storeForm(browser: TestClient, id_tienda: number) {
  const store = await must(browser, '/obtenerTiendaById', { id_tienda });
  const { nombre, direccion, telefono, email, centro_costo, centro_beneficio } = store;
  const { responsables_adicionales, formato_tienda, base, ciudad } = store;
  return {
    id_tienda,
    nombre,
    direccion,
    telefono,
    email,
    centro_costo,
    centro_beneficio,
    responsable: store.responsable ?? 0,
    responsables_adicionales,
    gerente: store.gerente ?? 0,
    supervisor: store.supervisor ?? 0,
    formato_tienda,
    base,
    ciudad,
  };
}

/** Exact sum in centavos of amounts in pesos. */
export const centavosOf = (...pesos: number[]): number =>
  pesos.reduce((sum, amount) => sum + toCentavos(amount), 0);
