/** Vales of a store: given, returned, listed and printed. */
import { successes } from '#contract/errors.ts';
import { listedCounts } from '#contract/calls/fund.calls.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { brokenRule, found } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { nameOfUser } from '../accounts/user.repository.ts';
import { fundOfStore, lockFund, moneyOnItsWay } from '../cases/fund.repository.ts';
import { findVale, insertVale, settleVale, storedValeAfter } from '../cases/vale.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { companyLine, companyLogo } from '../settings/settings.ts';
import { drawVale } from './draw-vale.ts';

/** Centavos that the drawer should have. */
async function cashInDrawer(trx: Trx, idTienda: number): Promise<number> {
  const { disponible } = await fundOfStore(trx, idTienda);
  return disponible - (await moneyOnItsWay(trx, idTienda)).sinRecibir;
}

/** The last vales of a store, newest first, with who gave each. */
const lastVales = (trx: Trx, idTienda: number) =>
  trx
    .selectFrom('vale')
    .innerJoin('usuarios', 'usuarios.id', 'vale.id_usuario')
    .select(['vale.id', 'vale.valor', 'vale.persona', 'vale.motivo', 'vale.dia'])
    .select(['vale.estado', 'vale.id_gasto', 'usuarios.razon_social as dio'])
    .where('vale.id_tienda', '=', idTienda)
    .orderBy('vale.id', 'desc')
    .limit(listedCounts)
    .execute();

const vales: Operation<'/vales'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const rows = await lastVales(trx, store.id);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      active_: store.active_,
      en_cajon: toPesos(await cashInDrawer(trx, store.id)),
      vales: rows.map((row) => ({ ...row, valor: toPesos(row.valor) })),
    };
  });

const give: Operation<'/darVale'> = ({ id_tienda, valor, persona, dia, motivo }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, id_tienda);
    await lockFund(trx, store.id);
    const facts = {
      inDrawer: await cashInDrawer(trx, store.id),
      isActiveStore: store.active_ === 1,
    };
    const actor = actorOf(session);
    const event = { type: 'VALE.GIVE', actor, valor: toCentavos(valor), persona } as const;
    const { codigo: estado } = storedValeAfter('requested', facts, event);
    if (dia > dateInBogota(context.now()))
      throw brokenRule('dia', 'El día no puede ser posterior a hoy.');
    const vale = {
      id_tienda: store.id,
      valor: event.valor,
      persona: persona.trim(),
      motivo: motivo?.trim() ?? '',
      dia,
      estado,
      creado: context.now(),
      id_usuario: session.idUsuario,
    };
    return done(successes.saved, { id_vale: await insertVale(trx, vale, authorOf(context)) });
  });

/** A vale with its store. @throws HttpError 404 for a vale that the session does not see */
async function valeInScope(trx: Trx, { session }: Pick<SessionContext, 'session'>, id: number) {
  const vale = found(await findVale(trx, id));
  const store = await storeInScope(trx, session, vale.id_tienda).catch(() => undefined);
  return { vale, store: found(store) };
}

const giveBack: Operation<'/devolverVale'> = ({ id_vale }, context) =>
  context.write(async (trx) => {
    const { store } = await valeInScope(trx, context, id_vale);
    await lockFund(trx, store.id);
    const event = { type: 'VALE.RETURN', actor: actorOf(context.session) } as const;
    await settleVale(trx, { id: id_vale, idTienda: store.id }, event, authorOf(context));
    return done(successes.saved);
  });

/** A vale as PDF, with lines to sign. */
export const printedVale = (context: SessionContext, idVale: number): Promise<Buffer> =>
  context.read(async (trx) => {
    const { vale, store } = await valeInScope(trx, context, idVale);
    const dio = await nameOfUser(trx, vale.id_usuario);
    const empresa = await companyLine(trx, context.config);
    const logo = await companyLogo(trx);
    return drawVale({ ...vale, tienda: store.nombre, empresa, logo, dio }, context.now());
  });

export const valeOperations = {
  '/vales': vales,
  '/darVale': give,
  '/devolverVale': giveBack,
};
