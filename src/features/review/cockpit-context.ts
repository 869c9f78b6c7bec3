import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Choice } from '#machines/domain/review/joint-approval.ts';
import type { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { given } from '#machines/flows/steps/result.ts';
import type { BoxSendMachine } from '../boxes/SendBar.tsx';

/** A running decision flow of whichever stage, or the one in which accounting splits without deciding. */
export type AnyDecision = ActorRefFrom<DecisionMachine>;

const choiceEvents = { approved: 'CHOOSE_APPROVED', rejected: 'CHOOSE_REJECTED' } as const;

/** Chooses in the flow, which alone knows what is chosen. */
export const choose = (decision: AnyDecision, choice: Choice): void =>
  decision.send({ type: choiceEvents[choice] });

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
