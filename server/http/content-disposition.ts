/** Shown in place, and saved under a name that cannot leave the header or the folder (RFC 6266, RFC 8187). */
export function inlineAs(filename: string): string {
  const name = filename.replace(/[\p{Cc}\p{Cs}\\/]/gu, '').trim() || 'documento';
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
