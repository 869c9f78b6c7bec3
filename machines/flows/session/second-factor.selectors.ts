/** Selectors of the own second factor. */
import type { SnapshotFrom } from 'xstate';
import { given, messageOf } from '../result.ts';
import type { secondFactorMachine } from './second-factor.machine.ts';

type Snapshot = SnapshotFrom<typeof secondFactorMachine>;

/** Recovery codes at which the person is asked to renew them. */
const FEW_CODES = 3;

/** CONFIRM or CANCEL. */
export const isEnrolling = (snapshot: Snapshot) =>
  snapshot.matches('enrolling') || snapshot.matches('activating');
/** CODES_KEPT. */
export const showsCodes = (snapshot: Snapshot) => snapshot.matches('showingCodes');
/** RENEW or SWITCH_OFF. */
export const isOn = (snapshot: Snapshot) =>
  snapshot.matches('on') || snapshot.matches('renewing') || snapshot.matches('switchingOff');
export const isPreparing = (snapshot: Snapshot) => snapshot.matches('preparing');
export const isActivating = (snapshot: Snapshot) => snapshot.matches('activating');
export const isRenewing = (snapshot: Snapshot) => snapshot.matches('renewing');
export const isSwitchingOff = (snapshot: Snapshot) => snapshot.matches('switchingOff');
/** @throws Error before there is one */
export const preparedOf = (snapshot: Snapshot) => given(snapshot.context.prepared);
export const codesOf = (snapshot: Snapshot) => snapshot.context.codes[0]?.codigos ?? [];
export const codesLeftOf = (snapshot: Snapshot) => snapshot.context.factor?.codigos_restantes ?? 0;
export const hasFewCodes = (snapshot: Snapshot) => codesLeftOf(snapshot) <= FEW_CODES;
export const isRequired = (snapshot: Snapshot) => snapshot.context.factor?.exigido === 1;
export const noticeOf = (snapshot: Snapshot) => messageOf(snapshot.context.switchedOff);
