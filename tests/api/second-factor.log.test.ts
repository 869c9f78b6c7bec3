/** Events record how their author signed in: in the log, under its hash, in /flujoCaja and in the downloads. */
import { expect, test } from 'vitest';
import { auditOf, eventsOf } from '#tests/kit/box-rows.ts';
import { startScene, today } from '#tests/kit/box-scene.ts';
import { approval, boxIn } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { enrol, halfway } from '#tests/kit/second-factor.ts';

const scene = perFile(startScene);

test('an event records a sign-in with a password, a code or a recovery code', async () => {
  const box = await boxIn(scene, 'supervision', [{}, {}]);
  const { email } = scene.people[3];
  const device = await enrol(scene, await scene.signIn(3));
  const codes = [device.code(), device.codigos[0]];
  for (const [index, codigo] of codes.entries()) {
    const supervisor = await halfway(scene, email);
    await supervisor.call('/auth/codigo', { codigo });
    const id_gasto = box.expenses[index];
    const decision = { id_caja: box.id, id_gasto, ...approval, estado: 3 };
    expect((await supervisor.call('/guardarSupervisor', decision)).status).toBe(200);
  }
  const expected = ['clave', 'clave_totp', 'clave_recuperacion'];
  const logged = await eventsOf(scene, box.id);
  expect([...new Set(logged.map(({ ingreso }) => ingreso))]).toEqual(expected);
  expect(await auditOf(scene, box.id)).toEqual([]);
  const control = scene.browsers[7];
  const { eventos } = (await control.call('/flujoCaja', { id_caja: box.id })).answer;
  expect([...new Set(eventos.map(({ ingreso }) => ingreso))]).toEqual(expected);
  const files = `?desde=${today}&hasta=${today}&id_tienda=${box.id_tienda}&corte=eventos`;
  const csv = (await control.get(`/documentos/flujo/eventos.csv${files}`)).body;
  for (const words of ['Contraseña', 'Segundo factor', 'Código de recuperación'])
    expect(csv).toContain(`,${words},`);
  const xes = (await control.get(`/documentos/flujo/eventos.xes${files}`)).body;
  expect(xes).toContain('<string key="ingreso" value="Segundo factor"/>');
});
