/**
 * What the browser keeps of a session, under the names the specification gives. Nothing here opens
 * anything: the session itself is a cookie that scripts cannot read.
 */
import type { SessionFacts } from '#machines/flows/session-facts.ts';

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

/** The stored login flag: without it there is no session to ask the server for. */
export const isStoredLogin = (): boolean => localStorage.getItem('isLogin') === '1';
