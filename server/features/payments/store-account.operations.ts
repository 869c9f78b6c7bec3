/** Account of a store for its payments: an administrator proposes it, another person confirms it. */
import { type AnswerOf, calls, type RequestOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { proposalRefusals, resolutionRefusals } from '#machines/domain/payment/store-account.ts';
import { hasSomePermission } from '../../platform/access/call.policy.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, brokenRule, found } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { nameOfUser } from '../accounts/user.repository.ts';
import { freshUntilOf } from '../cases/payment.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { lockName } from '../../platform/database/row-lock.ts';
import { mailAccount } from './payment-mails.ts';
import {
  maskedAccount,
  type AccountRow,
  accountsOfStore,
  allBanks,
  findAccount,
  insertAccount,
  proposedAccounts,
  updateAccount,
} from './payments.repository.ts';

type Account = NonNullable<AnswerOf<'/cuentaTienda'>['vigente']>;

/** @param whole the caller sees the whole number */
const accountAnswer = (row: AccountRow & { creada_por: string }, whole: boolean): Account => ({
  id: row.id,
  via: row.via as Account['via'],
  banco: row.banco,
  id_banco: row.id_banco,
  tipo_cuenta: row.tipo_cuenta,
  cuenta: maskedAccount(row.numero),
  titular: row.titular,
  tipo_doc: row.tipo_doc,
  documento: row.documento,
  creada: dateTimeInBogota(row.creada),
  creada_por: row.creada_por,
  id_creada_por: row.id_usuario,
  numero: whole ? row.numero : '',
});

/** Who may confirm a proposal sees its whole number; its proposer may not. */
const proposalAnswer = (row: AccountRow & { creada_por: string }, { session }: SessionContext) =>
  accountAnswer(
    row,
    hasSomePermission(session, calls['/resolverCuenta'].who) &&
      row.id_usuario !== session.idUsuario,
  );

const account: Operation<'/cuentaTienda'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, id_tienda);
    const rows = await accountsOfStore(trx, store.id);
    const inForce = rows.find(({ estado }) => estado === 'vigente');
    const proposed = rows.find(({ estado }) => estado === 'propuesta');
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      vigente: inForce === undefined ? null : accountAnswer(inForce, false),
      propuesta: proposed === undefined ? null : proposalAnswer(proposed, context),
      bancos: await allBanks(trx),
      reciente_hasta: await freshUntilOf(trx, session.idUsuario, context.now()),
    };
  });

const proposals: Operation<'/cuentasPropuestas'> = (_input, context) =>
  context.read(async (trx) => {
    const { session } = context;
    const rows = await proposedAccounts(trx, session);
    return {
      cuentas: rows.map(({ tienda, ...row }) => ({
        id_tienda: row.id_tienda,
        tienda,
        ...proposalAnswer(row, context),
      })),
      reciente_hasta: await freshUntilOf(trx, session.idUsuario, context.now()),
    };
  });

/** Columns of a bank of the catalogue. @throws HttpError 422 for an unknown code */
async function bankOf(trx: Trx, id: number | undefined) {
  if (id === undefined) return { id_banco: null, banco: '', codigo_banco: '' };
  const bank = (await allBanks(trx)).find((one) => one.id === id);
  if (bank === undefined) throw brokenRule('id_banco', 'Elija un banco de la lista.');
  return { id_banco: bank.id, banco: bank.nombre, codigo_banco: String(bank.id) };
}

