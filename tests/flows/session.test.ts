import { describe, expect, test, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { codeGuard, startAgainGuard, tokenGuard } from '#contract/errors.ts';
import {
  CallFailure,
  type Result,
  answered,
  isPending,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { mayStillBeOpen } from '#machines/flows/session/session-limits.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import {
  type SessionAnswer,
  type SessionContext,
  type SessionEvent,
  type SessionFacts,
  type StoredSession,
  actorOf,
  asksForCurrentPassword,
  awaitsCode,
  factsOf,
  isExpired,
  isSigningOut,
  landingOf,
  mustChangePassword,
  mustEnrol,
  mustReadNotice,
  noticeOf,
  passwordIsChanged,
  permissionsOf,
  showsApplication,
  showsRecovery,
  signOutGuard,
  signOutIsUnfinished,
} from '#machines/flows/session/session.setup.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';
import { machineWithout } from '#tests/kit/written-transitions.ts';

const login = { type: 'LOGIN', email: 'tienda@cajamenor.test', password: 'Caja2026' } as const;

const events = {
  LOGIN: [login],
  FORGOT_PASSWORD: [{ type: 'FORGOT_PASSWORD' }],
  BACK: [{ type: 'BACK' }],
  RECOVER: [{ type: 'RECOVER', email: 'tienda@cajamenor.test' }],
  CHANGE_PASSWORD: [{ type: 'CHANGE_PASSWORD', password: 'Nueva2026' }],
  CODE: [{ type: 'CODE', codigo: '123456' }],
  START_AGAIN: [{ type: 'START_AGAIN' }],
  ENROLLED: [{ type: 'ENROLLED' }],
  'NOTICE.READ': [{ type: 'NOTICE.READ' }],
  PROVE_IDENTITY: [{ type: 'PROVE_IDENTITY', password_actual: 'Caja2026' }],
  CANCEL: [{ type: 'CANCEL' }],
  'LINK.OPENED': [{ type: 'LINK.OPENED', link: '/cajaActual/3' }],
  'LINK.FOLLOWED': [{ type: 'LINK.FOLLOWED' }],
  LOGOUT: [{ type: 'LOGOUT' }],
  RETRY: [{ type: 'RETRY' }],
  'SESSION.EXPIRED': [{ type: 'SESSION.EXPIRED' }],
  'SESSION.CLOSED_ELSEWHERE': [{ type: 'SESSION.CLOSED_ELSEWHERE' }],
  'SESSION.OPENED_ELSEWHERE': [{ type: 'SESSION.OPENED_ELSEWHERE' }],
} satisfies EventFixtures<SessionEvent>;

const sessionOf = (changes: Partial<SessionAnswer[number]> = {}): SessionAnswer => [
  {
    status: '200',
    msg: '',
    email: 'tienda@cajamenor.test',
    cambiar_clave: 'no',
    permisos: 'listarTiendas,cajaActual',
    nombre: 'Ana',
    id_usuario: 20,
    tipoperfil_id: 2,
    tipoperfil_nombre: 'Responsable de tienda',
    vence: 43_200_000,
    inactividad: 1_800_000,
    ...changes,
  },
];

const own = answered(sessionOf());
const mustChange = answered(sessionOf({ cambiar_clave: 'si' }));
const others = answered(sessionOf({ id_usuario: 21, email: 'otra@cajamenor.test' }));
const enrols = answered(sessionOf({ segundo_factor: 'inscribir' }));
const changesAndEnrols = answered(sessionOf({ cambiar_clave: 'si', segundo_factor: 'inscribir' }));
const reads = answered(sessionOf({ aviso: 'leer' }));
const changesAndReads = answered(sessionOf({ cambiar_clave: 'si', aviso: 'leer' }));
const needsCode = refused(401, 'Escriba el código.', [
  { guardia: codeGuard, mensaje: 'Escriba el código.' },
]);
const wrongCode = refused(401, 'El código no es correcto.', [
  { guardia: 'codigo', mensaje: 'El código no es correcto.' },
]);
const tooLate = refused(401, 'El ingreso venció.', [
  { guardia: startAgainGuard, mensaje: 'El ingreso venció.' },
]);

/** As stored a minute after the last answer, by the clock of the server. */
const storedOf = (changes: Partial<StoredSession> = {}): Result<StoredSession> =>
  answered({
    answer: sessionOf(),
    contact: 600_000,
    now: 660_000,
    vence: 43_200_000,
    inactividad: 1_800_000,
    ...changes,
  });
const stillOpen = storedOf();
const over = storedOf({ now: 2_400_000 });
const unread = storedOf({ answer: null });

const signOutPending = refused(401, '', [{ guardia: signOutGuard, mensaje: '' }]);
const oldToken = refused(401, 'El token de la aplicación no es válido.', [
  { guardia: tokenGuard, mensaje: 'El token de la aplicación no es válido.' },
]);
const wrong = refused(401, 'Usuario o contraseña incorrectos.');

/** A refusal of /changePwd because of one field, as the server sends it. */
const about = (guardia: string, mensaje: string) => ({
  ...refused(422, mensaje),
  motivos: [{ guardia, mensaje }],
});
const oldSignIn = about('password_actual', 'Escriba su contraseña actual para continuar.');
const wrongCurrent = about('password_actual', 'La contraseña actual no es correcta.');
const sameAgain = about('password', 'La contraseña debe ser distinta de la anterior.');

/** In-memory replacement for the storage of the page. */
function stored() {
  const stays: {
    session: SessionFacts | null;
    ended: boolean;
    draftsRemovedOf: number | null;
    answers: 'stored' | 'removed';
    signOutStored: boolean;
    reloads: number;
  } = {
    session: null,
    ended: false,
    draftsRemovedOf: null,
    answers: 'stored',
    signOutStored: false,
    reloads: 0,
  };
  const machine = sessionMachine.provide({
    actions: {
      storeSession: (_, facts) => {
        stays.session = facts;
        stays.ended = false;
        stays.answers = 'stored';
      },
      endStoredSession: () => {
        stays.ended = true;
      },
      storePendingSignOut: () => {
        stays.signOutStored = true;
      },
      removeDrafts: (_, { id_usuario }) => {
        stays.draftsRemovedOf = id_usuario;
      },
      clearStoredSession: () => {
        stays.session = null;
      },
      removeStoredAnswers: () => {
        stays.answers = 'removed';
      },
      reloadApplication: () => {
        stays.reloads += 1;
      },
    },
  });
  return { machine, stays };
}

function begin(answers: Answers) {
  const { machine, stays } = stored();
  return { ...beginJourney(machine, {}, answers), stays };
}

const tourOf = (machine: AnyStateMachine) =>
  takeTour({
    machine,
    inputs: [{}, { session: own }, { session: signOutPending }, { session: refusedBy.session }],
    events,
    outcomes: {
      authSesion: [
        own,
        mustChange,
        changesAndEnrols,
        changesAndReads,
        enrols,
        reads,
        signOutPending,
        refusedBy.session,
        refusedBy.permission,
      ],
      storedSession: [stillOpen, over, unread],
      authUser: [own, mustChange, enrols, needsCode, wrong],
      authCodigo: [own, mustChange, enrols, tooLate, wrongCode],
      authSesionAgain: [own, mustChange, enrols, others, refusedBy.session],
      authUserAgain: [own, mustChange, enrols, others, needsCode, wrong],
      authCodigoAgain: [own, mustChange, enrols, others, tooLate, wrongCode],
      recoverPassword: [answered(written('Enviado')), refusedBy.rule],
      changePwd: [answered(written()), refusedBy.session, oldSignIn, sameAgain],
      changeProvenPwd: [answered(written()), refusedBy.session, wrongCurrent, sameAgain],
      changePendingPwd: [answered(written()), refusedBy.session, refusedBy.rule],
      authLogout: [answered(written()), refusedBy.session, oldToken],
    },
    failures: { authSesion: [new CallFailure(500)] },
    abstraction: ({ facts, problem }: SessionContext) => [
      facts?.cambiar_clave,
      facts?.segundo_factor,
      facts?.aviso,
      problem?.status === 500,
    ],
  });

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };
  expect(await tourOf(stored().machine)).toMatchObject(clean);
});

