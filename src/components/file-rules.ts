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

/** Tells whether a file fits `accept` ('.pdf,.jpg', 'image/*'). Only the name counts: browsers disagree about types. */
export function isAccepted(file: File, accept: string) {
  const name = file.name.toLowerCase();
  return accept
    .split(',')
    .map((pattern) => pattern.trim().toLowerCase())
    .some((pattern) => {
      if (pattern.startsWith('.')) return name.endsWith(pattern);
      if (pattern.endsWith('/*')) return file.type.startsWith(pattern.slice(0, -1));
      return file.type === pattern;
    });
}

/** '.pdf,.jpg' for people: 'PDF, JPG'. */
export function acceptText(accept: string) {
  return accept
    .split(',')
    .map((pattern) => pattern.trim().replace(/^\./, '').toUpperCase())
    .join(', ');
}
