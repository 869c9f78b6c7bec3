/**
 * Invitation: the link with which a user chooses the first password. Screens use these rules to offer one, the server
 * before it sends or accepts one.
 */
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { dateTimeInBogota, shortDateTime } from '../values/bogota-time.ts';
import type { invitationStates } from '#contract/calls/invitations.calls.ts';
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

/** As the calls answer it. */
export interface InvitationStatus {
  estado: (typeof invitationStates)[number];
  desde: string;
  vence: string;
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

/** Status of an invitation in words; '' without one. */
export function invitationInWords(invitacion: InvitationStatus | null): string {
  if (invitacion === null) return '';
  const { estado, desde, vence } = invitacion;
  const until = `vence el ${shortDateTime(vence)}`;
  const words = {
    ninguna: () => '',
    porEnviar: () => `Invitación por enviar · ${until}`,
    enviada: () => `Invitación enviada el ${shortDateTime(desde)} · ${until}`,
    enlace: () => `Enlace creado el ${shortDateTime(desde)} · ${until}`,
    vencida: () => `La invitación venció el ${shortDateTime(vence)}`,
  } satisfies Record<InvitationStatus['estado'], () => string>;
  return words[estado]();
}

/** Nobody has the link of this person yet: the mail waits, or the link is no longer valid. */
export const lacksLink = ({ estado }: InvitationStatus): boolean =>
  estado === 'porEnviar' || estado === 'vencida';

/** A link to hand over, with the person that it is for. */
export interface InvitationLink {
  nombre: string;
  celular: string;
  enlace: string;
  vence: string;
}

/** The message that hands a link over. */
export const messageWithLink = ({ nombre, enlace, vence }: InvitationLink): string =>
  `Hola, ${nombre}: elija su contraseña de Caja menor con este enlace. Sirve una sola vez y vence el ${shortDateTime(vence)}.\n${enlace}`;

/** Address that opens WhatsApp with the message, to the person's Colombian mobile or to a contact that is chosen there. */
export const whatsAppAddress = (link: InvitationLink): string => {
  const mobile = /^3\d{9}$/.test(link.celular) ? `57${link.celular}` : '';
  return `https://wa.me/${mobile}?text=${encodeURIComponent(messageWithLink(link))}`;
};
