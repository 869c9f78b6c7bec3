import { successes } from '#contract/errors.ts';
import { administrator, grantRefusals } from '#machines/domain/people/authority.ts';
import { groupProfiles, holdsPosts } from '#machines/domain/people/company-sign-in.ts';
import { isProfileId } from '#machines/domain/people/profiles.ts';
import { currentVersion, requireSeen } from '../../platform/database/record-version.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, conflict } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { lockHolder, usersOfProfile } from '../accounts/user.repository.ts';
import { companySignInOf, setSetting } from '../settings/settings.ts';
import { hasIdentity } from './admit.ts';
import { issuerOf, tryClient } from './provider.ts';
import { joiningTicket, logoutAddress, returnAddress, startPath } from './routes.ts';

const flagOf = (holds: boolean): 0 | 1 => (holds ? 1 : 0);

/** Administrators who have chosen a password, one of whom always signs in with it. */
const administratorsWithPassword = async (trx: Trx) =>
  (await usersOfProfile(trx, administrator)).filter(({ cambiar_clave }) => cambiar_clave === 0);

const companySignIn: Operation<'/ingresoCompania'> = (_input, { read, config }) =>
  read(async (trx) => {
    const version = await currentVersion(trx);
    const settings = await companySignInOf(trx);
    const administradores = (await administratorsWithPassword(trx)).map(({ id, razon_social }) => ({
      id,
      nombre: razon_social,
    }));
    return {
      version,
      ...settings,
      activo: flagOf(settings.activo),
      secreto: flagOf(config.oidcClientSecret !== null),
      regreso: returnAddress(config),
      salida: logoutAddress(config),
      administradores,
    };
  });

const sentences = {
  issuer: 'Para encender el ingreso faltan el emisor y la identificación del cliente.',
  profile: 'Un grupo no puede dar el perfil de administrador.',
  repeated: 'Un grupo está dos veces.',
  comma: 'El nombre de un grupo no puede tener comas.',
  stores: 'Solo los perfiles con tiendas a cargo llevan tiendas: los demás ven las de su perfil.',
  lastDoor:
    'Para quitar la contraseña a un perfil elija al administrador que siempre puede ingresar con ella.',
} as const;

type Form = Parameters<Operation<'/guardarIngresoCompania'>>[0];

/** @throws HttpError 422 */
function requireGroups(holder: Parameters<typeof grantRefusals>[0], { grupos }: Form): void {
  const names = grupos.map(({ grupo }) => grupo.trim());
  if (new Set(names).size < names.length) throw brokenRule('grupos', sentences.repeated);
  if (names.some((name) => name.includes(','))) throw brokenRule('grupos', sentences.comma);
  for (const { tipo, tiendas } of grupos) {
    if (!isProfileId(tipo) || !groupProfiles.includes(tipo))
      throw brokenRule('grupos', sentences.profile);
    if (tiendas.trim() !== '' && !holdsPosts(tipo)) throw brokenRule('grupos', sentences.stores);
    const [refusal] = grantRefusals(holder, { tipo, permisos: null });
    if (refusal) throw brokenRule('grupos', refusal.mensaje);
  }
}

const saveCompanySignIn: Operation<'/guardarIngresoCompania'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const holder = await lockHolder(trx, session);
    requireGroups(holder, input);
    await requireSeen(trx, { ...session, version: input.version }, { config: () => true });
    if (input.activo === 1 && (input.emisor === '' || input.cliente.trim() === ''))
      throw brokenRule('emisor', sentences.issuer);
    const administrators = await administratorsWithPassword(trx);
    const keeper = administrators.find(({ id }) => id === input.administrador);
    if (input.sin_clave.length > 0 && keeper === undefined)
      throw brokenRule('administrador', sentences.lastDoor);
    const by = authorOf(context);
    const grupos = input.grupos.map(({ grupo, tipo, tiendas }) => ({
      grupo: grupo.trim(),
      tipo,
      tiendas: tiendas.trim(),
    }));
    await setSetting(trx, 'oidc_activo', String(input.activo), by);
    await setSetting(trx, 'oidc_emisor', input.emisor.trim(), by);
    await setSetting(trx, 'oidc_cliente', input.cliente.trim(), by);
    await setSetting(trx, 'oidc_dato_grupos', input.dato_grupos.trim(), by);
    await setSetting(trx, 'oidc_nuevos', input.nuevos, by);
    await setSetting(trx, 'oidc_grupos', JSON.stringify(grupos), by);
    await setSetting(trx, 'oidc_sin_clave', input.sin_clave.join(','), by);
    await setSetting(trx, 'oidc_administrador', String(keeper?.id ?? ''), by);
    return done(successes.saved);
  });

const tryCompanySignIn: Operation<'/probarIngresoCompania'> = async (input, { config }) => {
  const { msg, ...found } = await tryClient(input, config.oidcClientSecret, returnAddress(config));
  return done(msg, found);
};

const ownAccount: Operation<'/miCuentaCompania'> = (_input, { read, session }) =>
  read(async (trx) => {
    const { activo, emisor } = await companySignInOf(trx);
    const unida = activo && (await hasIdentity(trx, session.idUsuario, issuerOf(emisor)));
    return { activo: flagOf(activo), unida: flagOf(unida) };
  });

const joinAccount: Operation<'/unirCuentaCompania'> = (_input, context) =>
  context.write(async (trx) => {
    const { session, now } = context;
    const { activo, emisor } = await companySignInOf(trx);
    if (!activo)
      throw conflict('companySignInIsOn', 'El ingreso con la cuenta de la compañía está apagado.');
    if (await hasIdentity(trx, session.idUsuario, issuerOf(emisor)))
      throw conflict('accountIsFree', 'Ya ingresa con la cuenta de la compañía.');
    const ticket = await joiningTicket(trx, session.id, now());
    const direccion = `${startPath}?union=${ticket}`;
    return done('Ingrese ahora con su cuenta de la compañía.', { direccion });
  });

export const companySignInOperations = {
  '/ingresoCompania': companySignIn,
  '/guardarIngresoCompania': saveCompanySignIn,
  '/probarIngresoCompania': tryCompanySignIn,
  '/miCuentaCompania': ownAccount,
  '/unirCuentaCompania': joinAccount,
};
