/**
 * Invitation: the link with which a user chooses the first password. Screens use these rules to offer one, the server
 * before it sends or accepts one.
 */
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { dateTimeInBogota, shortDateTime } from '../values/bogota-time.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';

/** Validity of the link, milliseconds. */
export const INVITATION_LIFE = 3 * millisecondsInDay;

/** Minimum time between two invitations, milliseconds; an earlier request sends no new mail. */
export const INVITATION_PAUSE = millisecondsInMinute;

/** A stored invitation; instants, null for an event that has not happened. */
interface Invitation {
  vence: number;
  usada: number | null;
  retirada: number | null;
}

/** A user, for the rule about invitations. */
interface Invited {
  active_: number;
  /** 1: the user has not chosen the password. */
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

/** Why an existing invitation can no longer be used. */
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

/** Status of an invitation in words; '' without one. @param invitacion the open one, or one with empty texts */
export const invitationInWords = (
  invitacion: { enviada: string; vence: string; vencida: number } | null,
): string => {
  if (invitacion === null || invitacion.enviada === '') return '';
  const { enviada, vence, vencida } = invitacion;
  return vencida === 1
    ? `La invitación venció el ${shortDateTime(vence)}`
    : `Invitación enviada el ${shortDateTime(enviada)} · vence el ${shortDateTime(vence)}`;
};
