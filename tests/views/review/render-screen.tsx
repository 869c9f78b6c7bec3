import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { type AnyStateMachine, fromPromise } from 'xstate';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { type Person, profiles } from '#machines/domain/people/profiles.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { type SessionAnswer, showsApplication } from '#machines/flows/session/session.setup.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { detailOf } from '#src/wire/looking.actors.ts';
import { PendingCounts } from '#src/shell/PendingCounts.tsx';
import { Session } from '#src/shell/session.ts';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';

const sessionOf = ({ id, profile }: Person, permissions: readonly string[]) =>
  sessionMachine.provide({
    actors: {
      authSesion: fromPromise<Result<SessionAnswer>, RequestOf<'/auth/sesion'>>(() =>
        Promise.resolve(
          answered([
            {
              status: '200' as const,
              msg: '',
              email: 'persona@cajamenor.test',
              cambiar_clave: 'no' as const,
              permisos: permissions.join(','),
              nombre: 'Persona de Prueba',
              id_usuario: id,
              tipoperfil_id: profile,
              tipoperfil_nombre: profiles[profile].nombre,
              vence: 43_200_000,
              inactividad: 1_800_000,
            },
          ]),
        ),
      ),
    },
    actions: {
      storeSession: () => undefined,
      endStoredSession: () => undefined,
      removeStoredAnswers: () => undefined,
      removeDrafts: () => undefined,
      clearStoredSession: () => undefined,
      reloadApplication: () => undefined,
    },
  });

function SignedIn({ children }: { children: ReactNode }) {
  return Session.useSelector(showsApplication) ? children : null;
}

function Elsewhere() {
  const { pathname, state } = useLocation();
  return (
    <p data-testid="elsewhere" data-state={JSON.stringify(state)}>
      {pathname}
    </p>
  );
}

class NoNetwork {
  constructor() {
    throw new Error('a view test has no network');
  }
}

type Counts = AnswerOf<'/contarPendientes'>;

const nothingWaits: Counts = {
  pendientes: 0,
  por_decidir: 0,
  en_tramite: 0,
  cerradas: 0,
  unica_tienda: null,
};

/** Wraps a screen in the pending counts that the frame provides. */
const counting = (counts: Counts) => {
  const { logic } = answering(detailOf('/contarPendientes'), {
    loadDetail: [answered(counts)],
  });
  return (screen: ReactNode) => (
    <PendingCounts.Provider logic={logic} options={{ input: { key: {} } }}>
      {screen}
    </PendingCounts.Provider>
  );
};

/** Renders a screen at its address for one user; every other route shows only its path. */
export function renderScreen(
  screen: ReactNode,
  pattern: string,
  address: string | { pathname: string; search?: string; state: unknown },
  person: Person,
  counts: Counts = nothingWaits,
  permissions: readonly string[] = profiles[person.profile].permisos,
) {
  const counted = counting(counts);
  // The amount field formats through a request; without an answer the text stays as typed.
  vi.stubGlobal('XMLHttpRequest', NoNetwork);
  render(
    <ThemeProvider>
      <Session.Provider logic={sessionOf(person, permissions)}>
        <SignedIn>
          <MemoryRouter initialEntries={[address]}>
            <Routes>
              <Route path={pattern} element={counted(screen)} />
              <Route path="*" element={<Elsewhere />} />
            </Routes>
          </MemoryRouter>
        </SignedIn>
      </Session.Provider>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

/** Answers of each actor, in order; an `Error` rejects the promise. */
export type Answers = Record<string, readonly (Result<unknown> | Error)[]>;

/**
 * Provides a flow with actors that return the given answers.
 * @param redirectDelay milliseconds between a success and its redirect; 0 for tests of the redirect
 */
export function answering<Machine extends AnyStateMachine>(
  machine: Machine,
  answers: Answers,
  redirectDelay = 60_000,
) {
  const asked: Record<string, unknown[]> = {};
  const actors = Object.entries(answers).map(([name, list]) => {
    const left = [...list];
    const logic = fromPromise((started) => {
      asked[name] = [...(asked[name] ?? []), started.input];
      const answer = left.shift();
      return answer instanceof Error || answer === undefined
        ? Promise.reject(answer ?? new Error(`${name} was not expected once more`))
        : Promise.resolve(answer);
    });
    return [name, logic] as const;
  });
  const logic = machine.provide({
    actors: Object.fromEntries(actors),
    delays: { redirectDelay, lookupDelay: 0 },
  }) as Machine;
  return { logic, asked };
}

/** A decision flow with the given answers. jsdom paints nothing: receipts count as seen unless `seen` is false. */
export const deciding = (
  stage: StageName,
  answers: Answers,
  {
    redirectDelay = 60_000,
    seen = true,
  }: { redirectDelay?: number | undefined; seen?: boolean } = {},
) =>
  answering(
    seen
      ? decisionMachines[stage].provide({ guards: { receiptIsSeen: () => true } })
      : decisionMachines[stage],
    answers,
    redirectDelay,
  );

/**
 * A notice disappears after a second, too soon for a busy machine: call this before the action that causes the
 * notice, and await the result after it.
 */
export async function expectNotice(text: string): Promise<void> {
  await expect(screen.findByText(text, undefined, { timeout: 30_000 })).resolves.toBeVisible();
}

/** `IntersectionObserver` that reports every observed element as visible at once. */
export class EverythingSeen {
  private readonly onChange: (entries: object[]) => void;

  constructor(onChange: (entries: object[]) => void) {
    this.onChange = onChange;
  }

  observe(): void {
    this.onChange([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}
