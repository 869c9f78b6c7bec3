import type { ChangeEvent } from 'react';

/** es-CO, one decimal: '1,2 MB'. */
export function sizeText(bytes: number) {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toLocaleString('es-CO', { maximumFractionDigits: 1 })} ${units[unit]}`;
}

/** '.pdf,.jpg' for people: 'PDF, JPG'. */
export function acceptText(accept: string) {
  return accept
    .split(',')
    .map((pattern) => pattern.trim().replace(/^\./, '').toUpperCase())
    .join(', ');
}

/** The chosen files of an input; the same ones can then be chosen again. */
export function takeFiles({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])];
  target.value = '';
  return files;
}
