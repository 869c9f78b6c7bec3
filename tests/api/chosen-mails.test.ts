/** Mails by user preference: who is notified of a box, when, and with which text. */
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { targetNames } from '#contract/calls/administration.calls.ts';
import type { MailTime } from '#contract/calls/mails.calls.ts';
import { momentInBogota } from '#machines/domain/values/bogota-time.ts';
import { startDailyMails, writeDailyMails } from '#server/operate/daily-mail.ts';
import { tidy } from '#server/operate/housekeeping.ts';
import { sendNext } from '#server/operate/outbox-worker.ts';
import { must, reason, record, startScene, today, unlike } from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { testNow } from '#tests/kit/server.ts';
import { readMail, startSmtp } from '#tests/kit/smtp.ts';

const scene = perFile(startScene);
beforeEach(async () => {
  scene.clock.set(testNow);
  for (const table of ['correo', 'aviso_correo', 'preferencia_correo'] as const)
    await scene.db.deleteFrom(table).execute();
});

const choose = async (profile: 2 | 3 | 4 | 5 | 6, choices: object) =>
  must(scene.browsers[profile], '/guardarMisCorreos', choices);

/** Each mail as the profile of its recipient and its subject, in the order of writing. */
async function mails(): Promise<string[]> {
  const rows = await scene.db
    .selectFrom('correo')
    .select(['para', 'asunto'])
    .orderBy('id')
    .execute();
  return rows.map(({ para, asunto }) => {
    const [profile] = Object.entries(scene.people).find(([, { email }]) => email === para) ?? [
      para,
    ];
    return `${profile} ${asunto.replace(/Tienda de prueba \d+/, 'T')}`;
  });
}

const forget = () => scene.db.deleteFrom('correo').execute();

const lastTo = (email: string) =>
  scene.db
    .selectFrom('correo')
    .selectAll()
    .where('para', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

const storeOf = async ({ id_tienda }: StagedBox) =>
  (
    await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id_tienda)
      .executeTakeFirstOrThrow()
  ).nombre;

const services = (now = scene.clock.now) => ({
  db: scene.db,
  log: pino({ level: 'silent' }),
  now,
  publicUrl: scene.config.publicUrl,
});

const seven = (day: string) => momentInBogota(day, '07:00').getTime();
const daily = (day: string, later = 0) => writeDailyMails(services(() => seven(day) + later));
const reject = (box: StagedBox, place: number) =>
  must(scene.browsers[3], '/guardarSupervisor', {
    id_caja: box.id,
    id_gasto: box.expenses[place] ?? 0,
    estado: 4,
    id_rechazo: reason,
    ...approval,
  });

