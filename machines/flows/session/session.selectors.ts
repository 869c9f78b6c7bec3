/** Selectors of the session. */
import type { SnapshotFrom } from 'xstate';
import { landingFor, type Person } from '#machines/domain/people/profiles.ts';
import { usualHours, type WorkingHours } from '#machines/domain/values/working-time.ts';
import { given, messageOf } from '../steps/result.ts';
import type { sessionMachine } from './session.machine.ts';
import { actorOfSession, type SessionFacts } from './session-facts.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The screens of the product are shown; while `isExpired`, with the login dialog over them. */
export const showsApplication = (snapshot: SessionSnapshot) => snapshot.hasTag('application');
export const isExpired = (snapshot: SessionSnapshot) => snapshot.matches('expired');
/** Calls are made in the name of the person on the page. */
export const isSignedIn = (snapshot: SessionSnapshot) => snapshot.matches('signedIn');
/** The server is asked to end the session. */
export const isSigningOut = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signingOut: 'asking' });
/** RETRY: the session has been left, but not ended. */
export const signOutIsUnfinished = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signingOut: 'waiting' });
export const isUnreachable = (snapshot: SessionSnapshot) => snapshot.matches('unreachable');
export const mustChangePassword = (snapshot: SessionSnapshot) =>
  snapshot.matches('passwordChangePending');
/** RECOVER or BACK, in the place of the sign-in. */
export const showsRecovery = (snapshot: SessionSnapshot) =>
  snapshot.matches('recovery') || snapshot.matches('recovering');
/** CODE or START_AGAIN. */
export const awaitsCode = (snapshot: SessionSnapshot) =>
  snapshot.matches('awaitingCode') ||
  snapshot.matches('checkingCode') ||
  snapshot.matches({ expired: 'awaitingCode' }) ||
  snapshot.matches({ expired: 'checkingCode' });
export const mustEnrol = (snapshot: SessionSnapshot) => snapshot.matches('enrolmentPending');
export const passwordIsChanged = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: { working: 'passwordChanged' } });
/** The new password waits for the current one: PROVE_IDENTITY or CANCEL. */
export const asksForCurrentPassword = (snapshot: SessionSnapshot) =>
  snapshot.matches({ signedIn: { changingPassword: 'asking' } }) ||
  snapshot.matches({ signedIn: { changingPassword: 'proving' } });
/** The server's message after a recovery; null while there is none. */
export const noticeOf = (snapshot: SessionSnapshot): string | null =>
  snapshot.matches({ recovery: 'recovered' }) ? messageOf(snapshot.context.recovered) : null;
/** Null while nobody is signed in. */
export const factsOf = (snapshot: SessionSnapshot): SessionFacts | null => snapshot.context.facts;
/** @throws Error while nobody is signed in */
export const personOf = (snapshot: SessionSnapshot): SessionFacts => given(snapshot.context.facts);
export const permissionsOf = (snapshot: SessionSnapshot): readonly string[] =>
  snapshot.context.facts?.permisos ?? [];
/** The working time of the company. */
export const hoursOfSession = (snapshot: SessionSnapshot): WorkingHours =>
  snapshot.context.facts?.horario ?? usualHours;
/** The address to which a sign-in leads. */
export const landingOf = (snapshot: SessionSnapshot): string =>
  landingFor(snapshot.context.link ?? '', permissionsOf(snapshot));
/** The person as the domain machines know it. @throws Error while nobody is signed in */
export const actorOf = (snapshot: SessionSnapshot): Person =>
  actorOfSession(given(snapshot.context.facts));