/** @throws HttpError 404 for a store that the session does not see, 422 @returns id of the proposal */
export async function proposeAccount(
  trx: Trx,
  context: SessionContext,
  form: RequestOf<'/proponerCuenta'>,
): Promise<number> {
  const { session } = context;
  const store = await storeInScope(trx, session, form.id_tienda);
  const motivos = proposalRefusals(form);
  if (motivos.length > 0) throw new HttpError(422, { motivos });
  await lockName(trx, `cuenta_tienda ${store.id}`);
  const before = (await accountsOfStore(trx, store.id)).find(
    ({ estado }) => estado === 'propuesta',
  );
  const by = authorOf(context);
  const resolved = { resuelta: context.now(), id_usuario_resuelve: session.idUsuario };
  // A new proposal replaces the pending one.
  if (before) await updateAccount(trx, before.id, { estado: 'rechazada', ...resolved }, by);
  const row = {
    id_tienda: store.id,
    via: form.via,
    ...(await bankOf(trx, form.id_banco)),
    tipo_cuenta: form.tipo_cuenta ?? '',
    numero: form.numero ?? '',
    titular: form.titular?.trim() ?? '',
    tipo_doc: form.tipo_doc ?? '',
    documento: form.documento ?? '',
    estado: 'propuesta' as const,
    creada: context.now(),
    id_usuario: session.idUsuario,
    resuelta: null,
    id_usuario_resuelve: null,
    suspendida: 0 as const,
  };
  const id_cuenta = await insertAccount(trx, row, by);
  await mailAccount(trx, context, row, await nameOfUser(trx, session.idUsuario), 'proposed');
  return id_cuenta;
}

const propose: Operation<'/proponerCuenta'> = (form, context) =>
  context.write(async (trx) =>
    done(successes.saved, { id_cuenta: await proposeAccount(trx, context, form) }),
  );

/**
 * Ends a proposal; the proposer may withdraw it, but never confirm it.
 *
 * @param ofSeveral the refusal names the store
 * @throws HttpError 403 or 404 for a store that the session does not see, 409
 */
async function resolveAccount(
  trx: Trx,
  context: SessionContext,
  { id_cuenta, confirma }: RequestOf<'/resolverCuenta'>,
  ofSeveral = false,
): Promise<void> {
  const { session } = context;
  const actor = actorOf(session);
  const { id_tienda } = found(await findAccount(trx, id_cuenta));
  const store = await storeInScope(trx, session, id_tienda);
  await lockName(trx, `cuenta_tienda ${id_tienda}`);
  const proposed = found(await findAccount(trx, id_cuenta));
  const proposedBy = proposed.estado === 'propuesta' ? proposed.id_usuario : null;
  const until = await freshUntilOf(trx, actor.id, context.now());
  const motivos = resolutionRefusals(proposedBy, { actor, confirma, until });
  if (motivos.length > 0)
    throw new HttpError(409, {
      motivos: ofSeveral
        ? motivos.map((one) => ({ ...one, mensaje: `${store.nombre}: ${one.mensaje}` }))
        : motivos,
    });
  const by = authorOf(context);
  const resolved = { resuelta: context.now(), id_usuario_resuelve: session.idUsuario };
  if (confirma === 1) {
    const inForce = (await accountsOfStore(trx, id_tienda)).find(
      ({ estado }) => estado === 'vigente',
    );
    if (inForce) await updateAccount(trx, inForce.id, { estado: 'anterior' }, by);
  }
  const ending = proposedBy === actor.id ? 'withdrawn' : 'rejected';
  const change = confirma === 1 ? 'confirmed' : ending;
  await mailAccount(trx, context, proposed, await nameOfUser(trx, actor.id), change);
  const estado = confirma === 1 ? 'vigente' : 'rechazada';
  await updateAccount(trx, id_cuenta, { estado, suspendida: 0, ...resolved }, by);
}

const resolve: Operation<'/resolverCuenta'> = (input, context) =>
  context.write(async (trx) => {
    await resolveAccount(trx, context, input);
    return done(successes.saved);
  });

/** /confirmarCuentas: in the order of their ids, so that two lists wait for one another instead of blocking each other. */
const confirmAll: Operation<'/confirmarCuentas'> = ({ cuentas }, context) =>
  context.write(async (trx) => {
    const ids = [...new Set(cuentas)].toSorted((one, other) => one - other);
    for (const id_cuenta of ids)
      await resolveAccount(trx, context, { id_cuenta, confirma: 1 }, true);
    return done(successes.saved, { confirmadas: ids.length });
  });

export const storeAccountOperations = {
  '/cuentaTienda': account,
  '/proponerCuenta': propose,
  '/resolverCuenta': resolve,
  '/cuentasPropuestas': proposals,
  '/confirmarCuentas': confirmAll,
};
