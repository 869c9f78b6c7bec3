import { defineCalls, mutation, read } from '../call.ts';
import { answer, aText, body, done, requiredId, text } from '../fields.ts';
import { newPassword } from './session.calls.ts';

/** Secret of an invitation link. A text in another format is treated as an unknown link. */
const secret = () => text(200).required();

export const invitationCalls = defineCalls({
  '/invitarUsuario': mutation({
    summary: 'Envía a un usuario una invitación nueva para que elija su contraseña.',
    who: ['editarUsuario'],
    body: body({ id_usuario: requiredId() }),
    answer: done(),
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
