// `node unpack-release.mjs <archive> <folder>`: unpacks a release into a folder of its own, completely or not at all, and
// never over one with other content. `npm run release` copies this file beside the archive: it needs Node and tar alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const [archive, folder] = process.argv.slice(2);
if (archive === undefined || folder === undefined || !existsSync(archive) || !existsSync(folder))
  refuse('Escriba el archivo de la versión y la carpeta donde se desempaca, y que ambos existan.');

const stage = mkdtempSync(path.join(folder, '.desempaque-'));
process.on('exit', () => rmSync(stage, { recursive: true, force: true }));
const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', stage], { encoding: 'utf8' });
const [name, ...others] = readdirSync(stage);
if (status !== 0 || name === undefined || others.length > 0)
  refuse(`${archive} no es el archivo completo de una versión; no se desempacó nada. ${stderr}`);

const target = path.join(folder, name);
if (!existsSync(target)) renameSync(path.join(stage, name), target);
const change = existsSync(path.join(stage, name))
  ? firstChange(path.join(stage, name), target)
  : null;
if (change !== null)
  refuse(`${target} ya existe con otro contenido (${change}); no se cambió nada.`);
console.log(target);

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence.trim());
  process.exit(1);
}

/**
 * The first path whose content or presence differs between two folders; null when they are equal.
 * @param {string} one
 * @param {string} other
 */
function firstChange(one, other) {
  const [files, others] = [digestsIn(one), digestsIn(other)];
  const names = [...new Set([...files.keys(), ...others.keys()])].sort();
  return names.find((file) => files.get(file) !== others.get(file)) ?? null;
}

/**
 * SHA-256 of each file below a folder, by its path from there.
 * @param {string} home
 */
function digestsIn(home) {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [
        path.relative(home, file),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ]),
  );
}
