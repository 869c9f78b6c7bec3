import type { PersonField } from '#contract/wire.ts';
import { parsePermissions } from '#machines/domain/people/profiles.ts';
import type { SessionFacts } from '#machines/flows/session/session.setup.ts';

/** Texts that this browser keeps, until somebody forbids it or it is full. */

/** Null where nothing is saved. */
export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null too for what is no JSON. */
export function storedJson(name: string): unknown {
  try {
    return JSON.parse(storedText(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @param text null removes it @returns false when the browser did not keep it */
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
 * The values of a session in the browser, under the names the specification gives. Nothing here opens
 * anything: the session itself is a cookie that scripts cannot read.
 */

const names = [
  'isLogin',
  'id_usuario',
  'tipoperfil_id',
  'permisos',
  'email',
  'cambiar_clave',
] as const;

export function storeSession(facts: SessionFacts): void {
  const values: Record<(typeof names)[number], string> = {
    isLogin: '1',
    id_usuario: String(facts.id_usuario),
    tipoperfil_id: String(facts.tipoperfil_id),
    permisos: facts.permisos.join(','),
    email: facts.email,
    cambiar_clave: facts.cambiar_clave,
  };
  for (const name of names) localStorage.setItem(name, values[name]);
}

export function clearStoredSession(): void {
  for (const name of names) localStorage.removeItem(name);
}

/** The permissions as they were stored with the session; the server's answer decides. */
export const storedPermissions = (): string[] =>
  parsePermissions(localStorage.getItem('permisos') ?? '');

/** The session was left, and the server has not confirmed its end. */
const signOutFlag = 'cierre_pendiente';

export const isSignOutStored = (): boolean => storedText(signOutFlag) !== null;
export const storeSignOut = (isPending: boolean): boolean =>
  storeText(signOutFlag, isPending ? '1' : null);

/** The stored login flag: without it there is no session to ask the server for. */
export const isStoredLogin = (): boolean =>
  localStorage.getItem('isLogin') === '1' && !isSignOutStored();

/** The ids of the stored person under every name that calls give them; undefined while nobody is. */
export function storedIds(): Record<PersonField, number | undefined> {
  const idOf = (name: (typeof names)[number]) => Number(localStorage.getItem(name)) || undefined;
  const [id_usuario, tipoperfil_id] = [idOf('id_usuario'), idOf('tipoperfil_id')];
  return { usuario_accion: id_usuario, id_usuario, tipo_perfil: tipoperfil_id, tipoperfil_id };
}

/** The session is over, but not by a logout: the other tabs then ask for the password in place. */
export const endStoredSession = (): void => localStorage.setItem('isLogin', '0');

/** Reports what another tab of this browser did with the session that all of them share. */
type SessionElsewhere = 'opened' | 'ended' | 'closed';

function meaningOf({ key, newValue }: StorageEvent): SessionElsewhere | null {
  if (key === null) return 'closed';
  if (key === signOutFlag && newValue === null) return 'closed';
  if (key === 'id_usuario' && newValue !== null) return 'opened';
  if (key !== 'isLogin') return null;
  if (newValue === null) return 'closed';
  return newValue === '1' ? 'opened' : 'ended';
}

/** @returns how to stop listening */
export function whenSessionChangesElsewhere(
  listener: (change: SessionElsewhere) => void,
): () => void {
  const heard = (event: StorageEvent) => {
    const change = meaningOf(event);
    if (change !== null) listener(change);
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