describe('immediate mails', () => {
  test('tell a supervisor which box arrived, with one link to it', async () => {
    const box = await boxIn(scene, 'supervision', [{ valor: 12_500.5 }]);
    const tienda = await storeOf(box);
    const { email, nombre } = scene.people[3];
    expect(await mails()).toEqual(['3 Caja n.º 1 de T: llegó para revisar']);
    const { texto, html } = await lastTo(email);
    const link = `https://caja.prueba.test/#/verCajaSupervisor/${box.id}`;
    expect(texto).toBe(
      [
        `Hola, ${nombre}:`,
        '',
        'Llegó una caja para revisar:',
        `Caja n.º 1 de ${tienda}: $ 12.500,50`,
        '',
        'Elija qué correos recibe, y cuándo, en «Mi cuenta».',
        '',
        `Ver la caja: ${link}`,
        '',
      ].join('\n'),
    );
    expect(html.match(/href="[^"]+"/g)).toEqual([`href="${link}"`]);
  });

  test('go to the users of the stage that a box enters, not to its sender', async () => {
    for (const profile of [2, 3, 5, 6] as const)
      await choose(profile, {
        llegada: 'inmediato',
        ...(profile === 2 && { cierre: 'inmediato' }),
      });
    const box = await boxIn(scene, 'supervision', [unlike({ categoria: [5] })]);
    const arrivals: [Parameters<typeof moveTo>[2], string[]][] = [
      ['maintenance', ['5 Caja n.º 1 de T: llegó para revisar']],
      ['preliminary', ['6 Caja n.º 1 de T: llegó para revisar']],
      ['readyToShip', ['2 Caja n.º 1 de T: lista para despachar']],
      ['finalAccounting', ['6 Caja n.º 1 de T: llegó para revisar']],
      ['closed', ['2 Caja n.º 1 de T: cerrada']],
    ];
    for (const [stage, reported] of arrivals) {
      await forget();
      await moveTo(scene, box, stage);
      expect([stage, await mails()]).toEqual([stage, reported]);
    }
    expect((await lastTo(scene.people[2].email)).texto).toMatch(/: aprobado (\$ [\d.]+) de \1\n/);
  });

  test('tell a store what was rejected and why, only once the box moves on', async () => {
    const box = await boxIn(scene, 'supervision', [unlike(), unlike(), unlike()]);
    await forget();
    await reject(box, 0);
    await reject(box, 1);
    // The reviewer approves the second expense after all.
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: box.id,
      id_gasto: box.expenses[1] ?? 0,
      estado: 3,
      ...approval,
    });
    expect(await mails()).toEqual([]);
    await moveTo(scene, box, 'preliminary');
    expect(await mails()).toEqual(['2 Caja n.º 1 de T: gastos rechazados']);
    const { texto } = await lastTo(scene.people[2].email);
    const { nombre } = await scene.db
      .selectFrom('motivo_rechazo')
      .select('nombre')
      .where('id', '=', reason)
      .executeTakeFirstOrThrow();
    expect(texto).toContain(`: 1 gasto rechazado (Supervisor)\n– `);
    expect(texto).toContain(`: ${nombre}\n`);
    expect(texto).toContain(`/#/verCaja/${box.id}\n`);
    // The next stage does not report the same rejection again.
    await forget();
    await moveTo(scene, box, 'readyToShip');
    expect(await mails()).toEqual(['2 Caja n.º 1 de T: lista para despachar']);
  });

  test('combine two notices of one move', async () => {
    await choose(2, { cierre: 'inmediato' });
    const box = await boxIn(scene, 'finalAccounting', [unlike(), unlike()]);
    await must(scene.browsers[6], '/guardarContabilidadFinal', {
      id_gasto: box.expenses[0] ?? 0,
      estado: 16,
      id_rechazo: reason,
      observacion: 'No',
    });
    await forget();
    await moveTo(scene, box, 'closed');
    expect(await mails()).toEqual(['2 Caja n.º 1 de T: cerrada, gastos rechazados']);
    const { texto } = await lastTo(scene.people[2].email);
    expect(texto).toContain('Se cerró una caja:\n');
  });

  test('skip users who are absent, inactive, without permissions or of another store', async () => {
    const outsider = await addPerson(scene.db, { profile: 3, email: 'ajeno@cajamenor.test' });
    const standIn = await addPerson(scene.db, { profile: 3, email: 'suplente@cajamenor.test' });
    const off = await addPerson(scene.db, {
      profile: 5,
      email: 'apagado@cajamenor.test',
      active_: 0,
    });
    const blind = await addPerson(scene.db, {
      profile: 5,
      email: 'ciego@cajamenor.test',
      permisos: ['historialCaja'],
    });
    for (const { id } of [outsider, off, blind])
      await scene.db
        .insertInto('preferencia_correo')
        .values({ id_usuario: id, tipo: 'llegada', cuando: 'inmediato' })
        .execute();
    await choose(5, { llegada: 'nunca' });
    const days = { id_delegado: standIn.id, desde: today, hasta: today };
    const { answer } = await scene.browsers[3].call('/delegar', days);
    await forget();
    await boxIn(scene, 'maintenance', [unlike({ categoria: [5] })]);
    expect(await mails()).toEqual(['suplente@cajamenor.test Caja n.º 1 de T: llegó para revisar']);
    await must(scene.browsers[3], '/terminarDelegacion', {
      id_delegacion: answer[0]?.id_delegacion ?? 0,
    });
  });
});

