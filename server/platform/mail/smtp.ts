/** SMTP transport and sender address of SMTP_URL. */
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';

/** Milliseconds; their sum is shorter than the lease of a claimed mail. */
export const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** The domain of a mail address; IP addresses are enclosed in brackets (RFC 5321, 4.1.3). */
function domainOf(hostname: string): string {
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`;
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`;
}

/**
 * The sender, by the name of the company: the `from` parameter of SMTP_URL (`?from=caja@empresa.co`), its user when that is an
 * address, otherwise `caja-menor` at its host.
 */
export function senderOf(smtpUrl: string, company: string): { name: string; address: string } {
  const { username, hostname, searchParams } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  const address =
    searchParams.get('from') ?? (user.includes('@') ? user : `caja-menor@${domainOf(hostname)}`);
  return { name: company === '' ? 'Caja menor' : `Caja menor de ${company}`, address };
}

/** Creates the transport for one mail. The content of a mail can never make the server read a file or a URL. */
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
