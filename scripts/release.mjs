// `npm run release`: packs the built product and its runtime dependencies for this platform into release/: an archive
// that needs only Node, its bill of materials (CycloneDX), the program that unpacks it, and their checksums. The same commit
// gives the same archive; a file that exists with other content stays as it is.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildWhenStale } from './built-app.mjs';
import { outputOf, root } from './project.mjs';
import {
  billOfMaterials,
  packRelease,
  placeOnce,
  releaseName,
  sha256,
} from './release-archive.mjs';

if (outputOf('git', ['status', '--porcelain']) !== '')
  throw new Error('there are changes that no commit has: nobody could make this release again');

/** The commit, and its time in seconds since 1970. */
const [commit = '', seconds] = outputOf('git', ['log', '-1', '--format=%H %ct']).split(' ');
const time = Number(seconds);
await buildWhenStale();
const folder = path.join(root, 'release');
const archive = packRelease(folder, { commit, time });
const bill = path.join(folder, `${releaseName(commit)}.cdx.json`);
writeFileSync(`${bill}.nueva`, billOfMaterials(archive, time));
placeOnce(`${bill}.nueva`, bill);
const unpacker = path.join(folder, 'unpack-release.mjs');
copyFileSync(path.join(root, 'scripts/unpack-release.mjs'), unpacker);
const sums = [archive, bill, unpacker].map((file) => `${sha256(file)}  ${path.basename(file)}`);
writeSums(sums);
console.log(sums.join('\n'));

/**
 * Writes the checksums; those of earlier releases in the folder stay.
 * @param {string[]} sums
 */
function writeSums(sums) {
  const file = path.join(folder, 'SHA256SUMS');
  const nameIn = (/** @type {string} */ line) => line.slice(line.indexOf(' '));
  const names = sums.map(nameIn);
  const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const others = before.filter((line) => line !== '' && !names.includes(nameIn(line)));
  writeFileSync(file, `${[...others, ...sums].join('\n')}\n`);
}