describe('daily mails', () => {
  test('summarise the day at the set hour, only with boxes that still wait', async () => {
    const [first, second, gone] = [
      await boxIn(scene, 'preliminary', [unlike()]),
      await boxIn(scene, 'preliminary', [unlike()]),
      await boxIn(scene, 'preliminary', [unlike()]),
    ];
    await moveTo(scene, gone, 'readyToShip');
    await forget();
    expect(await daily('2026-06-18', -1)).toBeNull();
    expect(await mails()).toEqual([]);
    expect(await daily('2026-06-18')).toBe('2026-06-18');
    expect(await mails()).toEqual(['6 Caja menor: resumen del 18 jun']);
    const { texto, vence } = await lastTo(scene.people[6].email);
    expect(texto).toContain('\n\nLlegaron 2 cajas para revisar:\n• Caja n.º 1 de ');
    for (const box of [first, second]) expect(texto).toContain(await storeOf(box));
    expect(texto).not.toContain(await storeOf(gone));
    expect(texto).toContain('\nVer mis pendientes: https://caja.prueba.test/#/cajasPendientes\n');
    expect(vence).toBe(seven('2026-06-19'));
    expect(await daily('2026-06-19')).toBe('2026-06-19');
    expect(await mails()).toHaveLength(1);
  });

  test('are written once by simultaneous processes, and not again after a restart', async () => {
    await boxIn(scene, 'preliminary', [unlike()]);
    await forget();
    await Promise.all([daily('2026-06-18'), daily('2026-06-18'), daily('2026-06-18', 5)]);
    expect(await mails()).toHaveLength(1);
    // Notices after the hour wait for the next day, even when a process starts later.
    await boxIn(scene, 'preliminary', [unlike()]);
    await forget();
    const end = startDailyMails(services(), 5);
    await end();
    expect(await mails()).toEqual([]);
  });

  test('name ten boxes and count the others', async () => {
    for (let count = 0; count < 12; count += 1) await boxIn(scene, 'preliminary', [unlike()]);
    await forget();
    await daily('2026-06-18');
    const { texto } = await lastTo(scene.people[6].email);
    expect(texto.match(/^• Caja n\.º/gm)).toHaveLength(10);
    expect(texto).toContain('\n• y 2 más\n');
  });

  test('are written at the hour of the settings', async () => {
    const settings = (hora_correo: string) =>
      scene.browsers[1].call('/configGeneral', { monto_maximo: 100_000, hora_correo });
    expect((await settings('24:00')).status).toBe(422);
    expect((await settings('18:30')).status).toBe(200);
    await boxIn(scene, 'preliminary', [unlike()]);
    expect((await scene.browsers[6].call('/misCorreos', {})).answer.hora).toBe('18:30');
    expect(await daily('2026-06-18')).toBeNull();
    const evening = momentInBogota('2026-06-17', '18:30').getTime();
    expect(await writeDailyMails(services(() => evening))).toBe('2026-06-17');
    await settings('07:00');
  });

  test('report each day the boxes that wait longer than their target', async () => {
    const none = Object.fromEntries(targetNames.map((name) => [name, null]));
    const noTargets = { monto_maximo: 100_000, ...none };
    const targets = { ...noTargets, dias_supervision: 2, dias_envio: 3 };
    await must(scene.browsers[1], '/configGeneral', targets);
    const late = await boxIn(scene, 'supervision', [unlike()]);
    await forget();
    expect(await daily('2026-06-19')).toBe('2026-06-19');
    expect(await mails()).toEqual([]);
    await daily('2026-06-20');
    await daily('2026-06-20', 60_000);
    expect(await mails()).toEqual(['3 Caja menor: resumen del 20 jun']);
    const { texto } = await lastTo(scene.people[3].email);
    expect(texto).toMatch(/\n\d+ cajas esperan más de lo previsto:\n• /);
    expect(texto).toContain(
      `\n• Caja n.º 1 de ${await storeOf(late)}: hace 2 días 7 horas hábiles\n`,
    );
    await daily('2026-06-21');
    expect((await mails()).slice(1)).toEqual(['3 Caja menor: resumen del 21 jun']);
    await choose(3, { demora: 'nunca' });
    await forget();
    // A store is notified of its unshipped papers; the weekend does not count in the three days.
    await daily('2026-06-22');
    expect(await mails()).toEqual([]);
    await daily('2026-06-23');
    expect(await mails()).toEqual(['2 Caja menor: resumen del 23 jun']);
    await must(scene.browsers[1], '/configGeneral', noTargets);
  });

  test('tell a store each day that its fund is low', async () => {
    const set = (fondo_bajo: number) =>
      must(scene.browsers[1], '/configGeneral', { monto_maximo: 100_000, fondo_bajo });
    const { id } = await newStore(scene, 1_000_000_00);
    await record(scene, { id_tienda: id, valor: 880_000 });
    const tienda = await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const line = `\n• ${tienda.nombre}: le queda 12 %: envíe ya su caja\n`;
    await set(11);
    await forget();
    await daily('2026-06-19');
    expect(await mails()).toEqual([]);
    await set(12);
    await forget();
    await daily('2026-06-22');
    expect(await mails()).toEqual(['2 Caja menor: resumen del 22 jun']);
    const { texto } = await lastTo(scene.people[2].email);
    expect(texto).toMatch(/\n(Un fondo tiene|\d+ fondos tienen) poco dinero:\n• /);
    expect(texto).toContain(line);
    await choose(2, { fondo: 'nunca' });
    await forget();
    await daily('2026-06-23');
    expect(await mails()).toEqual([]);
    await choose(2, { fondo: 'diario' });
    await set(0);
    await forget();
    await daily('2026-06-24');
    expect(await mails()).toEqual([]);
  });

  test('wait until the user is no longer absent', async () => {
    const standIn = await addPerson(scene.db, { profile: 3, email: 'vuelve@cajamenor.test' });
    await choose(3, { llegada: 'diario' });
    await boxIn(scene, 'supervision', [unlike()]);
    const days = { id_delegado: standIn.id, desde: '2026-06-18', hasta: '2026-06-18' };
    await must(scene.browsers[3], '/delegar', days);
    await forget();
    await daily('2026-06-18');
    expect(await mails()).toEqual([]);
    await daily('2026-06-19');
    expect(await mails()).toEqual(['3 Caja menor: resumen del 19 jun']);
  });

  test('arrive in Spanish, as plain text and as HTML', async () => {
    await boxIn(scene, 'preliminary', [unlike()]);
    await forget();
    await daily('2026-06-18');
    const smtp = await startSmtp();
    await sendNext({
      ...services(() => seven('2026-06-18')),
      receipts: scene.receipts,
      smtpUrl: smtp.url,
    });
    await smtp.close();
    const [received] = smtp.received;
    if (received === undefined) throw new Error('no mail came');
    const { headers, part } = readMail(received);
    expect([received.to, headers.subject]).toEqual([
      [scene.people[6].email],
      'Caja menor: resumen del 18 jun',
    ]);
    expect(part('text/html').text).toContain('Llegó una caja para revisar:');
    expect(part('text/plain').text).toContain('Llegó una caja para revisar:');
  });
});

