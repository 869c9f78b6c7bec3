const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Mail programs know little CSS, and only beside the element. */
const look = {
  body: 'margin:0;padding:24px;background:#f1f5f9;font-family:Arial,Helvetica,sans-serif;color:#1e293b',
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px;overflow:hidden',
  head: 'background:#134e4a;color:#ffffff;padding:16px 24px;font-size:18px;font-weight:bold',
  text: 'padding:8px 24px 20px;font-size:15px;line-height:1.5',
  button:
    'display:inline-block;padding:10px 20px;background:#0f766e;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold',
} as const;

/** The way on from a mail, with its name. */
export interface MailLink {
  titulo: string;
  direccion: string;
}

interface Written {
  asunto: string;
  texto: string;
  enlace?: MailLink;
}

/** The text form of a mail: its link stands behind what it says. */
export const textOf = ({ texto, enlace }: Written): string =>
  enlace === undefined ? texto : `${texto.trimEnd()}\n\n${enlace.titulo}: ${enlace.direccion}\n`;

/** The HTML form of a mail: its paragraphs are separated by empty lines in the text form. */
export function htmlOf({ asunto, texto, enlace }: Written): string {
  const paragraphs = texto
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const button =
    enlace === undefined
      ? ''
      : `<p><a href="${escaped(enlace.direccion)}" style="${look.button}">${escaped(enlace.titulo)}</a></p>`;
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8">',
    `<title>${escaped(asunto)}</title></head><body style="${look.body}">`,
    `<div style="${look.card}"><div style="${look.head}">Caja menor</div>`,
    `<div style="${look.text}">${paragraphs}${button}</div></div></body></html>`,
  ].join('');
}
