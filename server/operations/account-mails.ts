/** Mails to a person about the own account, whoever changed it. None of them holds a password. */
import type { Mail } from '../repositories/outbox.repository.ts';

interface Addressee {
  razon_social: string;
  email: string;
}

const mailTo = ({ razon_social, email }: Addressee, asunto: string, lines: string[]): Mail => ({
  para: email,
  asunto: `Caja menor: ${asunto}`,
  texto: [`Hola, ${razon_social}:`, '', ...lines, ''].join('\n'),
});

const unexpected =
  'Si no lo esperaba, restablezca su contraseña en la página de ingreso y avise a la administración.';

export const createdMail = (user: Addressee): Mail =>
  mailTo(user, 'se creó su usuario', [
    'Se creó su usuario de Caja menor con este correo.',
    'La contraseña que le entreguen sirve para entrar la primera vez: al hacerlo elegirá una que solo usted conozca.',
  ]);

export const passwordChangedMail = (user: Addressee): Mail =>
  mailTo(user, 'su contraseña cambió', [
    'La contraseña de su cuenta de Caja menor cambió, y sus demás sesiones se cerraron.',
    unexpected,
  ]);

export const passwordSetMail = (user: Addressee, author: string): Mail =>
  mailTo(user, 'le asignaron una contraseña', [
    `${author} asignó una contraseña nueva a su cuenta de Caja menor, y sus sesiones se cerraron.`,
    'Al entrar con ella elegirá una que solo usted conozca.',
    unexpected,
  ]);

/** To the old address: the new one is perhaps of whoever changed it. */
export const emailChangedMail = (user: Addressee, author: string, email: string): Mail =>
  mailTo(user, 'su correo cambió', [
    `${author} cambió el correo de su cuenta de Caja menor por ${email}.`,
    'Desde ahora se entra y se recupera la contraseña con el correo nuevo. Si no lo esperaba, avise a la administración.',
  ]);
