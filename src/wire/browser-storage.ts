import type { PersonField } from '#contract/wire.ts';
import { parsePermissions } from '#machines/domain/people/profiles.ts';
import type { SessionLimits } from '#machines/flows/session/session-limits.ts';
import type { SessionFacts } from '#machines/flows/session/session.setup.ts';

/** Texts in the local storage, which may be forbidden or full. */

/** Null when nothing is stored. */
export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null also for invalid JSON. */
export function storedJson(name: string): unknown {
  try {
    return JSON.parse(storedText(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @param text null removes it @returns false when the browser did not store it */
export function storeText(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The values of a session in the browser, under the names of the specification and with its end. They grant no access:
 * the session is a cookie that scripts cannot read.
 */

const names = [
  'isLogin',
  'id_usuario',
  'tipoperfil_id',
  'permisos',
  'email',
  'cambiar_clave',
  'vence',
  'inactividad',
] as const;

/** The name of the last answer: its instant by the server's clock, and the difference of the clocks. */
const contactName = 'ultima_respuesta';

/** The last answer to this tab, as it is stored. */
let lastContact: string | null = null;

export function storeSession(facts: SessionFacts): void {
  const values: Record<(typeof names)[number], string> = {
    isLogin: '1',
    id_usuario: String(facts.id_usuario),
    tipoperfil_id: String(facts.tipoperfil_id),
    permisos: facts.permisos.join(','),
    email: facts.email,
    cambiar_clave: facts.cambiar_clave,
    vence: String(facts.vence),
    inactividad: String(facts.inactividad),
  };
  for (const name of names) localStorage.setItem(name, values[name]);
  // Without a network the session is stored again and nothing was answered.
  if (lastContact !== null) storeText(contactName, lastContact);
}

export function clearStoredSession(): void {
  for (const name of [...names, contactName]) localStorage.removeItem(name);
}

/** The permissions stored with the session; the answer of the server overrides them. */
export const storedPermissions = (): string[] =>
  parsePermissions(localStorage.getItem('permisos') ?? '');

/** Set while a sign-out is not confirmed by the server. */
const signOutFlag = 'cierre_pendiente';

export const isSignOutStored = (): boolean => storedText(signOutFlag) !== null;
export const storeSignOut = (isPending: boolean): boolean =>
  storeText(signOutFlag, isPending ? '1' : null);

/** The stored login flag: without it there is no session to ask the server for. */
export const isStoredLogin = (): boolean =>
  localStorage.getItem('isLogin') === '1' && !isSignOutStored();

/** Notes that the cookie has a session which this device has not stored; the server is asked for its user. */
export const adoptSession = (): void => localStorage.setItem('isLogin', '1');

/** The ids of the stored user under every name that calls use for them; undefined when no user is stored. */
export function storedIds(): Record<PersonField, number | undefined> {
  const idOf = (name: (typeof names)[number]) => Number(localStorage.getItem(name)) || undefined;
  const [id_usuario, tipoperfil_id] = [idOf('id_usuario'), idOf('tipoperfil_id')];
  return { usuario_accion: id_usuario, id_usuario, tipo_perfil: tipoperfil_id, tipoperfil_id };
}

/**
 * Notes the instant of an answer, and stores it while a session is stored.
 *
 * @param difference milliseconds by which the server's clock is later than that of this computer
 */
export function storeContact(instant: number, difference: number): void {
  lastContact = JSON.stringify([instant, difference]);
  if (storedText('isLogin') === '1') storeText(contactName, lastContact);
}

/** What this device knows about the end of the session. */
export function storedLimits(): SessionLimits {
  const stored: unknown = storedJson(contactName);
  const [contact, difference] = Array.isArray(stored) ? stored.map(Number) : [];
  return {
    contact: contact ?? Number.NaN,
    now: Date.now() + (difference ?? Number.NaN),
    vence: Number(storedText('vence')),
    inactividad: Number(storedText('inactividad')),
  };
}

/** Marks the session as expired without a sign-out: the other tabs then ask for the password on their screen. */
export const endStoredSession = (): void => localStorage.setItem('isLogin', '0');

/** What happened outside of this page to the session that all tabs share. */
type SessionElsewhere = 'opened' | 'ended' | 'closed';

/** The events at which a page compares itself with the stored flag, which this tab may have changed without an event. */
const looks = ['click', 'hashchange', 'focus'] as const;

/** Meaning of the flag, for a page with a user. */
const meaningOfFlag = (isLogin: string | null): SessionElsewhere => {
  if (isLogin === '1') return 'opened';
  return isLogin === '0' ? 'ended' : 'closed';
};

function meaningOf({ key, newValue }: StorageEvent): SessionElsewhere | null {
  if (key === null) return 'closed';
  if (key === signOutFlag && newValue === null) return 'closed';
  if (key === 'id_usuario' && newValue !== null) return 'opened';
  if (key !== 'isLogin') return null;
  return meaningOfFlag(newValue);
}

/**
 * @param hasUser true while the page has a user: only then a missing flag is a change
 * @returns a function that removes the listener
 */
export function whenSessionChangesElsewhere(
  listener: (change: SessionElsewhere) => void,
  hasUser: () => boolean,
): () => void {
  const heard = (event: StorageEvent) => {
    const change = meaningOf(event);
    if (change !== null) listener(change);
  };
  const looked = () => {
    const meaning = meaningOfFlag(storedText('isLogin'));
    if (hasUser() && meaning !== 'opened') listener(meaning);
  };
  window.addEventListener('storage', heard);
  for (const event of looks) window.addEventListener(event, looked, { capture: true });
  return () => {
    window.removeEventListener('storage', heard);
    for (const event of looks) window.removeEventListener(event, looked, { capture: true });
  };
}
