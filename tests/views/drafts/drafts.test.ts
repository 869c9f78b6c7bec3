import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  draftLifetime,
  draftName,
  saveDraftFile,
  readDraft,
  removeDraft,
  removeDraftsOf,
  removeOldDrafts,
  storedFile,
  writeDraft,
} from '#src/features/drafts/drafts.ts';
import { whenDraftChangesElsewhere } from '#src/features/drafts/SavedDraft.tsx';

const key: DraftKey = { id_usuario: 20, form: 'gasto', object: '3' };
const untouched = { concepto: '', categoria: [] as string[], id_proveedor: null as number | null };
const typed = { concepto: 'Resmas', categoria: ['2'], id_proveedor: 9 };
const instant = 1_900_000_000_000;
const draft = {
  values: typed,
  shown: { Estado: 'Sin revisar' },
  idempotencyKey: 'k',
  saved: instant,
  sent: true,
};

const signIn = (id: number) => localStorage.setItem('id_usuario', String(id));
const read = (of: DraftKey = key, now = instant) => readDraft(of, untouched, now);

beforeEach(() => signIn(20));

describe('a draft', () => {
  test('is read only for the same user, form and object', () => {
    expect(writeDraft(key, draft)).toBe(true);
    expect(read()).toEqual(draft);
    expect(read({ ...key, id_usuario: 21 })).toBeNull();
    expect(read({ ...key, object: '4' })).toBeNull();
    expect(read({ ...key, form: 'supervisor' })).toBeNull();
  });

  test('is no longer read once it is removed', () => {
    writeDraft(key, draft);
    removeDraft(key);
    expect(read()).toBeNull();
  });

  test('is removed with the drafts of its owner; drafts of other users remain', () => {
    signIn(21);
    writeDraft({ ...key, id_usuario: 21 }, draft);
    // The id 2 is a prefix of the id 21.
    signIn(2);
    writeDraft({ ...key, id_usuario: 2 }, draft);
    removeDraftsOf(2);
    expect(read({ ...key, id_usuario: 2 })).toBeNull();
    expect(read({ ...key, id_usuario: 21 })).not.toBeNull();
  });

  test('is not written unless its owner is the signed-in user', () => {
    localStorage.removeItem('id_usuario');
    expect(writeDraft(key, draft)).toBe(false);
    signIn(21);
    expect(writeDraft(key, draft)).toBe(false);
    expect(localStorage.getItem(draftName(key))).toBeNull();
  });

  test('expires after seven days', () => {
    writeDraft(key, draft);
    expect(read(key, instant + draftLifetime - 1)).not.toBeNull();
    expect(read(key, instant + draftLifetime)).toBeNull();
    removeOldDrafts(instant + draftLifetime - 1);
    expect(localStorage.getItem(draftName(key))).not.toBeNull();
    removeOldDrafts(instant + draftLifetime);
    expect(localStorage.getItem(draftName(key))).toBeNull();
  });

  test('is read without unknown fields and values of another type', () => {
    writeDraft(key, {
      ...draft,
      values: { concepto: 7, categoria: 'no list', id_proveedor: null, gone: 'x' },
    });
    expect(read()?.values).toEqual(untouched);
  });

  test.each(['', 'no json', 'null', '[]', '{"values":null}', '{"format":0,"values":{}}'])(
    'that is not valid reads as null and is removed: %s',
    (text) => {
      localStorage.setItem(draftName(key), text);
      expect(read()).toBeNull();
      removeOldDrafts(instant);
      expect(localStorage.getItem(draftName(key))).toBeNull();
    },
  );

  test('is reported as not written when the storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft(key, draft)).toBe(false);
  });
});

test('a listener runs when another tab writes the same draft, until it unsubscribes', () => {
  const heard = vi.fn();
  const stop = whenDraftChangesElsewhere(key, heard);
  window.dispatchEvent(new StorageEvent('storage', { key: draftName({ ...key, object: '4' }) }));
  expect(heard).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: draftName(key) }));
  expect(heard).toHaveBeenCalledOnce();
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: draftName(key) }));
  expect(heard).toHaveBeenCalledOnce();
});

test('without IndexedDB no file is stored, and no error is thrown', async () => {
  const file = new File(['x'], 'recibo.png', { type: 'image/png' });
  expect(await saveDraftFile(key, file, instant)).toBe(false);
  expect(await storedFile(key)).toBeNull();
});
