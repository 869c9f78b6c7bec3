import { useSelector } from '@xstate/react';
import { changeAuthorOf, changesOf } from '#machines/flows/decisions/decision.selectors.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { ChangeNotice } from '../problems/ChangeNotice.tsx';
import type { AnyDecision } from './any-decision.ts';

/** Changes that somebody else made to the expense meanwhile, shown where it is saved. */
export function ReviewChanges({ decision }: { decision: AnyDecision }) {
  const changes = useSelector(decision, changesOf);
  const author = useSelector(decision, (snapshot) => changeAuthorOf(snapshot, serverToday()));
  return (
    <ChangeNotice title="El gasto cambió mientras lo revisaba" changes={changes} author={author} />
  );
}
