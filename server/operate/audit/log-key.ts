/**
 * The key with which heads of the log are signed: Ed25519, in a file beside the database and never in it.
 * Somebody who has the database alone can rewrite the log and every hash in it, but sign none of it.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../../platform/files/sha256.ts';
import { codeOf, ifThere } from '../../platform/errors/error-code.ts';
import { StartError } from '../../platform/errors/start-error.ts';

/** A key that signed, or may have signed; DER in base64. */
export type PublicKey = string;

export interface Signer {
  publicKey: PublicKey;
  /** Ed25519, base64. */
  sign: (text: string) => string;
}

const publicKeyOf = (key: KeyObject): PublicKey =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

/** A name of the key, short enough for every row that it signs. */
export const fingerprint = (key: PublicKey): string => sha256Of(key).slice(0, 16);

function signerOf(file: string, pem: string): Signer {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519')
      return {
        publicKey: publicKeyOf(createPublicKey(key)),
        sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
      };
  } catch {
    // No key at all, or one with a passphrase.
  }
  throw new StartError(`«${file}» no es una clave Ed25519 en PEM. Revise LOG_KEY_FILE.`);
}

/** The key of an installation. @returns null when there is none yet */
export async function readLogKey(file: string): Promise<Signer | null> {
  const pem = await ifThere(readFile(file, 'utf8'));
  return pem === null ? null : signerOf(file, pem);
}

/** The key of an installation, made when there is none: then only its owner may read it. */
export async function logKey(file: string): Promise<Signer> {
  const known = await readLogKey(file);
  if (known !== null) return known;
  await makeKey(file);
  return signerOf(file, await readFile(file, 'utf8'));
}

/** Under its name the file is whole from the first moment: others may start, or copy it, meanwhile. */
async function makeKey(file: string): Promise<void> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const apart = `${file}.${randomUUID()}`;
  try {
    await writeFile(apart, pem, { flag: 'wx', mode: 0o600, flush: true });
    await link(apart, file);
  } catch (error) {
    // Another process of this installation was faster.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(apart, { force: true });
  }
}

/** @returns false also for a key or a signature that cannot be read */
export function isSignedBy(key: PublicKey, text: string, signature: string): boolean {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text), read, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Public keys of earlier installations, one a line: a restored backup brings them. */
export const earlierKeysFile = (dataDir: string): string => join(dataDir, 'claves-publicas.txt');

/** Every public key that an audit believes. */
export async function trustedKeys(
  { dataDir, logKeyFile }: { dataDir: string; logKeyFile: string },
  given: readonly PublicKey[] = [],
): Promise<PublicKey[]> {
  const own = await readLogKey(logKeyFile);
  const earlier = await readFile(earlierKeysFile(dataDir), 'utf8').catch(() => '');
  return [
    ...(own === null ? [] : [own.publicKey]),
    ...earlier.split('\n').map((line) => line.trim()),
    ...given,
  ].filter((key) => key !== '');
}
