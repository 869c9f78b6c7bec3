import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { useMemo, useState } from 'react';
import { factsOf } from '#machines/flows/session/session.setup.ts';
import { type Draft, readDraft } from './drafts.ts';
import { newIdempotencyKey } from '../../wire/idempotency-key.ts';
import { Session } from '../../app/SessionProvider.tsx';

export interface FormDraft<Values extends object> {
  key: DraftKey;
  /** The form as it is when nothing is typed. */
  untouched: Values;
  /** Values that the same person had typed before and not saved; null when there are none. */
  restored: Draft<Values> | null;
  /** That of the draft, so that a creation whose answer got lost stays one. */
  idempotencyKey: string;
}

/** Reads once what the signed-in person left in a form. @param object what the form is about */
export function useFormDraft<Values extends object>(
  form: string,
  object: number | string,
  untouched: Values,
): FormDraft<Values> {
  const id_usuario = Session.useSelector(factsOf)?.id_usuario ?? 0;
  const key = useMemo(
    () => ({ id_usuario, form, object: String(object) }),
    [id_usuario, form, object],
  );
  const [begun] = useState(() => {
    const restored = readDraft(key, untouched, Date.now());
    return { untouched, restored, idempotencyKey: restored?.idempotencyKey || newIdempotencyKey() };
  });
  return useMemo(() => ({ key, ...begun }), [key, begun]);
}
