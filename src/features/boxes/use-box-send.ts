import { useActor } from '@xstate/react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { factsOf } from '#machines/flows/boxes/box.selectors.ts';
import type { BoxKey, boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { whereSentOf } from '#machines/flows/boxes/box-send.selectors.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { useDestination } from '../../app/screens/use-destination.ts';

export type BoxSendMachine = typeof boxSendMachine;
export type BoxSendSnapshot = SnapshotFrom<BoxSendMachine>;
export type SendBoxEvent = (event: EventFrom<BoxSendMachine>) => void;

/** A screen of a box whose flow can be given by a test. */
export interface BoxSendViewProps {
  machine?: BoxSendMachine;
}

/** The flow of a box on the screen of who has it; leads on once the box was sent. */
export function useBoxSend(
  machine: BoxSendMachine,
  key: BoxKey,
): { snapshot: BoxSendSnapshot; send: SendBoxEvent } {
  const actor = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { actor, key } });
  useDestination(snapshot.output, factsOf(snapshot)?.box.id, whereSentOf(snapshot));
  return { snapshot, send };
}
