import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import { given } from '#machines/flows/steps/result.ts';
import type { BoxSendMachine } from '../boxes/use-box-send.ts';
import type { AnyDecision } from './any-decision.ts';

export type AnyCockpit = ActorRefFrom<typeof cockpitMachine>;

interface CockpitPlace {
  cockpit: AnyCockpit;
  /** The address of the decision on another expense of the box. */
  pathOf: (id_gasto: number) => string;
  /** The box. */
  back: { to: string; label: string };
  /** The receipt is shown beside the decision; without the list of the box it stands among the facts. */
  hasReceipt: boolean;
  /** On a phone the receipt is shown on demand. */
  showsReceipt: boolean;
  toggleReceipt: () => void;
  /** Letters alone are keys too. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
  /** The flow that sends the box, with the bodies of its actors; absent: that of the application. */
  boxSend?: BoxSendMachine | undefined;
}

export const CockpitContext = createContext<CockpitPlace | null>(null);

/** The expenses beside the decision on this screen. */
export const useCockpitPlace = (): CockpitPlace => given(use(CockpitContext));

/** Changes what has just been saved. */
export function reopen(decision: AnyDecision, cockpit: AnyCockpit): void {
  cockpit.send({ type: 'REOPENED' });
  decision.send({ type: 'CHANGE' });
}
