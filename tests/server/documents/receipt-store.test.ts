import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileReceiptStore } from '#server/platform/files/receipt-store.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { receiptTypeOf } from '#server/platform/files/receipt-type.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-soportes-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const files = () =>
  readdirSync(join(dataDir, 'soportes'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('the store of receipts', () => {
  test('stores a file once under its digest, and reads it', async () => {
    const store = fileReceiptStore(dataDir);
    const bytes = Buffer.from('recibo');
    const names = await Promise.all([store.save(bytes), store.save(bytes), store.save(bytes)]);
    const sha256 = sha256Of(bytes);
    expect(names).toEqual([sha256, sha256, sha256]);
    expect(files()).toEqual([sha256]);
    expect(await store.exists(sha256)).toBe(true);
    expect(await store.read(sha256)).toEqual(bytes);
    const opened = await store.open(sha256);
    expect(opened.bytes).toBe(bytes.length);
    expect(await buffer(opened.stream)).toEqual(bytes);
  });

  test('stages an upload once under its digest, and removes a duplicate', async () => {
    const store = fileReceiptStore(dataDir);
    const bytes = Buffer.from('recibo');
    const sha256 = sha256Of(bytes);
    const upload = () =>
      store.aside(async (file) => {
        await writeFile(file, bytes);
        await store.stage(file, sha256);
        return statSync(file).ino;
      });
    const [one, other] = [await upload(), await upload()];
    expect(statSync(store.fileOf(sha256)).ino).toBe(one);
    expect(one === other).toBe(false);
    expect(files()).toEqual([sha256]);
    expect(await store.read(sha256)).toEqual(bytes);
  });

  test('copies a file of another disk, which cannot be linked', async () => {
    const store = fileReceiptStore(dataDir);
    const otherDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    const elsewhere = mkdtempSync(join(otherDisk, 'caja-menor-'));
    try {
      const bytes = Buffer.from('de otro disco');
      const file = join(elsewhere, 'recibo');
      await writeFile(file, bytes);
      await store.stage(file, sha256Of(bytes));
      expect(await store.read(sha256Of(bytes))).toEqual(bytes);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test('removes the temporary file of failed work', async () => {
    const store = fileReceiptStore(dataDir);
    const failing = store.aside(async (file) => {
      await writeFile(file, 'a medias');
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    expect(files()).toEqual([]);
  });

  test('removes a file, also one that does not exist', async () => {
    const store = fileReceiptStore(dataDir);
    const sha256 = await store.save(Buffer.from('recibo'));
    await store.remove(sha256);
    await store.remove(sha256);
    expect(await store.exists(sha256)).toBe(false);
    await expect(store.open(sha256)).rejects.toThrow(/ENOENT/);
  });

  test.each(['../../etc/passwd', '', 'A'.repeat(64), 'a'.repeat(63)])(
    'refuses «%s» as the name of a file',
    async (name) => {
      const store = fileReceiptStore(dataDir);
      await expect(async () => store.read(name)).rejects.toThrow('not a SHA-256');
    },
  );
});

describe('the type of a file', () => {
  test.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a drawing that may run', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a program', 'MZ\u0090\u0000'],
    ['nothing', ''],
  ])('%s is none of the three accepted types', async (_name, content) => {
    expect(await receiptTypeOf(Buffer.from(content, 'latin1'))).toBeNull();
  });

  test('a PDF is recognised by its content', async () => {
    expect(await receiptTypeOf(Buffer.from('%PDF-1.7\n1 0 obj'))).toBe('application/pdf');
  });
});
