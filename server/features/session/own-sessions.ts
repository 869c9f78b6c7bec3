import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { IDLE_LIMIT } from '../accounts/session.policy.ts';
import { deleteSessionsOf, openSessionsOf } from '../accounts/session.repository.ts';
import { done, type Operation } from '../../platform/http/operation.ts';

/** Name of a browser by its own words; the first that fits, since most claim to be several. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (signs: typeof browsers, agent: string): string | undefined =>
  signs.find(([sign]) => sign.test(agent))?.[1];

/** `Chrome en Windows`; for people, who should recognise a device of theirs or not. */
export function agentWords(agent: string): string {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)];
  if (browser === undefined && system === undefined) return 'Equipo desconocido';
  if (system === undefined) return browser ?? '';
  return `${browser ?? 'Otro navegador'} en ${system}`;
}

/** Rows that a person looks through; closing the others closes all of them, also those beyond. */
const SHOWN = 100;

/** /misSesiones: the one that asks first, then the last used. */
export const ownSessions: Operation<'/misSesiones'> = async (_input, context) => {
  const { session } = context;
  const now = context.now();
  const rows = await context.read((trx) =>
    openSessionsOf(trx, session, { now, seenBefore: now - IDLE_LIMIT, limit: SHOWN }),
  );
  return rows.map(({ id, agente, ip, creada, vista }) => ({
    id,
    equipo: agentWords(agente),
    ip,
    desde: dateTimeInBogota(creada),
    ultima_actividad: dateTimeInBogota(vista),
    actual: id === session.id ? 1 : 0,
  }));
};

const closedMessage = (count: number): string =>
  ({ 0: 'No había otras sesiones abiertas.', 1: 'Se cerró la otra sesión.' })[count] ??
  `Se cerraron las otras ${count} sesiones.`;

/** /cerrarOtrasSesiones: every session of the person but the one that asks. */
export const closeOtherSessions: Operation<'/cerrarOtrasSesiones'> = async (_input, context) => {
  const { id: current, idUsuario } = context.session;
  const cerradas = await context.write((trx) => deleteSessionsOf(trx, idUsuario, current));
  return done(closedMessage(cerradas), { cerradas });
};
