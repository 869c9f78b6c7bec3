import { changeAuthorOf, changesOf } from '#machines/flows/review/decision-rules.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { ChangeNotice } from '../../app/problems/ChangeNotice.tsx';
import type { AnyDecision } from './any-decision.ts';

/** Changes that somebody else made to the expense meanwhile, shown where it is saved. */
export function ReviewChanges({ decision }: { decision: AnyDecision }) {
  const snapshot = useSnapshot(decision);
  return (
    <ChangeNotice
      title="El gasto cambió mientras lo revisaba"
      changes={changesOf(snapshot)}
      author={changeAuthorOf(snapshot, serverToday())}
    />
  );
}
