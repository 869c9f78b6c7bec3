// `npm run release`: packs the built product and its runtime dependencies for this platform into release/: an archive
// that needs only Node, its bill of materials (CycloneDX) and their checksums. The same commit gives the same archive.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildWhenStale } from './built-app.mjs';
import { outputOf, root } from './project.mjs';
import { packRelease, releaseName } from './release-archive.mjs';

if (outputOf('git', ['status', '--porcelain']) !== '')
  throw new Error('there are changes that no commit has: nobody could make this release again');

/** The time of the commit, seconds since 1970. */
const time = Number(outputOf('git', ['log', '-1', '--format=%ct']));
await buildWhenStale();
const folder = path.join(root, 'release');
const archive = packRelease(folder, time);
const bill = path.join(folder, `${releaseName()}.cdx.json`);
writeFileSync(bill, billOfMaterials(archive));
const sums = [archive, bill].map((file) => `${sha256(file)}  ${path.basename(file)}\n`);
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
console.log(sums.join('').trimEnd());

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * Every production package with its version, licence and checksum, including those that are only bundled into the page.
 * The serial number and the timestamp derive from the archive and the commit; npm would generate new ones.
 * @param {string} archive
 */
function billOfMaterials(archive) {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
  ];
  const bill = JSON.parse(outputOf('npm', args));
  const digest = sha256(archive);
  bill.serialNumber = `urn:uuid:${digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}`;
  bill.metadata.timestamp = new Date(time * 1_000).toISOString();
  bill.metadata.component.name = 'caja-menor';
  return `${JSON.stringify(bill, null, 2)}\n`;
}
