import { type ProfileId, profiles, type SignIn } from '#machines/domain/people/profiles.ts';

/** The signed-in person, read from the session's row at every request. */
export interface Session {
  /** Key of the session's row. */
  id: number;
  idUsuario: number;
  nombre: string;
  email: string;
  profile: ProfileId;
  permisos: readonly string[];
  /** The absent people for whom the person decides today. */
  representa: readonly number[];
  /** A password change is pending: nothing but it is allowed. */
  cambiarClave: boolean;
  /** How the person signed in. */
  metodo: SignIn;
  /** A second factor is required and not there: nothing but switching it on is allowed. */
  debeInscribir: boolean;
}

/** The session of somebody with the permissions of the profile alone, for whom nothing is pending. */
export const plainSession = (
  person: Pick<Session, 'id' | 'idUsuario' | 'nombre' | 'email' | 'profile'>,
): Session => ({
  ...person,
  permisos: profiles[person.profile].permisos,
  representa: [],
  cambiarClave: false,
  metodo: 'clave',
  debeInscribir: false,
});

/** A person as the limits of what is seen know one. */
export type Viewer = Pick<Session, 'idUsuario' | 'profile' | 'representa'>;
