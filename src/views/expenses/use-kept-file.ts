import type { DraftKey } from '#machines/flows/drafts/draft.machine.ts';
import { useFormikContext } from 'formik';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepFile, keptFile, removeFile } from '../../actors/draft-files.ts';
import type { ExpenseFormValues } from './expense-form.ts';

/** Keeps the chosen file of a form beside its draft. @param before name of the file of the draft; empty without one */
export function useKeptFile(key: DraftKey, before: string) {
  const { values, setFieldValue } = useFormikContext<Pick<ExpenseFormValues, 'archivo'>>();
  const { archivo } = values;
  const [expected, setExpected] = useState(before);
  const [missing, setMissing] = useState('');
  const [keptOne, setKeptOne] = useState<File | null>(null);
  /** The file that the browser has, or is getting. */
  const last = useRef<File | null>(null);

  useEffect(() => {
    if (expected === '') return undefined;
    let gone = false;
    void keptFile(key).then((file) => {
      if (gone) return;
      setExpected('');
      if (file === null) {
        setMissing(expected);
        return;
      }
      // Whoever was quicker than the browser has chosen another one.
      if (last.current !== null) return;
      last.current = file;
      setKeptOne(file);
      void setFieldValue('archivo', file);
    });
    return () => {
      gone = true;
    };
  }, [key, expected, setFieldValue]);

  useEffect(() => {
    if (archivo === last.current) return;
    last.current = archivo;
    if (archivo === null) {
      void removeFile(key);
      return;
    }
    void keepFile(key, archivo, Date.now()).then((kept) => setKeptOne(kept ? archivo : null));
  }, [key, archivo]);

  const forget = useCallback(() => {
    setExpected('');
    setMissing('');
    void removeFile(key);
  }, [key]);

  return {
    /** Name of the file that is still on its way from where it was kept. */
    expected,
    /** Name of the file that must be chosen again. */
    missing,
    wouldBeLost: archivo !== null && archivo !== keptOne,
    forget,
  };
}
