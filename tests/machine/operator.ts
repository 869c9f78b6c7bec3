/** What an operator has and does: the files of a release on the machine, and a browser on the other side of the network. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { xsrfHeader } from '#contract/wire.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { packRelease, sha256 } from '../../scripts/release-archive.mjs';
import { type Debian, inside } from './debian.ts';

export const host = 'caja.empresa.co';

/** Puts the files of a release into the home of root, as they are downloaded. */
export function download(debian: Debian, archive: string): void {
  const given = [archive, join(projectRoot, 'scripts/unpack-release.mjs')];
  for (const file of given) copyFileSync(file, join(debian.root, 'root', basename(file)));
  const sums = given.map((file) => `${sha256(file)}  ${basename(file)}\n`);
  writeFileSync(join(debian.root, 'root/SHA256SUMS'), sums.join(''));
}

/**
 * Packs a release and puts its files into the home of root, instead of those of an earlier one.
 * @returns its name
 */
export function deliverRelease(debian: Debian, folder: string, commit: string): string {
  const archive = packRelease(folder, { commit, time: 1_700_000_000 }, 1);
  debian.must('rm -f /root/caja-menor-*.tar.gz');
  download(debian, archive);
  rmSync(archive);
  return basename(archive, '.tar.gz');
}

/** A call over https, with the cookies that the browser may keep. @returns the body of the answer */
export type Browser = (path: string, body: object) => string;

/** @param folder for the files of the browser */
export function openBrowser(folder: string): Browser {
  const [jar, sent] = [join(folder, 'cookies'), join(folder, 'cuerpo')];
  const patience = ['--retry', '20', '--retry-connrefused', '--retry-all-errors'];
  const always = ['-sSk', ...patience, '--max-time', '10', '-b', jar, '-c', jar];
  const curl = (...args: string[]) =>
    execFileSync('curl', [...always, '--resolve', `${host}:443:${inside}`, ...args], {
      encoding: 'utf8',
    });
  return (path, body) => {
    writeFileSync(jar, '', { flag: 'a' });
    const [, xsrf = ''] = /\tXSRF-TOKEN\t(\S+)/.exec(readFileSync(jar, 'utf8')) ?? [];
    const page = curl(`https://${host}/`);
    const [, token = ''] = /name="api-token" content="([^"]*)"/.exec(page) ?? [];
    writeFileSync(sent, JSON.stringify({ token, ...body }));
    return curl(
      ...['-H', 'content-type: application/json', '-H', `origin: https://${host}`],
      ...['-H', `${xsrfHeader}: ${xsrf}`, '-d', `@${sent}`],
      `https://${host}/api/v1${path}`,
    );
  };
}
