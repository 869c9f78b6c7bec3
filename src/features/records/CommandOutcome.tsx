import { RefreshCw } from 'lucide-react';
import { fromPromise } from 'xstate';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import {
  type CommandEvent,
  type CommandSnapshot,
  createCommandMachine,
  isRefused,
  isUnanswered,
  requestOf,
} from '#machines/flows/records/command.machine.ts';
import { type Result, answered, problemOf } from '#machines/flows/steps/result.ts';
import { ChangeOutcome, type ChangeOutcomeProps } from '../../shell/problems/ChangeOutcome.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { callApi } from '../../wire/client.ts';

/** Command flow: `load` is the call that reads its data, `write` the call of its one command. */
export const commandOf = <Load extends CallPath, Write extends CallPath>(
  load: Load,
  write: Write,
) =>
  createCommandMachine<
    AnswerOf<Load>,
    RequestOf<Write>,
    AnswerOf<Write>,
    RequestOf<Load>
  >().provide({
    actors: {
      loadData: fromPromise(({ input, signal }) => callApi(load, input.key, { signal })),
      writeRequest: fromPromise(({ input }) => callApi(write, input.request)),
    },
  });

/** Command flow without data. */
export const writeOf = <Write extends CallPath>(write: Write) =>
  createCommandMachine<null, RequestOf<Write>, AnswerOf<Write>, null>().provide({
    actors: {
      loadData: fromPromise<Result<null>, { key: null }>(async () => answered(null)),
      writeRequest: fromPromise(({ input }) => callApi(write, input.request)),
    },
  });

interface CommandOutcomeProps<Request>
  extends Pick<ChangeOutcomeProps, 'notice'>,
    Record<'titles', { refused: string; unanswered: string }> {
  snapshot: CommandSnapshot & { context: { request: Request | null } };
  send: (event: CommandEvent<Request>) => void;
}

export function CommandOutcome<Request>({
  snapshot,
  send,
  ...shown
}: CommandOutcomeProps<Request>) {
  const request = requestOf(snapshot);
  return (
    <ChangeOutcome
      {...shown}
      problem={problemOf(snapshot)}
      refused={isRefused(snapshot)}
      unanswered={isUnanswered(snapshot)}
      onDismiss={() => send({ type: 'DISMISS' })}
      onRetry={() => {
        if (request !== null) send({ type: 'SEND', request });
      }}
    />
  );
}

const refresh = { type: 'REFRESH' } as const;

interface RefreshButtonProps {
  snapshot: { can(event: typeof refresh): boolean };
  send: (event: typeof refresh) => void;
}

/** Button that reloads the data. */
export const RefreshButton = ({ snapshot, send }: RefreshButtonProps) => (
  <GuardedButton
    variant="outline"
    icon={RefreshCw}
    waiting={!snapshot.can(refresh)}
    onClick={() => send(refresh)}
  >
    Actualizar
  </GuardedButton>
);
