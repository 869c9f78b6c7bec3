import { millisecondsInDay } from 'date-fns/constants';
import { randomBytes } from 'node:crypto';
import { successes } from '#contract/errors.ts';
import { writes } from '#contract/key-scopes.ts';
import { accounting, administrator } from '#machines/domain/people/authority.ts';
import { storeCodes } from '#machines/domain/people/company-sign-in.ts';
import {
  keyRefusals,
  keyStateOf,
  overRefusals,
  storeRefusals,
} from '#machines/domain/people/machine-key.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { hashOf, newSecret } from '../../platform/access/digests.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  brokenRule,
  changedMeanwhile,
  conflict,
  forbidden,
  found,
  HttpError,
} from '../../platform/errors/http-error.ts';
import {
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { insertUser } from '../accounts/user.repository.ts';
import { freshUntilOf } from '../cases/payment.repository.ts';
import { notifyHolders } from '../outbox/rights-notice.ts';
import { storesByName } from '../stores/store.repository.ts';
import { everyKey, findKey, insertKey, scopesOf, storesOf, updateKey } from './key.repository.ts';

/** A key is `cm_a1b2c3_` and 256 random bits; people recognise it by its beginning. */
function newKey() {
  const prefijo = `cm_${randomBytes(3).toString('hex')}`;
  const clave = `${prefijo}_${newSecret()}`;
  return { clave, prefijo, secreto_hash: hashOf(clave) };
}

/**
 * Keys of the stores with these cost centres, as they are stored; null for every store.
 *
 * @throws HttpError 422 for an unknown cost centre, and for scopes that belong to no store
 */
async function limitOf(trx: Trx, tiendas: string, scopes: readonly string[]) {
  const codes = storeCodes(tiendas);
  if (codes.length === 0) return null;
  const motivos = storeRefusals(scopes, true);
  if (motivos.length > 0) throw new HttpError(422, { motivos });
  const stores = await storesByName(trx);
  const unknown = codes.find((code) => stores.every(({ centro_costo }) => centro_costo !== code));
  if (unknown !== undefined)
    throw brokenRule('tiendas', `Ninguna tienda tiene el centro de costo ${unknown}.`);
  return stores
    .filter(({ centro_costo }) => codes.includes(centro_costo))
    .map(({ id }) => id)
    .join(',');
}

/** @throws HttpError 403 unless an administrator asks, 409 while his or her rights are fresh and the key writes */
async function requireGiver(
  trx: Trx,
  { session, now }: SessionContext,
  scopes: readonly string[],
): Promise<void> {
  if (session.profile !== administrator)
    throw forbidden('Solo un administrador maneja las claves de integración.');
  const motivos = keyRefusals(scopes, await freshUntilOf(trx, session.idUsuario, now()));
  if (motivos.length > 0) throw new HttpError(409, { motivos });
}

/** Tells everybody who moves money who has the secret of a key that writes. */
async function notifyOfSecret(
  trx: Trx,
  { session, now }: SessionContext,
  scopes: readonly string[],
  what: string,
): Promise<void> {
  if (!writes(scopes)) return;
  const asunto = 'Caja menor: clave de integración que escribe';
  await notifyHolders(trx, { asunto, lines: [`${session.nombre} ${what}.`] }, 0, now());
}

const list: Operation<'/clavesIntegracion'> = (_input, context) =>
  context.read(async (trx) => {
    const now = context.now();
    const shown = (instant: number | null) => (instant === null ? '' : dateTimeInBogota(instant));
    const stores = await storesByName(trx);
    return (await everyKey(trx)).map((key) => {
      const ids = storesOf(key) ?? [];
      const estado = keyStateOf(key, now);
      const hasTwo = estado === 'vigente' && (key.anterior_hasta ?? 0) > now;
      return {
        id: key.id,
        nombre: key.nombre,
        prefijo: key.prefijo,
        alcances: scopesOf(key),
        tiendas: stores.filter(({ id }) => ids.includes(id)).map(({ nombre }) => nombre),
        estado,
        creada: shown(key.creada),
        creada_por: key.creada_por,
        vence: shown(key.vence),
        ultimo_uso: shown(key.ultimo_uso),
        anterior_hasta: hasTwo ? shown(key.anterior_hasta) : '',
      };
    });
  });

const create: Operation<'/crearClaveIntegracion'> = (
  { nombre, alcances, tiendas = '', dias },
  context,
) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    await requireGiver(trx, context, alcances);
    const by = authorOf(context);
    const isNamed = (await everyKey(trx)).some(
      (key) => key.nombre === nombre && keyStateOf(key, by.now) === 'vigente',
    );
    if (isNamed) throw conflict('nameIsFree', 'Ya hay una clave vigente con ese nombre.');
    const { clave, ...secret } = newKey();
    const id_usuario = await insertUser(
      trx,
      {
        razon_social: nombre,
        // Importing invoices changes expenses, which the state machine allows to accounting.
        tipo: accounting,
        tipo_doc: 1,
        num_doc: secret.prefijo,
        email: `${secret.prefijo}@clave.invalid`,
        clave_hash: '',
        permisos: '',
        active_: 0,
        eliminado: 1,
        creado: by.now,
      },
      by,
    );
    await insertKey(
      trx,
      {
        ...secret,
        id_usuario,
        alcances: [...new Set(alcances)].join(','),
        tiendas: await limitOf(trx, tiendas, alcances),
        dias,
        creada: by.now,
        id_creador: context.session.idUsuario,
        vence: by.now + dias * millisecondsInDay,
        anterior_hash: null,
        anterior_hasta: null,
        ultimo_uso: null,
        revocada: null,
      },
      by,
    );
    await notifyOfSecret(trx, context, alcances, `creó la clave de integración «${nombre}»`);
    return done('Copie la clave ahora: no se muestra otra vez.', { clave });
  });

const rotate: Operation<'/rotarClaveIntegracion'> = ({ id_clave, prefijo }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const key = found(await findKey(trx, id_clave));
    const scopes = scopesOf(key);
    await requireGiver(trx, context, scopes);
    const by = authorOf(context);
    const motivos = overRefusals(key, by.now);
    if (motivos.length > 0) throw new HttpError(409, { motivos });
    if (key.prefijo !== prefijo) throw changedMeanwhile();
    const { clave, ...secret } = newKey();
    await updateKey(
      trx,
      key.id,
      {
        ...secret,
        anterior_hash: key.secreto_hash,
        anterior_hasta: Math.min(key.vence, by.now + millisecondsInDay),
        vence: by.now + key.dias * millisecondsInDay,
      },
      by,
    );
    await notifyOfSecret(trx, context, scopes, `rotó la clave de integración «${key.prefijo}»`);
    return done('Copie la clave ahora: no se muestra otra vez. La anterior vale 24 horas más.', {
      clave,
    });
  });

const revoke: Operation<'/revocarClaveIntegracion'> = ({ id_clave }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const key = found(await findKey(trx, id_clave));
    await requireGiver(trx, context, []);
    const by = authorOf(context);
    const motivos = overRefusals(key, by.now);
    if (motivos.length > 0) throw new HttpError(409, { motivos });
    await updateKey(trx, key.id, { revocada: by.now }, by);
    return done(successes.updated);
  });

export const keyOperations = {
  '/clavesIntegracion': list,
  '/crearClaveIntegracion': create,
  '/rotarClaveIntegracion': rotate,
  '/revocarClaveIntegracion': revoke,
};
