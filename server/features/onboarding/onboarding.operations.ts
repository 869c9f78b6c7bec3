import { millisecondsInMinute } from 'date-fns/constants';
import { type OnboardingStep, onboardingSteps } from '#contract/calls/onboarding.calls.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { accounting, lacksAuthoriser, permissionsOf } from '#machines/domain/people/authority.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { paymentCodes } from '#machines/domain/payment/payment-states.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { exists } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict } from '../../platform/errors/http-error.ts';
import { type Operation, type SessionContext, done } from '../../platform/http/operation.ts';
import { peopleOfMoney } from '../accounts/user.repository.ts';
import { openings } from '../cases/stored-movement.ts';
import { testMail } from '../outbox/account-mails.ts';
import { queueMail } from '../outbox/outbox.repository.ts';
import { companyOf, followsPayments } from '../settings/settings.ts';

/** The profiles without which no store is created, or no box of it is paid. */
const neededProfiles = [2, 3, 8, 6] as const satisfies readonly ProfileId[];

const hasActive = (trx: Trx, table: 'empresas' | 'tiendas') =>
  exists(trx.selectFrom(table).select('id').where('active_', '=', 1));

async function missingCompany(trx: Trx, config: SessionContext['config']): Promise<string> {
  const { nombre, nit, ciudad } = await companyOf(trx, config);
  const missing = [
    ...(nombre === '' ? ['el nombre'] : []),
    ...(nit === '' ? ['el NIT'] : []),
    ...(ciudad === '' ? ['la ciudad'] : []),
  ];
  return missing.length === 0 ? '' : `Falta ${missing.join(', ')}`;
}

/** A format without categories offers nothing to its stores. */
async function missingCategories(trx: Trx): Promise<string> {
  const formats = await trx
    .selectFrom('formato_tienda')
    .where('active_', '=', 1)
    .select(({ exists: any, selectFrom }) => [
      'nombre',
      any(
        selectFrom('categoria_gasto')
          .select('categoria_gasto.id')
          .whereRef('id_formato', '=', 'formato_tienda.id')
          .where('categoria_gasto.active_', '=', 1),
      ).as('offers'),
    ])
    .orderBy('id')
    .execute();
  if (formats.length === 0) return 'Falta un formato con sus categorías';
  const empty = formats.filter(({ offers }) => !offers).map(({ nombre }) => nombre);
  return empty.length === 0 ? '' : `Faltan las categorías de ${empty.join(', ')}`;
}

/** What is missing, and the profile of the next missing person. */
interface Missing {
  falta: string;
  perfil?: ProfileId;
  autoriza?: 1;
}

async function missingPeople(trx: Trx): Promise<Missing> {
  const rows = await trx
    .selectFrom('usuarios')
    .select('tipo')
    .distinct()
    .where('active_', '=', 1)
    .where('eliminado', '=', 0)
    .execute();
  const present = new Set(rows.map(({ tipo }) => tipo));
  const missing = neededProfiles.filter((tipo) => !present.has(tipo));
  const [perfil] = missing;
  return perfil === undefined
    ? { falta: '' }
    : { falta: `Falta ${missing.map((tipo) => profiles[tipo].nombre).join(', ')}`, perfil };
}

async function missingPayers(trx: Trx): Promise<Missing> {
  const people = await peopleOfMoney(trx);
  const may = (name: string) =>
    people.some((one) => one.tipo === accounting && permissionsOf(one).includes(name));
  const prepares = may('giros');
  const missing = [
    ...(prepares ? [] : ['quien prepare giros']),
    ...(may('autorizarGiros') && !lacksAuthoriser(people) ? [] : ['quien autorice giros']),
  ];
  return missing.length === 0
    ? { falta: '' }
    : {
        falta: `Falta ${missing.join(' y ')}`,
        perfil: accounting,
        ...(prepares && { autoriza: 1 }),
      };
}

