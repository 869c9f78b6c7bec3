/** A second-factor device of a user, implemented independently of the server. */
import { createHmac } from 'node:crypto';
import type { TestClient } from './client.ts';
import { testPassword } from './people.ts';
import type { TestServer } from './server.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648. */
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 with SHA-1, 6 digits and 30 s, at an instant in milliseconds. */
export function codeAt(secret: string, instant: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(instant / 30_000)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

type Clocked = Pick<TestServer, 'clock'>;

interface Device {
  secreto: string;
  codigos: string[];
  /** Code of an unused time step: advances the clock by one step. */
  code: () => string;
}

/** Enables the second factor of a signed-in user. */
export async function enrol({ clock }: Clocked, browser: TestClient): Promise<Device> {
  const { secreto } = (await browser.call('/prepararSegundoFactor')).answer;
  const codigo = codeAt(secreto, clock.now());
  const [activated] = (await browser.call('/activarSegundoFactor', { codigo })).answer;
  const code = () => {
    clock.advance(30_000);
    return codeAt(secreto, clock.now());
  };
  return { secreto, codigos: activated?.codigos ?? [], code };
}

/** Signs in with the right password; the code is pending. */
export async function halfway(server: TestServer, email: string): Promise<TestClient> {
  const browser = server.client();
  await browser.call('/auth/user', { email, password: testPassword });
  return browser;
}
