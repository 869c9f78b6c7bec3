import { createActorContext } from '@xstate/react';
import { useMemo } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { calendarOf, type WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { connectionMachine } from '#machines/flows/session/connection.machine.ts';
import { serverToday } from '../wire/server-clock.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { hoursOfSession, permissionsOf } from '#machines/flows/session/session.setup.ts';

/**
 * The single session actor of the page: `Session.useSelector(factsOf)`, `Session.useActorRef().send(…)`. Its calls and
 * actions are in src/app/SessionProvider.tsx, because the end of a session removes what features have stored.
 */
export const Session = createActorContext(sessionMachine);

/** The single connection actor of the page. */
export const Connection = createActorContext(connectionMachine);

/** The working calendar in which waiting times are shown. */
export function useWorkingCalendar(): WorkingCalendar {
  const hours = Session.useSelector(hoursOfSession);
  return useMemo(() => calendarOf(hours, serverToday()), [hours]);
}

/** True when the user may open a screen: `useMayOpen('crearUsuario')`. */
export const useMayOpen = (permission: Permission): boolean =>
  Session.useSelector(permissionsOf).includes(permission);