async function missingAccounts(trx: Trx): Promise<string> {
  const { stores } = await trx
    .selectFrom('tiendas')
    .where('active_', '=', 1)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('cuenta_tienda')
            .select('cuenta_tienda.id')
            .whereRef('cuenta_tienda.id_tienda', '=', 'tiendas.id')
            .where('cuenta_tienda.estado', '=', 'vigente')
            .where('cuenta_tienda.suspendida', '=', 0),
        ),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('stores'))
    .executeTakeFirstOrThrow();
  return stores === 0
    ? ''
    : `Falta la cuenta confirmada de ${counted(stores, 'tienda', 'tiendas')}`;
}

/** Stores whose fund nobody has counted: without a base, or without an opening and a first count. */
async function missingOpenings(trx: Trx): Promise<string> {
  const { stores } = await trx
    .selectFrom('tiendas')
    .where('active_', '=', 1)
    .where((of) =>
      of.or([
        of('base', '=', 0),
        of.not(
          of.or([
            of.exists(
              of
                .selectFrom('arqueo')
                .select('arqueo.id')
                .whereRef('arqueo.id_tienda', '=', 'tiendas.id'),
            ),
            of('tiendas.id', 'in', openings(trx).select('id_tienda')),
          ]),
        ),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('stores'))
    .executeTakeFirstOrThrow();
  return Number(stores) === 0
    ? ''
    : `Falta la apertura o el primer arqueo de ${counted(Number(stores), 'tienda', 'tiendas')}`;
}

async function missingMail(trx: Trx, { config }: Pick<SessionContext, 'config'>): Promise<string> {
  if (config.smtpUrl === null)
    return 'Al servidor le falta SMTP_URL: entregue las invitaciones con un enlace';
  const sent = await exists(trx.selectFrom('correo').select('id').where('estado', '=', 'enviado'));
  return sent ? '' : 'Falta que salga un correo: envíe uno de prueba';
}

/** A box was paid, or closed where payments are not followed. */
const isOver = (trx: Trx, follows: boolean): Promise<boolean> =>
  follows
    ? exists(
        trx
          .selectFrom('giro')
          .select('id')
          .where('id_caja', 'is not', null)
          .where('estado', 'in', paymentCodes('paid', 'received')),
      )
    : exists(trx.selectFrom('cajas').select('id').where('active', '=', boxStates.closed.codigo));

const onboarding: Operation<'/puestaEnMarcha'> = (_input, context) =>
  context.read(async (trx) => {
    const follows = await followsPayments(trx);
    if (await isOver(trx, follows)) return { terminada: 1 as const, pasos: [] };
    const hasStore = await hasActive(trx, 'tiendas');
    const missing: Record<OnboardingStep, string | Missing> = {
      empresa: await missingCompany(trx, context.config),
      correo: await missingMail(trx, context),
      categorias: await missingCategories(trx),
      personas: await missingPeople(trx),
      tiendas: hasStore ? '' : 'Falta la primera tienda',
      aperturas: hasStore ? await missingOpenings(trx) : 'Falta la primera tienda',
      envio: (await hasActive(trx, 'empresas')) ? '' : 'Falta una empresa de envío',
      giros: follows ? await missingPayers(trx) : '',
      cuentas: follows ? (hasStore ? await missingAccounts(trx) : 'Falta la primera tienda') : '',
    };
    return {
      terminada: 0 as const,
      pasos: onboardingSteps.map((paso) => {
        const found = missing[paso];
        const {
          falta,
          perfil = null,
          autoriza = 0 as const,
        } = typeof found === 'string' ? { falta: found } : found;
        return { paso, hecho: falta === '' ? (1 as const) : (0 as const), falta, perfil, autoriza };
      }),
    };
  });

/** /correoPrueba: at most one mail a minute for each user. */
const sendTestMail: Operation<'/correoPrueba'> = (_input, context) =>
  context.write(async (trx) => {
    const { config, session } = context;
    if (config.smtpUrl === null)
      throw conflict('sendsMails', 'Al servidor le falta SMTP_URL: no sale ningún correo.');
    const now = context.now();
    const clave = `prueba-${session.idUsuario}-${Math.floor(now / millisecondsInMinute)}`;
    await queueMail(trx, { ...testMail(session), clave }, now);
    return done(`Correo por enviar a ${session.email}: revise su buzón en un momento.`);
  });

export const onboardingOperations = {
  '/puestaEnMarcha': onboarding,
  '/correoPrueba': sendTestMail,
};
