import type { AnswerOf } from '#contract/contract.ts';
import type { Row } from '../../platform/database/schema.ts';
import { permissionsOf } from '#machines/domain/people/authority.ts';
import { usualHours, type WorkingHours } from '#machines/domain/values/working-time.ts';
import { isProfileId, profiles } from '#machines/domain/people/profiles.ts';

interface SignedIn {
  idUsuario: number;
  nombre: string;
  email: string;
  profile: number;
  permisos: readonly string[];
  cambiarClave: boolean;
  debeInscribir: boolean;
}

/** Answer that says who is signed in. */
export const sessionAnswer = (
  person: SignedIn,
  horario: WorkingHours,
  msg: string,
): AnswerOf<'/auth/sesion'> => [
  {
    status: '200',
    msg,
    email: person.email,
    cambiar_clave: person.cambiarClave ? 'si' : 'no',
    permisos: person.permisos.join(','),
    nombre: person.nombre,
    id_usuario: person.idUsuario,
    tipoperfil_id: person.profile,
    tipoperfil_nombre: isProfileId(person.profile) ? profiles[person.profile].nombre : '',
    ...(horario !== usualHours && { horario }),
    ...(person.debeInscribir && { segundo_factor: 'inscribir' as const }),
  },
];

/** The answer to whoever has just signed in. */
export const signedInAnswer = (
  user: Row<'usuarios'>,
  due: Pick<SignedIn, 'cambiarClave' | 'debeInscribir'>,
  horario: WorkingHours,
): AnswerOf<'/auth/user'> =>
  sessionAnswer(
    {
      idUsuario: user.id,
      nombre: user.razon_social,
      email: user.email,
      profile: user.tipo,
      permisos: permissionsOf(user),
      ...due,
    },
    horario,
    'Bienvenido',
  );
