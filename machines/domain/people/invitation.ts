/**
 * Invitation: the link by which a person chooses the first password. The screens ask it to offer one, the server before it
 * sends or takes one.
 */
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { dateTimeInBogota, shortDateTime } from '../values/bogota-time.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';

/** How long its link may be used, milliseconds. */
export const INVITATION_LIFE = 3 * millisecondsInDay;

/** Asked for again so soon, the one that is on its way is enough, milliseconds. */
export const INVITATION_PAUSE = millisecondsInMinute;

/** An invitation as it is saved; instants, null for what did not happen. */
interface Invitation {
  vence: number;
  usada: number | null;
  retirada: number | null;
}

/** A user as the rule of inviting knows one. */
interface Invited {
  active_: number;
  /** 1: the password is not the person's own choice. */
  cambiar_clave: number;
}

export const invitationMessages = {
  inactive: 'Active primero al usuario: quien está inactivo no puede entrar.',
  hasChosen:
    'La persona ya eligió su contraseña. Si la olvidó, puede restablecerla en la página de ingreso.',
  used: 'Esta invitación ya se usó. Ingrese con su contraseña; si la olvidó, restablézcala en la página de ingreso.',
  withdrawn:
    'Esta invitación ya no sirve: se reemplazó por una más reciente o se retiró. Busque el último correo, o pida otra a quien administra los usuarios.',
  unknown:
    'Este enlace no es válido. Ábralo completo, como llegó en el correo, o pida otra invitación a quien administra los usuarios.',
} as const;

/** Why a user cannot be invited. */
export function invitingRefusals({ active_, cambiar_clave }: Invited): FailedGuard[] {
  if (active_ !== 1) return [{ guardia: 'userIsActive', mensaje: invitationMessages.inactive }];
  return refusedIf(cambiar_clave !== 1, 'hasNotChosen', invitationMessages.hasChosen);
}

/** Why an invitation that was really sent no longer opens anything. */
export function invitationRefusals(
  { vence, usada, retirada }: Invitation,
  now: number,
): FailedGuard[] {
  if (usada !== null) return [{ guardia: 'isUnused', mensaje: invitationMessages.used }];
  if (retirada !== null) return [{ guardia: 'isInForce', mensaje: invitationMessages.withdrawn }];
  return refusedIf(
    now >= vence,
    'isInTime',
    `Esta invitación venció el ${shortDateTime(dateTimeInBogota(vence))}. Pida otra a quien administra los usuarios.`,
  );
}

/** How an invitation stands, for people; '' without one. @param invitacion the last one that is open, its texts '' without */
export const invitationInWords = (
  invitacion: { enviada: string; vence: string; vencida: number } | null,
): string => {
  if (invitacion === null || invitacion.enviada === '') return '';
  const { enviada, vence, vencida } = invitacion;
  return vencida === 1
    ? `La invitación venció el ${shortDateTime(vence)}`
    : `Invitación enviada el ${shortDateTime(enviada)} · vence el ${shortDateTime(vence)}`;
};
