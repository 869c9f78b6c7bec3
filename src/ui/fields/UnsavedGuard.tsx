import { useFormikContext } from 'formik';
import { useLeaveGuard } from './use-leave-guard.ts';

/** Inside a form that is saved nowhere: asks before the page goes with what was typed. */
export function UnsavedGuard({ saved }: { saved: boolean }) {
  const { dirty } = useFormikContext();
  useLeaveGuard(dirty && !saved);
  return null;
}
