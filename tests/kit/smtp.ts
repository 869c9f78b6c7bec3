/** A mail server, by default on the loopback, that stores the mails it receives, and a parser for them. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

export interface TestSmtp {
  url: string;
  received: ReceivedMail[];
  /** Resolves to the first matching mail, once it has arrived. */
  receives: (fits: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
  /** Response that rejects a recipient; null accepts it. */
  refuse: (address: string) => string | null;
  /** Runs after the text of a mail has arrived and before it is accepted. */
  beforeAccepting: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startSmtp(host = '127.0.0.1'): Promise<TestSmtp> {
  const smtp: TestSmtp = {
    url: '',
    received: [],
    async receives(fits) {
      for (;;) {
        const mail = smtp.received.find(fits);
        if (mail) return mail;
        await once(server, 'mail');
      }
    },
    refuse: () => null,
    beforeAccepting: async () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const refusal = smtp.refuse(address);
      callback(refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        smtp.received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('latin1'),
        });
        server.emit('mail');
        smtp.beforeAccepting().then(() => callback(null), callback);
      });
    },
  });
  // Some tests disconnect the client in the middle of a mail.
  server.on('error', () => undefined);
  const listening = server.listen(0, host);
  await once(listening, 'listening');
  smtp.url = `smtp://${host}:${(listening.address() as AddressInfo).port}`;
  return smtp;
}

interface MailPart {
  /** By name in lower case. */
  headers: Record<string, string>;
  type: string;
  bytes: Buffer;
  /** `bytes` as UTF-8. */
  text: string;
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` (RFC 2047); the space between two encoded words is dropped. */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : quotedPrintable(word.replaceAll('_', ' '))
      ).toString('utf8'),
    );

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  );

const decoders: Record<string, (body: string) => Buffer> = {
  base64: (body) => Buffer.from(body, 'base64'),
  'quoted-printable': quotedPrintable,
};

function headersOf(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
}

/** Parts of a mail that are not containers, in order. */
function leavesOf(raw: string): MailPart[] {
  const end = raw.indexOf('\r\n\r\n');
  const headers = headersOf(raw.slice(0, end));
  const body = raw.slice(end + 4);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => leavesOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const decode = decoders[headers['content-transfer-encoding']?.toLowerCase() ?? ''];
  const bytes = decode ? decode(body) : Buffer.from(body, 'latin1');
  return [{ headers, type, bytes, text: bytes.toString('utf8') }];
}

interface ReadMail {
  headers: Record<string, string>;
  parts: MailPart[];
  /** The first part of a type such as 'text/html'. */
  part: (type: string) => MailPart;
}

export function readMail({ raw }: ReceivedMail): ReadMail {
  const parts = leavesOf(raw);
  return {
    headers: headersOf(raw.slice(0, raw.indexOf('\r\n\r\n'))),
    parts,
    part(type) {
      const found = parts.find((part) => part.type.startsWith(type));
      if (!found) throw new Error(`the mail has no ${type}`);
      return found;
    },
  };
}