describe('the preferences', () => {
  const shown = async (profile: 1 | 2 | 3 | 4 | 5 | 6) =>
    (await scene.browsers[profile].call('/misCorreos', {})).answer.correos.map(
      ({ tipo, cuando }) => `${tipo} ${cuando}`,
    );

  test('have defaults by profile, and are separate for each user', async () => {
    expect(await shown(1)).toEqual([]);
    expect(await shown(2)).toEqual([
      'llegada inmediato',
      'rechazo inmediato',
      'cierre diario',
      'demora diario',
      'fondo diario',
    ]);
    expect(await shown(3)).toEqual(['llegada inmediato', 'demora diario']);
    expect(await shown(6)).toEqual(['llegada diario', 'demora diario']);
    await choose(3, { llegada: 'nunca' });
    await choose(3, { demora: 'nunca' });
    await choose(3, { llegada: 'diario' });
    expect(await shown(3)).toEqual(['llegada diario', 'demora nunca']);
    expect(await shown(6)).toEqual(['llegada diario', 'demora diario']);
  });

  test.each<[string, object, string]>([
    ['of another profile', { rechazo: 'diario' }, 'Su perfil no recibe este correo.'],
    [
      ...(['of a delay at once', { demora: 'inmediato' }] as [string, object]),
      'Este correo se envía una vez al día o nunca.',
    ],
  ])('%s are refused', async (_, choices, sentence) => {
    const { status, refusal } = await scene.browsers[3].call('/guardarMisCorreos', choices);
    expect([status, refusal.msg]).toEqual([422, sentence]);
    expect(await shown(3)).toEqual(['llegada inmediato', 'demora diario']);
  });

  test.each<MailTime>(['diario', 'nunca'])('with %s cause no immediate mail', async (cuando) => {
    await choose(3, { llegada: cuando });
    await boxIn(scene, 'supervision');
    expect(await mails()).toEqual([]);
    const notices = await scene.db.selectFrom('aviso_correo').selectAll().execute();
    expect(notices).toHaveLength(cuando === 'diario' ? 1 : 0);
  });

  test('let a coordinator be notified of any store', async () => {
    await choose(4, { llegada: 'inmediato', cierre: 'inmediato', rechazo: 'inmediato' });
    const box = await boxIn(scene, 'preliminary', [unlike()]);
    await forget();
    await moveTo(scene, box, 'readyToShip');
    expect(await mails()).toEqual([
      '2 Caja n.º 1 de T: lista para despachar',
      '4 Caja n.º 1 de T: lista para despachar',
    ]);
  });
});

// Last, since `tidy` at a later time deletes every session.
test('a mail that cannot be sent does not undo the change, and is deleted when expired', async () => {
  await boxIn(scene, 'preliminary', [unlike()]);
  await forget();
  const box = await boxIn(scene, 'supervision');
  const dead = { ...services(), receipts: scene.receipts, smtpUrl: 'smtp://127.0.0.1:9' };
  expect(await sendNext(dead)).toBe(true);
  const { active } = await scene.db
    .selectFrom('cajas')
    .select('active')
    .where('id', '=', box.id)
    .executeTakeFirstOrThrow();
  expect(active).toBe(2);
  expect(await lastTo(scene.people[3].email)).toMatchObject({ estado: 'pendiente', intentos: 1 });
  const later = testNow + 2 * 86_400_000;
  expect(await sendNext({ ...dead, now: () => later })).toBe(false);
  await tidy(scene.db, later);
  expect(await mails()).toEqual([]);
  const notices = () => scene.db.selectFrom('aviso_correo').selectAll().execute();
  expect((await notices()).length).toBeGreaterThan(0);
  await tidy(scene.db, testNow + 31 * 86_400_000);
  expect(await notices()).toEqual([]);
});
