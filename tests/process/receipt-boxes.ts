/** Sends boxes of a store, with receipts that only an earlier version would have accepted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { categories } from '#tests/kit/box-scene.ts';
import { pdfFile } from '#tests/kit/files/receipt-files.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, programToken } from '#tests/kit/program.ts';
import { type WebAnswer, WebClient } from '#tests/kit/web-client.ts';
import type { World } from './company.ts';
import { besideTheServer } from './stored-rows.ts';

export async function signedIn(
  world: World,
  url: string,
  profile: 1 | 2 | 4 | 6 | 7,
): Promise<WebClient> {
  const browser = new WebClient(url, programToken);
  await browser.signIn({ email: world.people[profile].email, password: testPassword });
  return browser;
}

const typeOf = (bytes: Buffer): string =>
  ({ '%P': 'application/pdf', '\x89P': 'image/png' })[bytes.toString('latin1', 0, 2)] ??
  'image/jpeg';

/** Text on the first page of an undamaged receipt. */
export const goodWord = 'recibo bueno';

export class ReceiptBoxes {
  readonly store: WebClient;
  readonly #folder: DataFolder;
  readonly #world: World;
  #receipts = 0;

  constructor(folder: DataFolder, world: World, store: WebClient) {
    this.#folder = folder;
    this.#world = world;
    this.store = store;
  }

  async record(id_tienda: number): Promise<number> {
    this.#receipts += 1;
    const [recorded] = await this.store.must('/enviarGasto', {
      id_tienda,
      id_proveedor: this.#world.idProveedor,
      fecha_gasto: dateInBogota(Date.now()),
      recibo: `A${this.#receipts}`,
      valor: 12_500,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0,
    });
    return recorded?.id_gasto ?? 0;
  }

  upload(id_gasto: number, bytes: Buffer): Promise<WebAnswer> {
    return this.store.upload('/cargarSoporte', { id_gasto }, bytes);
  }

  /** @returns the expense, which has an undamaged receipt */
  async recordWithReceipt(idTienda: number): Promise<number> {
    const id = await this.record(idTienda);
    const { status, body } = await this.upload(id, await pdfFile(`${goodWord} ${id}`));
    if (status !== 200) throw new Error(`a good receipt was refused: ${JSON.stringify(body)}`);
    return id;
  }

  /** @returns the box that was open until now */
  async send(id_tienda: number): Promise<number> {
    const { id } = await this.store.must('/obtenerCajaActual', { id_tienda });
    await this.store.must('/enviarCaja', { id_caja: id, id_tienda });
    return id;
  }

  /** Sends a box with these receipts, valid or not, and an undamaged one after them. */
  async sendBoxOfBefore(idTienda: number, files: readonly Buffer[]): Promise<number> {
    const bad = new Map<number, Buffer>();
    for (const bytes of files) bad.set(await this.recordWithReceipt(idTienda), bytes);
    await this.recordWithReceipt(idTienda);
    const idCaja = await this.send(idTienda);
    await this.#replace(bad);
    return idCaja;
  }

  /** Replaces receipts as if they had been uploaded without checks. */
  async #replace(receipts: ReadonlyMap<number, Buffer>): Promise<void> {
    const { dataDir } = this.#folder;
    await besideTheServer(dataDir, async (trx) => {
      for (const [id, bytes] of receipts) {
        const soporte_sha256 = sha256Of(bytes);
        const file = join(dataDir, 'soportes', soporte_sha256.slice(0, 2), soporte_sha256);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, bytes);
        const facts = { soporte_sha256, soporte_tipo: typeOf(bytes), soporte_bytes: bytes.length };
        await trx.updateTable('gastos').set(facts).where('id', '=', id).execute();
      }
    });
  }

  legalisation(idCaja: number, method = 'GET'): Promise<Response> {
    const url = `${this.store.url}${documents.legalisation.path}?id_caja=${idCaja}`;
    return fetch(url, { method, headers: this.store.headers() });
  }
}
