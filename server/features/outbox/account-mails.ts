/** Mails to users about changes of their accounts. Only `recoveryMail` contains a password, a temporary one. */
import type { Mail } from './outbox.repository.ts';

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

export const testMail = ({ nombre, email }: { nombre: string; email: string }): Mail =>
  mailTo({ razon_social: nombre, email }, 'correo de prueba', [
    'Los correos de Caja menor salen y llegan a este buzón.',
  ]);

export const createdMail = (user: Addressee): Mail =>
  mailTo(user, 'se creó su usuario', [
    'Se creó su usuario de Caja menor con este correo.',
    'La contraseña que le entreguen sirve para entrar la primera vez: al hacerlo elegirá una que solo usted conozca.',
  ]);

/** The link contains the only secret that opens the account. */
export const invitationMail = (
  user: Addressee,
  author: string,
  { address, until }: { address: string; until: string },
): Mail => ({
  ...mailTo(user, 'elija su contraseña', [
    `${author} creó su usuario de Caja menor con este correo.`,
    'Elija su contraseña con el enlace y entre con ella.',
    '',
    `El enlace sirve una sola vez y vence el ${until}. Si no esperaba este mensaje, ignórelo.`,
  ]),
  enlace: { titulo: 'Elegir mi contraseña', direccion: address },
});

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

export const recoveryMail = (user: Addressee, password: string, minutes: number): Mail =>
  mailTo(user, 'contraseña temporal', [
    'Alguien pidió recuperar la contraseña de su cuenta de Caja menor.',
    `Su contraseña temporal es: ${password}`,
    '',
    `Sirve una sola vez y vence en ${minutes} minutos. Al entrar deberá elegir una contraseña nueva.`,
    'Si no la pidió usted, ignore este mensaje: su contraseña de siempre sigue siendo válida.',
  ]);

export const factorOnMail = (user: Addressee): Mail =>
  mailTo(user, 'segundo factor activado', [
    'Se activó un segundo factor en su cuenta de Caja menor, y sus demás sesiones se cerraron.',
    'Desde ahora, al entrar se pide un código además de la contraseña.',
    unexpected,
  ]);

export const factorOffMail = (user: Addressee): Mail =>
  mailTo(user, 'segundo factor desactivado', [
    'Se desactivó el segundo factor de su cuenta de Caja menor.',
    'Desde ahora se entra solo con la contraseña.',
    unexpected,
  ]);

export const codesRenewedMail = (user: Addressee): Mail =>
  mailTo(user, 'códigos de recuperación nuevos', [
    'Se generaron códigos de recuperación nuevos para su cuenta de Caja menor. Los anteriores ya no sirven.',
    unexpected,
  ]);

export const factorResetMail = (user: Addressee): Mail =>
  mailTo(user, 'segundo factor restablecido', [
    'Un administrador quitó el segundo factor de su cuenta de Caja menor y cerró sus sesiones.',
    'Entre con su contraseña y actívelo de nuevo.',
    'Si usted no lo pidió, avise al administrador y cambie su contraseña.',
  ]);

/** Sent to the old address: the new one may belong to the person who changed it. */
export const emailChangedMail = (user: Addressee, author: string, email: string): Mail =>
  mailTo(user, 'su correo cambió', [
    `${author} cambió el correo de su cuenta de Caja menor por ${email}.`,
    'Desde ahora se entra y se recupera la contraseña con el correo nuevo. Si no lo esperaba, avise a la administración.',
  ]);

export const absenceMail = (
  user: Addressee,
  author: string,
  delegate: string,
  span: string,
): Mail =>
  mailTo(user, 'su ausencia quedó cubierta', [
    `${author} registró su ausencia: ${delegate} decide por usted ${span}.`,
    'Puede terminarla antes en «Mi ausencia». Si no lo esperaba, avise a la administración.',
  ]);

export const replacementMail = (user: Addressee, absent: string, span: string): Mail =>
  mailTo(user, 'usted reemplaza a otra persona', [
    `Usted decide por ${absent} ${span}: las cajas de sus tiendas están en sus listas.`,
    'Cada decisión queda a su nombre, en nombre de quien se ausenta.',
  ]);
