/** The SMTP server of SMTP_URL, and whom a mail comes from. */
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';

/** Milliseconds; together shorter than the lease of a mail that is being sent. */
export const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** A host that is a number stands in brackets behind the @ (RFC 5321, 4.1.3). */
function domainOf(hostname: string): string {
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`;
}

/**
 * The sender's address: the one that SMTP_URL names (`?from=caja@empresa.co`), its user when that is an
 * address, otherwise one of its host.
 */
export function senderOf(smtpUrl: string): string {
  const { username, hostname, searchParams } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  const address =
    searchParams.get('from') ?? (user.includes('@') ? user : `caja-menor@${domainOf(hostname)}`);
  return `Caja menor <${address}>`;
}

/** A connection for one mail. What a mail says never makes the server open a file or an address. */
export function transportOf(smtpUrl: string, timeouts: Partial<typeof smtpTimeouts> = {}) {
  const url = new URL(smtpUrl);
  url.searchParams.delete('from');
  return createTransport({
    url: url.href,
    ...smtpTimeouts,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
