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

describe('what was typed', () => {
  test('comes back to the same person, form and object, and to no other', () => {
    expect(writeDraft(key, draft)).toBe(true);
    expect(read()).toEqual(draft);
    expect(read({ ...key, id_usuario: 21 })).toBeNull();
    expect(read({ ...key, object: '4' })).toBeNull();
    expect(read({ ...key, form: 'supervisor' })).toBeNull();
  });

  test('is gone once it is removed', () => {
    writeDraft(key, draft);
    removeDraft(key);
    expect(read()).toBeNull();
  });

  test('goes with the logout of its owner; what others left stays', () => {
    signIn(21);
    writeDraft({ ...key, id_usuario: 21 }, draft);
    // The owner whose id begins with the same digit.
    signIn(2);
    writeDraft({ ...key, id_usuario: 2 }, draft);
    removeDraftsOf(2);
    expect(read({ ...key, id_usuario: 2 })).toBeNull();
    expect(read({ ...key, id_usuario: 21 })).not.toBeNull();
  });

  test('is not written any more once its owner is no longer the person of this browser', () => {
    localStorage.removeItem('id_usuario');
    expect(writeDraft(key, draft)).toBe(false);
    signIn(21);
    expect(writeDraft(key, draft)).toBe(false);
    expect(localStorage.getItem(draftName(key))).toBeNull();
  });

  test('is forgotten after seven days', () => {
    writeDraft(key, draft);
    expect(read(key, instant + draftLifetime - 1)).not.toBeNull();
    expect(read(key, instant + draftLifetime)).toBeNull();
    removeOldDrafts(instant + draftLifetime - 1);
    expect(localStorage.getItem(draftName(key))).not.toBeNull();
    removeOldDrafts(instant + draftLifetime);
    expect(localStorage.getItem(draftName(key))).toBeNull();
  });

  test('fits the form as it is now: unknown fields and other kinds of values are left out', () => {
    writeDraft(key, {
      ...draft,
      values: { concepto: 7, categoria: 'no list', id_proveedor: null, gone: 'x' },
    });
    expect(read()?.values).toEqual(untouched);
  });

  test.each(['', 'no json', 'null', '[]', '{"values":null}', '{"format":0,"values":{}}'])(
    'what is no draft reads as none: %s',
    (text) => {
      localStorage.setItem(draftName(key), text);
      expect(read()).toBeNull();
      removeOldDrafts(instant);
      expect(localStorage.getItem(draftName(key))).toBeNull();
    },
  );

  test('a browser that keeps nothing says so', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft(key, draft)).toBe(false);
  });
});

test('another tab that writes the same draft is heard, until nobody listens', () => {
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

test('where the browser has no database, no file is saved, and nothing breaks', async () => {
  const file = new File(['x'], 'recibo.png', { type: 'image/png' });
  expect(await saveDraftFile(key, file, instant)).toBe(false);
  expect(await storedFile(key)).toBeNull();
});
