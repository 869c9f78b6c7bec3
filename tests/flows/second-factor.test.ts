import { describe, expect, test } from 'vitest';
import { answered, problemOf } from '#machines/flows/steps/result.ts';
import * as factor from '#machines/flows/session/second-factor.machine.ts';
import {
  type SecondFactorContext,
  type SecondFactorEvent,
  secondFactorMachine,
} from '#machines/flows/session/second-factor.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const codigo = '123456';

const off = answered({ activo: 0 as const, exigido: 0 as const, codigos_restantes: 0 });
const on = answered({ activo: 1 as const, exigido: 0 as const, codigos_restantes: 10 });
const required = answered({ activo: 1 as const, exigido: 1 as const, codigos_restantes: 3 });
const prepared = answered({ secreto: 'GEZDGNBV', uri: 'otpauth://totp/x?secret=GEZDGNBV' });
const codes = answered([{ status: '200' as const, msg: '', codigos: ['AAAA-BBBB-CCCC-DDDD'] }]);

const oldSignIn = refused(422, 'Escriba su contraseña actual para continuar.', [
  { guardia: 'password_actual', mensaje: 'Escriba su contraseña actual para continuar.' },
]);

const events = {
  RETRY: [{ type: 'RETRY' }],
  ENROL: [{ type: 'ENROL' }],
  CANCEL: [{ type: 'CANCEL' }],
  CONFIRM: [{ type: 'CONFIRM', codigo, password_actual: null }],
  CODES_SAVED: [{ type: 'CODES_SAVED' }],
  RENEW: [{ type: 'RENEW', codigo }],
  SWITCH_OFF: [{ type: 'SWITCH_OFF', codigo }],
} satisfies EventFixtures<SecondFactorEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const refusals = [refusedBy.change, refusedBy.rule];
  const report = await takeTour({
    machine: secondFactorMachine,
    inputs: [undefined],
    events,
    outcomes: {
      miSegundoFactor: [off, on, required, refusedBy.permission],
      prepararSegundoFactor: [prepared, ...refusals],
      activarSegundoFactor: [codes, oldSignIn, ...refusals],
      renovarCodigos: [codes, ...refusals],
      desactivarSegundoFactor: [answered(written()), ...refusals],
    },
    abstraction: ({ factor: known }: SecondFactorContext) => known?.exigido,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (answers: Answers) => beginJourney(secondFactorMachine, undefined, answers);

describe('the enrolment', () => {
  test('shows the secret, takes a code, and shows the recovery codes until they are saved', async () => {
    const { actor, requests, reaches } = begin({
      miSegundoFactor: [off, on],
      prepararSegundoFactor: [prepared],
      activarSegundoFactor: [refusedBy.rule, codes],
    });
    await reaches('off.idle');
    actor.send({ type: 'ENROL' });
    const enrolling = await reaches('enrolling.idle');
    expect(factor.preparedOf(enrolling).secreto).toBe('GEZDGNBV');
    actor.send({ type: 'CONFIRM', codigo: '000000', password_actual: null });
    expect(problemOf(await reaches('enrolling.refused'))?.status).toBe(422);
    actor.send({ type: 'CONFIRM', codigo, password_actual: null });
    const shown = await reaches('showingCodes');
    expect([factor.codesOf(shown), problemOf(shown)]).toEqual([['AAAA-BBBB-CCCC-DDDD'], null]);
    actor.send({ type: 'CODES_SAVED' });
    const done = await reaches('on.idle');
    expect(requests.activarSegundoFactor).toEqual([{ codigo: '000000' }, { codigo }]);
    expect(done.context).toMatchObject({ codes: [], prepared: null, codigo: null });
  });

  test('requires the current password after an old sign-in, until it is complete', async () => {
    const { actor, requests, reaches } = begin({
      miSegundoFactor: [off, on],
      prepararSegundoFactor: [prepared],
      activarSegundoFactor: [oldSignIn, refusedBy.rule, codes],
    });
    await reaches('off.idle');
    actor.send({ type: 'ENROL' });
    expect(factor.asksForPassword(await reaches('enrolling.idle'))).toBe(false);
    actor.send({ type: 'CONFIRM', codigo, password_actual: null });
    expect(factor.asksForPassword(await reaches('enrolling.refused'))).toBe(true);
    const proven = { type: 'CONFIRM', codigo, password_actual: 'Caja2026' } as const;
    actor.send(proven);
    expect(factor.asksForPassword(await reaches('enrolling.refused'))).toBe(true);
    actor.send(proven);
    expect((await reaches('showingCodes')).context.password_actual).toBeNull();
    const sent = { codigo, password_actual: 'Caja2026' };
    expect(requests.activarSegundoFactor).toEqual([{ codigo }, sent, sent]);
    actor.send({ type: 'CODES_SAVED' });
    expect(factor.asksForPassword(await reaches('on.idle'))).toBe(false);
  });

  test('reloads when the second factor was switched on elsewhere meanwhile', async () => {
    const { actor, reaches } = begin({
      miSegundoFactor: [off, on],
      prepararSegundoFactor: [refusedBy.change],
    });
    await reaches('off.idle');
    actor.send({ type: 'ENROL' });
    expect(factor.isOn(await reaches('on.idle'))).toBe(true);
  });
});

describe('an active second factor', () => {
  test('is switched off with a code, and the notice of the server is shown', async () => {
    const { actor, reaches } = begin({
      miSegundoFactor: [on, off],
      desactivarSegundoFactor: [new Error('offline'), answered(written('Desactivado'))],
    });
    await reaches('on.idle');
    actor.send({ type: 'SWITCH_OFF', codigo });
    expect(problemOf(await reaches('on.refused'))?.status).toBeNull();
    actor.send({ type: 'SWITCH_OFF', codigo });
    expect(factor.noticeOf(await reaches('off.idle'))).toBe('Desactivado');
  });

  test('required by the profile cannot be switched off; few recovery codes are reported', async () => {
    const { reaches } = begin({ miSegundoFactor: [required] });
    const saved = await reaches('on.idle');
    expect([factor.isRequired(saved), factor.hasFewCodes(saved)]).toEqual([true, true]);
    expect(saved.can({ type: 'SWITCH_OFF', codigo })).toBe(false);
  });
});