test('the tour misses an expired session that ends no password change', async () => {
  const line = 'signedIn.changingPassword.saving: done changePwd [sessionEnded] → expired';
  expect((await tourOf(machineWithout(stored().machine, line))).missing).toContain(line);
});

describe('journeys', () => {
  test('a stored session is restored', async () => {
    const { reaches, stays } = begin({ authSesion: [own] });
    const snapshot = await reaches('signedIn.working.idle');
    expect(showsApplication(snapshot)).toBe(true);
    expect(permissionsOf(snapshot)).toEqual(['listarTiendas', 'cajaActual']);
    expect(actorOf(snapshot)).toEqual({ id: 20, profile: 2 });
    expect(stays.session?.id_usuario).toBe(20);
  });

  test('a session given as input is not requested again', () => {
    const { machine, stays } = stored();
    const begun = (session: Result<SessionAnswer>) =>
      beginJourney(machine, { session }, {}).now().value;
    expect(begun(own)).toEqual({ signedIn: { working: 'idle' } });
    expect(stays.session?.id_usuario).toBe(20);
    expect(begun(mustChange)).toEqual({ passwordChangePending: { waiting: 'idle' } });
    expect(begun(refusedBy.session)).toEqual({ signedOut: 'idle' });
    expect(stays.ended).toBe(true);
    expect(begun(signOutPending)).toEqual({ signingOut: 'asking' });
    expect(begun(refusedBy.permission)).toBe('restoring');
  });

  test('a link opened without a session is followed once after the sign-in', async () => {
    const { actor, reaches } = begin({
      authSesion: [refusedBy.session],
      authUser: [wrong, needsCode],
      authCodigo: [own],
    });
    await reaches('signedOut.idle');
    actor.send({ type: 'LINK.OPENED', link: '/cajaActual/3?gasto=9' });
    actor.send(login);
    await reaches('signedOut.refused');
    actor.send(login);
    await reaches('awaitingCode.idle');
    actor.send({ type: 'CODE', codigo: '123456' });
    expect(landingOf(await reaches('signedIn'))).toBe('/cajaActual/3?gasto=9');
    actor.send({ type: 'LINK.FOLLOWED' });
    expect(landingOf(actor.getSnapshot())).toBe('/listarTiendas');
  });

  test('a link to another profile, to the session pages or outside leads to the first screen', async () => {
    for (const link of ['/revisarCaja/3', '/logout', '/login', '//otra.example/cajaActual/3']) {
      const { actor, reaches } = begin({ authSesion: [refusedBy.session], authUser: [own] });
      await reaches('signedOut.idle');
      actor.send({ type: 'LINK.OPENED', link });
      actor.send(login);
      expect(landingOf(await reaches('signedIn'))).toBe('/listarTiendas');
    }
  });

  test('the link is retained during a required password change', async () => {
    const { actor, reaches } = begin({
      authSesion: [refusedBy.session],
      authUser: [mustChange],
      changePwd: [answered(written())],
    });
    await reaches('signedOut.idle');
    actor.send({ type: 'LINK.OPENED', link: '/cajaActual/3' });
    actor.send(login);
    await reaches('passwordChangePending');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    expect(landingOf(await reaches('signedIn.working.passwordChanged'))).toBe('/cajaActual/3');
  });

  test('the next sign-in does not follow the page left by a sign-out, but a link opened later', async () => {
    const { actor, reaches } = begin({
      authSesion: [own],
      authLogout: [answered(written()), answered(written()), answered(written())],
      authUser: [own, own],
    });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.CLOSED_ELSEWHERE' });
    await reaches('signedOut.left');
    actor.send({ type: 'LINK.OPENED', link: '/cajaActual/3' });
    actor.send(login);
    expect(landingOf(await reaches('signedIn'))).toBe('/listarTiendas');
    actor.send({ type: 'LOGOUT' });
    await reaches('signedOut.left');
    actor.send({ type: 'LINK.OPENED', link: '/logout' });
    actor.send({ type: 'LINK.OPENED', link: '/cajaActual/4' });
    actor.send(login);
    expect(landingOf(await reaches('signedIn'))).toBe('/cajaActual/4');
    actor.send({ type: 'LOGOUT' });
    expect((await reaches('signedOut.left')).context.link).toBeNull();
  });

  test('an unreachable server at the start can be retried', async () => {
    const { actor, reaches } = begin({
      authSesion: [new Error('offline'), refusedBy.session],
      storedSession: [unread],
    });
    const unreachable = await reaches('unreachable');
    expect(problemOf(unreachable)?.msg).toContain('No fue posible conectar');
    actor.send({ type: 'RETRY' });
    const out = await reaches('signedOut.idle');
    expect(problemOf(out)).toBeNull();
  });

  test('without an answer, a stored session opens that the server can still have', async () => {
    const { reaches, stays } = begin({
      authSesion: [new Error('offline')],
      storedSession: [stillOpen],
    });
    const snapshot = await reaches('signedIn.working.idle');
    expect([factsOf(snapshot)?.nombre, problemOf(snapshot)]).toEqual(['Ana', null]);
    expect(stays.answers).toBe('stored');
  });

  test('after its end a stored session opens nothing, loses its answers, and says why', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [new Error('offline'), own],
      storedSession: [over],
    });
    const out = await reaches('signedOut.refused');
    expect([factsOf(out), showsApplication(out)]).toEqual([null, false]);
    expect(problemOf(out)?.msg).toBe('Su sesión terminó; conéctese a la red para volver a entrar.');
    // The server may still have it, if only the clock of this device is wrong.
    expect(stays).toMatchObject({ answers: 'removed', ended: false, draftsRemovedOf: null });
    actor.send({ type: 'SESSION.OPENED_ELSEWHERE' });
    await reaches('signedIn');
  });

  test('a failure of the server is not hidden by a stored session', async () => {
    const { reaches } = begin({
      authSesion: [new CallFailure(500, 'abc')],
      storedSession: [stillOpen],
    });
    expect(problemOf(await reaches('unreachable'))?.codigo_soporte).toBe('abc');
  });

  test.each([
    ['at the start', { authSesion: [refusedBy.session] }, null, 'signedOut.idle'],
    ['during the work', { authSesion: [own] }, 'SESSION.EXPIRED', 'expired.waiting'],
    ['before the new password', { authSesion: [mustChange] }, 'SESSION.EXPIRED', 'signedOut'],
    ['before the second factor', { authSesion: [enrols] }, 'SESSION.EXPIRED', 'signedOut'],
    ['by a sign-out', { authSesion: [own] }, 'LOGOUT', 'signingOut'],
    ['in another tab', { authSesion: [own] }, 'SESSION.CLOSED_ELSEWHERE', 'signingOut'],
  ] as const)('the end of the session %s removes the stored answers', async (...row) => {
    const [, answers, type, state] = row;
    const { actor, reaches, stays } = begin({ ...answers, authLogout: [answered(written())] });
    if (type !== null) {
      await expect.poll(() => stays.session).not.toBeNull();
      expect(stays.answers).toBe('stored');
      actor.send({ type });
    }
    await reaches(state);
    expect(stays.answers).toBe('removed');
  });

  test('wrong credentials show the message of the server; correct ones sign in', async () => {
    const { actor, requests, reaches, stays } = begin({
      authSesion: [refusedBy.session],
      authUser: [wrong, own],
    });
    await reaches('signedOut.idle');
    actor.send({ ...login, password: 'equivocada' });
    expect(isPending(actor.getSnapshot())).toBe(true);
    const no = await reaches('signedOut.refused');
    expect(problemOf(no)?.msg).toBe('Usuario o contraseña incorrectos.');
    expect(no.context.password).toBeNull();
    actor.send(login);
    await reaches('signedIn');
    expect(requests.authUser?.[1]).toEqual({
      email: 'tienda@cajamenor.test',
      password: 'Caja2026',
    });
    expect(stays.session?.nombre).toBe('Ana');
  });

  test('a temporary password can be requested, also again after a lost answer', async () => {
    const { actor, reaches } = begin({
      authSesion: [refusedBy.session],
      recoverPassword: [new Error('offline'), answered(written('Revise su correo.'))],
    });
    await reaches('signedOut.idle');
    actor.send({ type: 'FORGOT_PASSWORD' });
    expect(showsRecovery(await reaches('recovery.idle'))).toBe(true);
    actor.send({ type: 'RECOVER', email: 'tienda@cajamenor.test' });
    expect(showsRecovery(actor.getSnapshot())).toBe(true);
    await reaches('recovery.refused');
    actor.send({ type: 'RECOVER', email: 'tienda@cajamenor.test' });
    const recovered = await reaches('recovery.recovered');
    expect(noticeOf(recovered)).toBe('Revise su correo.');
    actor.send({ type: 'BACK' });
    expect(showsRecovery(await reaches('signedOut.idle'))).toBe(false);
  });

  test('a problem of the sign-in is not shown on the recovery form, nor the reverse', async () => {
    const { actor, reaches } = begin({
      authSesion: [refusedBy.session],
      authUser: [wrong],
      recoverPassword: [refusedBy.rule],
    });
    await reaches('signedOut.idle');
    actor.send(login);
    expect(problemOf(await reaches('signedOut.refused'))).not.toBeNull();
    actor.send({ type: 'FORGOT_PASSWORD' });
    expect(problemOf(await reaches('recovery.idle'))).toBeNull();
    actor.send({ type: 'RECOVER', email: 'tienda@cajamenor.test' });
    expect(problemOf(await reaches('recovery.refused'))).not.toBeNull();
    actor.send({ type: 'BACK' });
    expect(problemOf(await reaches('signedOut.idle'))).toBeNull();
  });

  test('a pending password change comes before the application', async () => {
    const { actor, requests, reaches, stays } = begin({
      authSesion: [mustChange],
      changePwd: [refusedBy.rule, answered(written())],
    });
    const pending = await reaches('passwordChangePending.waiting.idle');
    expect(mustChangePassword(pending)).toBe(true);
    expect(showsApplication(pending)).toBe(false);
    expect(stays.session?.cambiar_clave).toBe('si');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'mala' });
    await reaches('passwordChangePending.waiting.refused');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    const done = await reaches('signedIn.working.passwordChanged');
    expect(passwordIsChanged(done)).toBe(true);
    expect(requests.changePwd?.[1]).toEqual({
      email: 'tienda@cajamenor.test',
      password: 'Nueva2026',
    });
    expect(factsOf(done)?.cambiar_clave).toBe('no');
    expect(stays.session?.cambiar_clave).toBe('no');
  });

  test('the code is requested after the password, and again after a wrong code', async () => {
    const { actor, requests, reaches } = begin({
      authSesion: [refusedBy.session],
      authUser: [needsCode],
      authCodigo: [wrongCode, own],
    });
    await reaches('signedOut.idle');
    actor.send(login);
    const waiting = await reaches('awaitingCode.idle');
    expect([awaitsCode(waiting), problemOf(waiting)]).toEqual([true, null]);
    actor.send({ type: 'CODE', codigo: '000000' });
    const no = await reaches('awaitingCode.refused');
    expect([problemOf(no)?.msg, no.context.codigo]).toEqual(['El código no es correcto.', null]);
    actor.send({ type: 'CODE', codigo: '123456' });
    await reaches('signedIn');
    expect(requests.authCodigo).toEqual([{ codigo: '000000' }, { codigo: '123456' }]);
  });

  test('a late code or START_AGAIN leads back to the password', async () => {
    const { actor, reaches } = begin({
      authSesion: [refusedBy.session],
      authUser: [needsCode, needsCode],
      authCodigo: [tooLate],
    });
    await reaches('signedOut.idle');
    actor.send(login);
    await reaches('awaitingCode.idle');
    actor.send({ type: 'CODE', codigo: '123456' });
    expect(problemOf(await reaches('signedOut.refused'))?.msg).toBe('El ingreso venció.');
    actor.send(login);
    await reaches('awaitingCode.idle');
    actor.send({ type: 'START_AGAIN' });
    expect(problemOf(await reaches('signedOut.idle'))).toBeNull();
  });

  test('a required enrolment comes after the new password and before the application', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [changesAndEnrols],
      changePwd: [answered(written())],
    });
    await reaches('passwordChangePending.waiting.idle');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    const due = await reaches('enrolmentPending');
    expect([mustEnrol(due), showsApplication(due)]).toEqual([true, false]);
    actor.send({ type: 'ENROLLED' });
    const done = await reaches('signedIn.working.idle');
    expect(factsOf(done)?.segundo_factor).toBeUndefined();
    expect(stays.session?.id_usuario).toBe(20);
  });

  test('the notice on personal data comes after password and factor, and the link waits behind it', async () => {
    const everything = sessionOf({
      cambiar_clave: 'si',
      segundo_factor: 'inscribir',
      aviso: 'leer',
    });
    const { actor, reaches, stays } = begin({
      authSesion: [refusedBy.session],
      authUser: [answered(everything)],
      changePwd: [answered(written())],
    });
    await reaches('signedOut.idle');
    actor.send({ type: 'LINK.OPENED', link: '/cajaActual/3' });
    actor.send(login);
    await reaches('passwordChangePending.waiting.idle');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    await reaches('enrolmentPending');
    actor.send({ type: 'ENROLLED' });
    const due = await reaches('noticePending');
    expect([mustReadNotice(due), showsApplication(due)]).toEqual([true, false]);
    actor.send({ type: 'NOTICE.READ' });
    const done = await reaches('signedIn.working.idle');
    expect(landingOf(done)).toBe('/cajaActual/3');
    expect([factsOf(done)?.aviso, stays.session?.aviso]).toEqual([undefined, undefined]);
  });

  test('a notice that is due does not replace a page that is open, nor a start without a connection', async () => {
    const { actor, reaches } = begin({ authSesion: [own], authUser: [reads] });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    await reaches('expired.waiting.idle');
    actor.send(login);
    await reaches('signedIn.working.idle');
    const away = begin({
      authSesion: [new Error('offline')],
      storedSession: [storedOf({ answer: sessionOf({ aviso: 'leer' }) })],
    });
    await away.reaches('signedIn.working.idle');
  });

  test('an expired session requests the code without leaving the page', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [own],
      authUser: [needsCode],
      authCodigo: [wrongCode, own],
    });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    actor.send(login);
    const waiting = await reaches('expired.awaitingCode.idle');
    expect([awaitsCode(waiting), showsApplication(waiting)]).toEqual([true, true]);
    actor.send({ type: 'CODE', codigo: '000000' });
    await reaches('expired.awaitingCode.refused');
    actor.send({ type: 'CODE', codigo: '123456' });
    await reaches('signedIn');
    expect(stays.reloads).toBe(0);
  });

  test('an old sign-in requires the current password, which is sent with the new one', async () => {
    const { actor, requests, reaches } = begin({
      authSesion: [own],
      changePwd: [oldSignIn, wrongCurrent, new Error('offline'), answered(written())],
    });
    await reaches('signedIn.working.idle');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    const asking = await reaches('signedIn.changingPassword.asking.idle');
    expect(asksForCurrentPassword(asking)).toBe(true);
    expect(problemOf(asking)).toBeNull();
    actor.send({ type: 'PROVE_IDENTITY', password_actual: 'equivocada' });
    const no = await reaches('signedIn.changingPassword.asking.refused');
    expect(problemOf(no)?.msg).toBe('La contraseña actual no es correcta.');
    actor.send({ type: 'PROVE_IDENTITY', password_actual: 'Caja2026' });
    await reaches('signedIn.changingPassword.asking.refused');
    actor.send({ type: 'PROVE_IDENTITY', password_actual: 'Caja2026' });
    const done = await reaches('signedIn.working.passwordChanged');
    expect(asksForCurrentPassword(done)).toBe(false);
    expect(done.context.password).toBeNull();
    const sent = { email: 'tienda@cajamenor.test', password: 'Nueva2026' };
    expect(requests.changePwd?.[0]).toEqual(sent);
    expect(requests.changePwd?.[3]).toEqual({ ...sent, password_actual: 'Caja2026' });
  });

  test('CANCEL leads back to the form and drops the new password', async () => {
    const { actor, reaches } = begin({ authSesion: [own], changePwd: [oldSignIn] });
    await reaches('signedIn.working.idle');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    await reaches('signedIn.changingPassword.asking.idle');
    actor.send({ type: 'CANCEL' });
    const back = await reaches('signedIn.working.idle');
    expect(back.context.password).toBeNull();
  });

  test('an invalid new password leads back to its form', async () => {
    const { actor, reaches } = begin({ authSesion: [own], changePwd: [oldSignIn, sameAgain] });
    await reaches('signedIn.working.idle');
    actor.send({ type: 'CHANGE_PASSWORD', password: 'Nueva2026' });
    await reaches('signedIn.changingPassword.asking.idle');
    actor.send({ type: 'PROVE_IDENTITY', password_actual: 'Caja2026' });
    const no = await reaches('signedIn.working.passwordRefused');
    expect(problemOf(no)?.msg).toBe('La contraseña debe ser distinta de la anterior.');
  });

  test('the same user continues on the same page after the session has expired', async () => {
    const { actor, reaches, stays } = begin({ authSesion: [own], authUser: [wrong, own] });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    const over = actor.getSnapshot();
    expect(isExpired(over)).toBe(true);
    expect(showsApplication(over)).toBe(true);
    actor.send(login);
    await reaches('expired.waiting.refused');
    actor.send(login);
    const back = await reaches('signedIn.working');
    expect(showsApplication(back)).toBe(true);
    expect(stays.reloads).toBe(0);
  });

  test('a sign-in as another user after the session has expired reloads the application', async () => {
    const { actor, reaches, stays } = begin({ authSesion: [own], authUser: [others] });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    actor.send(login);
    await reaches('otherPerson');
    expect(stays.reloads).toBe(1);
    expect(stays.session?.id_usuario).toBe(21);
  });

  test('an expired session ends the stored session; drafts are removed at the sign-out', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [own],
      authUser: [own],
      authLogout: [answered(written())],
    });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    expect(stays).toMatchObject({ ended: true, draftsRemovedOf: null });
    actor.send(login);
    await reaches('signedIn');
    expect(stays.ended).toBe(false);
    actor.send({ type: 'LOGOUT' });
    expect(stays.draftsRemovedOf).toBe(20);
  });

  test('a sign-in of the same user in another tab restores this tab', async () => {
    const { actor, reaches, stays } = begin({ authSesion: [own, own] });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.EXPIRED' });
    actor.send({ type: 'SESSION.OPENED_ELSEWHERE' });
    expect(showsApplication(actor.getSnapshot())).toBe(true);
    await reaches('signedIn');
    expect(stays.reloads).toBe(0);
  });

  test('a sign-in of another user in another tab reloads the application', async () => {
    const { actor, reaches, stays } = begin({ authSesion: [own, others] });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.OPENED_ELSEWHERE' });
    await reaches('otherPerson');
    expect(stays.reloads).toBe(1);
  });

  test('a sign-out in another tab signs out this tab', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [own],
      authLogout: [answered(written())],
    });
    await reaches('signedIn');
    actor.send({ type: 'SESSION.CLOSED_ELSEWHERE' });
    expect([isSigningOut(actor.getSnapshot()), stays.signOutStored]).toEqual([true, false]);
    expect(factsOf(await reaches('signedOut.left'))).toBeNull();
  });

  test('a sign-out clears the storage without an answer, and is unfinished until confirmed', async () => {
    const { actor, reaches, stays } = begin({
      authSesion: [own],
      authLogout: [new Error('offline'), oldToken, refusedBy.session],
    });
    await reaches('signedIn');
    actor.send({ type: 'LOGOUT' });
    expect([stays.session, stays.signOutStored, stays.draftsRemovedOf]).toEqual([null, true, 20]);
    for (const status of [null, 401]) {
      const waiting = await reaches('signingOut.waiting');
      expect([signOutIsUnfinished(waiting), showsApplication(waiting)]).toEqual([true, false]);
      expect([factsOf(waiting), problemOf(waiting)?.status]).toEqual([null, status]);
      expect(waiting.can(login)).toBe(false);
      actor.send({ type: 'RETRY' });
      expect(isSigningOut(actor.getSnapshot())).toBe(true);
    }
    expect(problemOf(await reaches('signedOut.left'))).toBeNull();
  });

  test('a pending sign-out comes first, also after a sign-in in another tab', async () => {
    const { actor, reaches, requests } = begin({
      authSesion: [signOutPending],
      authLogout: [new Error('offline'), answered(written())],
    });
    await reaches('signingOut.waiting');
    actor.send({ type: 'SESSION.OPENED_ELSEWHERE' });
    expect(signOutIsUnfinished(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'SESSION.CLOSED_ELSEWHERE' });
    await reaches('signedOut.left');
    expect([requests.authSesion?.length, requests.authLogout?.length]).toEqual([1, 2]);
  });
});

