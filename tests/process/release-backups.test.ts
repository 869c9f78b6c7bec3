/** Backups of released versions on the embedded database: `tests/releases`. PostgreSQL: `tests/cluster`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import {
  closedCases,
  derivedDigests,
  namedReceipts,
  storedDigests,
  storedSums,
  storedVersions,
  sumsOf,
  unpackBackup,
} from '#tests/kit/release-backups.ts';
import { besideTheServer, receiptFiles } from './stored-rows.ts';

let backup: DataFolder;
let target: DataFolder;
beforeEach(() => {
  [backup, target] = [openDataFolder(), openDataFolder()];
});
afterEach(async () => {
  for (const folder of [backup, target]) await folder.close();
});

test('every version in the changelog has its backup, and every backup its sums', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(released).toContain('1.0.0');
  expect(storedVersions).toEqual(released.toSorted());
  expect(Object.keys(sumsOf).toSorted()).toEqual(storedVersions);
});

describe.each(storedVersions)('the backup of %s', (version) => {
  test('is restored, migrated and audited clean, with all rows and receipts', async () => {
    unpackBackup(version, backup.dataDir);
    const restored = await target.run('restore', { API_TOKEN: '' }, [], [backup.dataDir]).ended;
    expect(restored).toMatchObject({ code: 0, errors: '' });
    const sums = sumsOf[version];
    expect(restored.output).toContain(`Cajas revisadas: ${sums?.cajas}. `);
    expect(restored.output).toContain('Diferencias: 0.\nCabeza del registro: ');

    const found = await besideTheServer(target.dataDir, async (trx) => ({
      sums: await storedSums(trx),
      cases: await closedCases(trx),
      digests: await storedDigests(trx),
      receipts: await namedReceipts(trx),
    }));
    expect(found.sums).toEqual(sums);
    expect(found.cases).toBe(sums?.cerradas);
    expect(found.digests).toEqual(derivedDigests[version]);
    expect(receiptFiles(target.dataDir)).toEqual(found.receipts);
    for (const sha256 of found.receipts) {
      const file = join(target.dataDir, 'soportes', sha256.slice(0, 2), sha256);
      expect(sha256Of(readFileSync(file))).toBe(sha256);
    }
    const { url } = await target.serve('demo');
    expect((await fetch(`${url}/listo`)).status).toBe(200);
  });
});
