import { defineCalls, mutation, read } from '../call.ts';
import {
  anId,
  answer,
  aText,
  body,
  done,
  listOf,
  oneOfTexts,
  requiredId,
  rowsOf,
  text,
} from '../fields.ts';
import { newPassword } from './session.calls.ts';

/** Secret of an invitation link. A text in another format is treated as an unknown link. */
const secret = () => text(200).required();

/**
 * State of the invitation of a user who has not chosen a password: none is open, its mail has not left the server, its
 * mail was sent, a link was made without a mail, or it is no longer valid.
 */
export const invitationStates = ['ninguna', 'porEnviar', 'enviada', 'enlace', 'vencida'] as const;

/** Times are `yyyy-MM-dd HH:mm`; '' where the state has none. */
export const anInvitation = () =>
  answer({
    estado: oneOfTexts(invitationStates),
    /** When the mail was sent or the link was made. */
    desde: aText(),
    vence: aText(),
  });

/** Maximum number of links that are made at once. */
export const maximumLinks = 100;

const person = { id: anId(), nombre: aText(), perfil: aText(), email: aText(), celular: aText() };

export const invitationCalls = defineCalls({
  '/invitarUsuario': mutation({
    summary: 'Envía a un usuario una invitación nueva para que elija su contraseña.',
    who: ['editarUsuario'],
    body: body({ id_usuario: requiredId() }),
    answer: done(),
  }),
  '/invitacionesPendientes': read({
    summary: 'Los usuarios que no han elegido su contraseña, con su invitación.',
    who: ['editarUsuario'],
    body: body({}),
    answer: rowsOf({ ...person, invitacion: anInvitation() }),
  }),
  '/enlacesInvitacion': mutation({
    summary:
      'Crea enlaces de invitación para entregarlos sin correo; los anteriores dejan de servir.',
    who: ['editarUsuario'],
    body: body({ usuarios: listOf(requiredId()).min(1).max(maximumLinks).required() }),
    /** In the order of the ids; the links are shown only here. */
    answer: rowsOf({ ...person, enlace: aText(), vence: aText() }),
  }),
  '/invitacion': read({
    summary: 'Para quién es una invitación.',
    who: 'anyone',
    body: body({ invitacion: secret() }),
    answer: answer({
      nombre: aText(),
      perfil: aText(),
      email: aText(),
      /** `yyyy-MM-dd HH:mm` */
      vence: aText(),
    }),
  }),
  '/aceptarInvitacion': mutation({
    summary: 'Guarda la contraseña que elige una persona invitada.',
    who: 'anyone',
    body: body({ invitacion: secret(), password: newPassword() }),
    answer: done({ email: aText() }),
  }),
});