/** The server's limits: half an hour without a request, and twelve hours. */
test.each([
  ['at the last answer', 0, true],
  ['a millisecond before half an hour without an answer', 1_799_999, true],
  ['after half an hour without an answer', 1_800_000, false],
  ['on another day', 86_400_000, false],
  ['with a clock set back by a second', -1_000, false],
  ['with a clock set back by a day', -86_400_000, false],
])('%s, a device without a network opens the session: %s → %s', (_, passed, opens) => {
  const limits = { contact: 100_000_000, vence: 143_200_000, inactividad: 1_800_000 };
  expect(mayStillBeOpen({ ...limits, now: limits.contact + passed })).toBe(opens);
});

test('a device opens no session after twelve hours, nor one whose end it does not know', () => {
  const late = { contact: 143_000_000, vence: 143_200_000, inactividad: 1_800_000 };
  expect(mayStillBeOpen({ ...late, now: 143_199_999 })).toBe(true);
  expect(mayStillBeOpen({ ...late, now: 143_200_000 })).toBe(false);
  expect(mayStillBeOpen({ ...late, now: 143_100_000, contact: Number.NaN })).toBe(false);
  expect(mayStillBeOpen({ ...late, now: 143_100_000, vence: 0 })).toBe(false);
  expect(mayStillBeOpen({ ...late, now: 143_100_000, inactividad: Number.NaN })).toBe(false);
});

test('a missing storeSession action reports an error', async () => {
  const complaint = vi.fn();
  const { actor } = beginJourney(sessionMachine, {}, { authSesion: [own] });
  actor.subscribe({ error: complaint });
  await expect.poll(() => complaint).toHaveBeenCalled();
  expect(String(complaint.mock.calls[0]?.[0])).toContain('storeSession');
});
