/** Keys of machines, and a client that has no cookies but a key. */
import { createHash } from 'node:crypto';
import type { KeyScope } from '#contract/key-scopes.ts';
import { must, type Scene } from './box-scene.ts';
import { type CallOptions, TestClient } from './client.ts';

/** By its own means, as a witness of what is stored. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const keyRow = ({ db }: Pick<Scene, 'db'>, id: number) =>
  db.selectFrom('llave').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

let created = 0;

/** A key by its screen's call. */
export async function createKey(scene: Scene, alcances: KeyScope[], dias = 90, tiendas = '') {
  created += 1;
  const nombre = `Programa ${created}`;
  // A new session, since tests let the time go by.
  const [answer] = await must(await scene.signIn(1), '/crearClaveIntegracion', {
    nombre,
    alcances,
    tiendas,
    dias,
  });
  const clave = answer?.clave ?? '';
  const prefijo = clave.slice(0, 9);
  const { id, id_usuario } = await scene.db
    .selectFrom('llave')
    .select(['id', 'id_usuario'])
    .where('prefijo', '=', prefijo)
    .executeTakeFirstOrThrow();
  return { id, id_usuario, clave, prefijo, nombre };
}

const bearer = (clave: string) => ({ authorization: `Bearer ${clave}` });

/** A program with a key: it sends no cookie, no forgery header and no application token. */
export class KeyClient extends TestClient {
  readonly #headers: Record<string, string>;

  constructor(scene: Pick<Scene, 'app'>, clave: string) {
    super(scene.app);
    this.#headers = bearer(clave);
  }

  override call: TestClient['call'] = (path, body = {}, options = {}) =>
    super.call(path, body, this.#with(options));

  override upload: TestClient['upload'] = (path, fields, file, options = {}) =>
    super.upload(path, fields, file, this.#with(options));

  override get: TestClient['get'] = (url, headers = {}) =>
    super.get(url, { ...this.#headers, ...headers });

  #with({ headers, ...options }: CallOptions): CallOptions {
    return { token: null, ...options, headers: { ...this.#headers, ...headers } };
  }
}
