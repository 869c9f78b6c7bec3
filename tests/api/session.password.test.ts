/** /changePwd: proof of identity, refused passwords, and the mail to the user. */
import { expect, test } from 'vitest';
import { RECENT_SIGN_IN } from '#server/features/accounts/session.repository.ts';
import { addPerson, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);

let made = 0;
async function signedIn(agoMs: number) {
  made += 1;
  const person = await addPerson(server.db, { profile: 2, email: `clave${made}@cajamenor.test` });
  const browser = await server.signIn(person.email);
  server.clock.advance(agoMs);
  const change = (body: object) =>
    browser.call('/changePwd', { email: person.email, password: 'Nueva12345', ...body });
  return { ...person, browser, change };
}

const about = (mensaje: string) => [422, [{ guardia: 'password_actual', mensaje }]];

test('the current password is not required within five minutes of the sign-in', async () => {
  const { change } = await signedIn(RECENT_SIGN_IN);
  expect((await change({})).status).toBe(200);
});

test('the current password is required more than five minutes after the sign-in', async () => {
  const { change, email } = await signedIn(RECENT_SIGN_IN + 1);
  for (const password_actual of [undefined, null, '']) {
    const { status, refusal } = await change({ password_actual });
    expect([status, refusal.motivos]).toEqual(
      about('Escriba su contraseña actual para continuar.'),
    );
  }
  const wrong = await change({ password_actual: 'equivocada' });
  expect([wrong.status, wrong.refusal.motivos]).toEqual(
    about('La contraseña actual no es correcta.'),
  );
  expect((await change({ password_actual: testPassword })).status).toBe(200);
  await server.signIn(email, 'Nueva12345');
});

test('a wrong current password counts as a failed attempt, a missing one does not', async () => {
  const { change } = await signedIn(RECENT_SIGN_IN + 1);
  for (let time = 0; time < 8; time += 1) expect((await change({})).status).toBe(422);
  const statuses: number[] = [];
  for (let time = 0; time < 8; time += 1)
    statuses.push((await change({ password_actual: `equivocada${time}` })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
});

test('a due change does not require the current password', async () => {
  const { change, id } = await signedIn(RECENT_SIGN_IN + 1);
  await server.db.updateTable('usuarios').set({ cambiar_clave: 1 }).where('id', '=', id).execute();
  expect((await change({})).status).toBe(200);
});

test('the current password is refused as the new one', async () => {
  const { browser, email } = await signedIn(0);
  await browser.call('/changePwd', { email, password: 'Nueva12345' });
  const again = await browser.call('/changePwd', { email, password: 'Nueva12345' });
  expect([again.status, again.refusal.motivos]).toEqual([
    422,
    [{ guardia: 'password', mensaje: 'La contraseña debe ser distinta de la anterior.' }],
  ]);
});

test('the temporary password is refused as the new one', async () => {
  const { email } = await signedIn(0);
  await server.client().call('/recoverPassword', { email });
  const mail = await server.db
    .selectFrom('correo')
    .select('texto')
    .where('para', '=', email)
    .executeTakeFirstOrThrow();
  const password = /temporal es: (\w{10})\n/.exec(mail.texto)?.[1] ?? '';
  const browser = server.client();
  expect((await browser.call('/auth/user', { email, password })).status).toBe(200);
  const stored = await browser.call('/changePwd', { email, password });
  expect(stored.refusal.msg).toBe('La contraseña debe ser distinta de la anterior.');
  expect((await browser.call('/changePwd', { email, password: 'Nueva12345' })).status).toBe(200);
});

test.each([
  ['12345678', 'Esa contraseña es una secuencia fácil de adivinar: elija otra'],
  ['colombia1', 'Esa contraseña es de las más usadas: elija otra menos común'],
  [
    'xclave4821',
    'La contraseña no puede contener el nombre, el correo, el documento ni el celular de la persona',
  ],
])('«%s» is refused before the current password is required', async (password, mensaje) => {
  const { change } = await signedIn(RECENT_SIGN_IN + 1);
  const { status, refusal } = await change({ password });
  expect([status, refusal.motivos]).toEqual([422, [{ guardia: 'password', mensaje }]]);
});

test('the user gets a mail without the password', async () => {
  const { change, email, nombre } = await signedIn(0);
  await change({});
  const mails = await server.db
    .selectFrom('correo')
    .select(['asunto', 'texto'])
    .where('para', '=', email)
    .execute();
  expect(mails.map(({ asunto }) => asunto)).toEqual(['Caja menor: su contraseña cambió']);
  expect(mails[0]?.texto).toContain(nombre);
  expect(mails[0]?.texto).not.toContain('Nueva12345');
});
