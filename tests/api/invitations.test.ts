/** Invitations: a new user chooses the first password with a link that works once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { INVITATION_LIFE, invitationMessages } from '#machines/domain/people/invitation.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { markSent } from '#server/features/outbox/outbox.repository.ts';
import { inSnapshot, inTransaction } from '#server/platform/database/transactions.ts';
import { startScene } from '#tests/kit/box-scene.ts';
import { invitationOf } from '#tests/kit/invitations.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { testNow } from '#tests/kit/server.ts';
import { rowsAtStake } from '#tests/kit/trust-world.ts';

const scene = perFile(startScene);
let names = 0;
beforeEach(() => scene.clock.set(testNow));

const password = 'Fresno4821';

const formOf = () => {
  names += 1;
  return {
    tipo: 2,
    nombre: 'Marta Díaz',
    tipo_doc: 1,
    num_doc: `70707${names}`,
    email: `invitada.${names}@cajamenor.test`,
  };
};

/** A user whom the administrator has just invited. */
async function invited() {
  const form = formOf();
  const { answer } = await scene.browsers[1].call('/registrarUsuario', { ...form, invitar: 1 });
  const id = answer[0]?.id_usuario ?? 0;
  return { ...form, id, invitacion: await invitationOf(scene, form.email) };
}

const look = (invitacion: string) => scene.client().call('/invitacion', { invitacion });
const accept = (invitacion: string, chosen = password) =>
  scene.client().call('/aceptarInvitacion', { invitacion, password: chosen });
const enter = (email: string, with_ = password) =>
  scene.client().call('/auth/user', { email, password: with_ });
const shown = async (id_usuario: number) =>
  (await scene.browsers[1].call('/obtenerUsuarioById', { id_usuario })).answer.invitacion;

describe('an invited user', () => {
  test('gets one mail, sees the data of the user, chooses a password and signs in with it', async () => {
    const { id, email, nombre, invitacion } = await invited();
    const mails = await scene.db
      .selectFrom('correo')
      .selectAll()
      .where('para', '=', email)
      .execute();
    expect(mails.map(({ asunto }) => asunto)).toEqual(['Caja menor: elija su contraseña']);
    expect(mails[0]?.texto).toBe(
      [
        `Hola, ${nombre}:`,
        '',
        `${scene.people[1].nombre} creó su usuario de Caja menor con este correo.`,
        'Elija su contraseña con el enlace y entre con ella.',
        '',
        'El enlace sirve una sola vez y vence el 20 jun a las 10:00. Si no esperaba este mensaje, ignórelo.',
        '',
        `Elegir mi contraseña: https://caja.prueba.test/#/invitacion/${invitacion}`,
        '',
      ].join('\n'),
    );
    expect(mails[0]?.html).toContain(`href="https://caja.prueba.test/#/invitacion/${invitacion}"`);
    expect(await shown(id)).toEqual({ estado: 'porEnviar', desde: '', vence: '2026-06-20 10:00' });
    expect((await look(invitacion)).answer).toEqual({
      nombre,
      perfil: 'Responsable de tienda',
      email,
      vence: '2026-06-20 10:00',
    });
    expect((await enter(email)).status).toBe(401);
    expect((await accept(invitacion)).answer[0]).toEqual({
      status: '200',
      msg: 'Su contraseña quedó guardada',
      email,
    });
    expect((await enter(email)).answer[0]).toMatchObject({ nombre, cambiar_clave: 'no' });
    expect(await shown(id)).toBeNull();
  });

  test('can use the link only once, and then gets the reason', async () => {
    const { email, invitacion } = await invited();
    await accept(invitacion);
    for (const again of [await look(invitacion), await accept(invitacion, 'Nueva12345')])
      expect([again.status, again.refusal.msg]).toEqual([409, invitationMessages.used]);
    expect((await enter(email, 'Nueva12345')).status).toBe(401);
  });

  test('cannot use the link from the moment of its expiry', async () => {
    const { id, invitacion } = await invited();
    scene.clock.set(testNow + INVITATION_LIFE - 1);
    expect((await look(invitacion)).status).toBe(200);
    scene.clock.set(testNow + INVITATION_LIFE);
    const sentence =
      'Esta invitación venció el 20 jun 2026 10:00. Pida otra a quien administra los usuarios.';
    for (const late of [await look(invitacion), await accept(invitacion)])
      expect([late.status, late.refusal.msg]).toEqual([409, sentence]);
    const browser = await scene.signIn(scene.people[1].email);
    const { answer } = await browser.call('/obtenerUsuarioById', { id_usuario: id });
    expect(answer.invitacion).toMatchObject({ estado: 'vencida' });
  });

  test.each([
    ['abcdefgh', 'de adivinar'],
    ['MartaDiaz1', 'no puede contener el nombre'],
    ['Colombia1', 'más usadas'],
  ])('cannot choose the weak password %s, but still another one', async (weak, sentence) => {
    const { invitacion } = await invited();
    const refused = await accept(invitacion, weak);
    expect(refused.status).toBe(422);
    expect(refused.refusal.motivos).toEqual([
      { guardia: 'password', mensaje: expect.stringContaining(sentence) },
    ]);
    expect((await accept(invitacion)).status).toBe(200);
  });

  test('must first enrol the second factor if the profile requires it', async () => {
    const { email, invitacion } = await invited();
    await scene.browsers[1].call('/configGeneral', {
      monto_maximo: 100_000,
      perfiles_segundo_factor: [2],
    });
    expect((await accept(invitacion)).status).toBe(200);
    const browser = scene.client();
    const { answer } = await browser.call('/auth/user', { email, password });
    expect(answer[0]).toMatchObject({ segundo_factor: 'inscribir' });
    expect((await browser.call('/obtenerTiendas', {})).status).toBe(403);
    await scene.browsers[1].call('/configGeneral', {
      monto_maximo: 100_000,
      perfiles_segundo_factor: [],
    });
  });
});

describe('an invitation is withdrawn', () => {
  const withdrawn = async (invitacion: string) => {
    for (const answer of [await look(invitacion), await accept(invitacion)])
      expect([answer.status, answer.refusal.msg]).toEqual([409, invitationMessages.withdrawn]);
  };
  const edit = (person: Awaited<ReturnType<typeof invited>>, changes: object) => {
    const { id, invitacion: _, ...form } = person;
    return scene.browsers[1].call('/editarUsuario', { ...form, id_usuario: id, ...changes });
  };

  test('by a newer one, which is not sent within a minute', async () => {
    const { id, email, invitacion } = await invited();
    const again = () => scene.browsers[1].call('/invitarUsuario', { id_usuario: id });
    expect((await again()).answer[0]?.msg).toBe(
      'Invitación por enviar: el servidor no tiene correo saliente. Entregue el enlace.',
    );
    expect(await invitationOf(scene, email)).toBe(invitacion);
    scene.clock.set(testNow + 60_000);
    expect((await again()).status).toBe(200);
    const newer = await invitationOf(scene, email);
    expect(newer).not.toBe(invitacion);
    await withdrawn(invitacion);
    expect((await accept(newer)).status).toBe(200);
    const chosen = await again();
    expect([chosen.status, chosen.refusal.msg]).toEqual([409, invitationMessages.hasChosen]);
  });

  test('by a change of address, and by a password that an administrator sets', async () => {
    const moved = await invited();
    const changed = await edit(moved, { email: `otra.${moved.email}` });
    expect(changed.status).toBe(200);
    await withdrawn(moved.invitacion);
    expect(await shown(moved.id)).toEqual({ estado: 'ninguna', desde: '', vence: '' });
    const given = await invited();
    expect((await edit(given, { password: 'Nueva12345' })).status).toBe(200);
    await withdrawn(given.invitacion);
  });

  test('by deactivating the user, which also prevents a new invitation', async () => {
    const { id, invitacion } = await invited();
    const flip = (opc: 0 | 1) =>
      scene.browsers[1].call('/actdesElemento', { id_elemento: id, opc, tabla: 'usuarios' });
    await flip(0);
    expect([(await look(invitacion)).status, (await accept(invitacion)).status]).toEqual([
      404, 404,
    ]);
    const refused = await scene.browsers[1].call('/invitarUsuario', { id_usuario: id });
    expect([refused.status, refused.refusal.msg]).toEqual([409, invitationMessages.inactive]);
    await flip(1);
    await withdrawn(invitacion);
  });

  test('by deleting the user, which also deletes its row', async () => {
    const { id, invitacion } = await invited();
    await scene.browsers[1].call('/eliminarElemento', { id_elemento: id, tabla: 'usuarios' });
    const gone = await look(invitacion);
    expect([gone.status, gone.refusal.msg]).toEqual([404, invitationMessages.unknown]);
    const rows = await scene.db.selectFrom('invitacion').selectAll().where('id_usuario', '=', id);
    expect(await rows.execute()).toEqual([]);
  });
});

describe('the state of an invitation', () => {
  const mailsTo = (email: string) =>
    scene.db.selectFrom('correo').select(['id', 'estado']).where('para', '=', email).execute();

  test('is sent only once the mail server has accepted the mail', async () => {
    const { id, email } = await invited();
    const [mail] = await mailsTo(email);
    await scene.db
      .updateTable('correo')
      .set({ estado: 'fallido', intentos: 11 })
      .where('id', '=', mail?.id ?? 0)
      .execute();
    expect(await shown(id)).toMatchObject({ estado: 'porEnviar', desde: '' });
    const at = testNow + 90 * 60_000;
    await inTransaction(scene.db, (trx) => markSent(trx, mail?.id ?? 0, at, []));
    const sent = { estado: 'enviada', desde: '2026-06-17 11:30', vence: '2026-06-20 10:00' };
    expect(await shown(id)).toEqual(sent);
    const { answer } = await scene.browsers[1].call('/obtenerUsuarios', {});
    expect(answer.find((row) => row.id === id)?.invitacion).toEqual(sent);
  });

  test('is a link that was made without a mail; the unsent mail of the link before is deleted', async () => {
    const { id, email, nombre, invitacion } = await invited();
    const { answer } = await scene.browsers[1].call('/enlacesInvitacion', { usuarios: [id] });
    expect(answer).toEqual([
      {
        id,
        nombre,
        perfil: 'Responsable de tienda',
        email,
        celular: '',
        enlace: expect.stringMatching(/^https:\/\/caja\.prueba\.test\/#\/invitacion\/[\w-]{43}$/),
        vence: '2026-06-20 10:00',
      },
    ]);
    expect(await shown(id)).toEqual({
      estado: 'enlace',
      desde: '2026-06-17 10:00',
      vence: '2026-06-20 10:00',
    });
    expect(await mailsTo(email)).toEqual([]);
    expect((await look(invitacion)).status).toBe(409);
    const secret = answer[0]?.enlace.split('/').at(-1) ?? '';
    expect((await accept(secret)).status).toBe(200);
    expect((await enter(email)).status).toBe(200);
  });

  test('is listed for everybody who has not chosen a password and may be changed', async () => {
    const { id, nombre, email } = await invited();
    const pending = async () =>
      (await scene.browsers[1].call('/invitacionesPendientes', {})).answer.find(
        (row) => row.id === id,
      );
    expect(await pending()).toEqual({
      id,
      nombre,
      perfil: 'Responsable de tienda',
      email,
      celular: '',
      invitacion: { estado: 'porEnviar', desde: '', vence: '2026-06-20 10:00' },
    });
    await accept(await invitationOf(scene, email));
    expect(await pending()).toBeUndefined();
  });

  test('changes for all the users of a request, or for none', async () => {
    const [ana, luz] = [await invited(), await invited()];
    await accept(luz.invitacion);
    const refused = await scene.browsers[1].call('/enlacesInvitacion', {
      usuarios: [ana.id, luz.id],
    });
    expect([refused.status, refused.refusal.msg]).toEqual([409, invitationMessages.hasChosen]);
    expect((await look(ana.invitacion)).status).toBe(200);
  });

  test('of a person who moves money is notified to all the others, whose link it is not', async () => {
    const treasurer = await addPerson(scene.db, {
      profile: 6,
      email: `giros.${names}@cajamenor.test`,
      cambiar_clave: 1,
    });
    await scene.browsers[1].call('/enlacesInvitacion', { usuarios: [treasurer.id] });
    const row = await scene.db
      .selectFrom('usuarios')
      .select('derechos_desde')
      .where('id', '=', treasurer.id)
      .executeTakeFirstOrThrow();
    expect(row.derechos_desde).toBe(testNow);
    const notices = await scene.db
      .selectFrom('aviso_derechos')
      .select('texto')
      .where('texto', 'like', '%invitó a elegir contraseña a%')
      .execute();
    expect(notices.length).toBeGreaterThan(0);
  });
});

describe('a client without a session', () => {
  test('gets the same answer to every invalid link, and changes nothing', async () => {
    const { invitacion } = await invited();
    const { id: idle } = await addPerson(scene.db, {
      profile: 2,
      email: `apagada.${names}@cajamenor.test`,
      active_: 0,
      cambiar_clave: 1,
    });
    await scene.db
      .insertInto('invitacion')
      .values({
        id_usuario: idle,
        token_hash: 'x'.repeat(64),
        creada: 1,
        vence: testNow * 2,
        usada: null,
        retirada: null,
      })
      .execute();
    const before = await rowsAtStake(scene);
    const guesses = ['x', 'x'.repeat(43), invitacion.toLowerCase(), `${invitacion}a`, ' '];
    for (const guess of guesses)
      for (const answer of [await look(guess), await accept(guess)])
        expect([guess, answer.status, answer.refusal.msg]).toEqual([
          guess,
          404,
          invitationMessages.unknown,
        ]);
    expect(await rowsAtStake(scene)).toEqual(before);
    await scene.db.deleteFrom('invitacion').where('id_usuario', '=', idle).execute();
  });

  test('is limited to sixty requests a minute', async () => {
    const statuses: number[] = [];
    scene.clock.set(testNow + 10 * INVITATION_LIFE);
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await look('x')).status);
    expect([...new Set(statuses)]).toEqual([404, 429]);
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect((await look('x')).refusal.msg).toBe(
      'Demasiados intentos. Espere un momento e intente de nuevo.',
    );
  });

  test('finds no usable link in the database', async () => {
    const { invitacion, email } = await invited();
    const rows = await scene.db.selectFrom('invitacion').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(invitacion);
    const events = await scene.db.selectFrom('evento_administracion').selectAll().execute();
    expect(JSON.stringify(events)).not.toContain(invitacion);
    expect(events.filter(({ tabla }) => tabla === 'invitacion').length).toBeGreaterThan(0);
    expect(email).toContain('@');
  });
});

describe('the inviting user', () => {
  test('needs the permission to change the invited user', async () => {
    const { id } = await invited();
    const { email } = await addPerson(scene.db, {
      profile: 4,
      email: `edita.${names}@cajamenor.test`,
      permisos: ['listarUsuarios', 'editarUsuario', 'listarTiendas'],
    });
    const browser = await scene.signIn(email);
    const admin = await addPerson(scene.db, {
      profile: 1,
      email: `jefe.${names}@cajamenor.test`,
      cambiar_clave: 1,
    });
    expect((await browser.call('/invitarUsuario', { id_usuario: admin.id })).status).toBe(403);
    expect((await scene.browsers[3].call('/invitarUsuario', { id_usuario: id })).status).toBe(403);
  });

  test('must either invite the new user or set a first password', async () => {
    const form = formOf();
    const given = await scene.browsers[1].call('/registrarUsuario', { ...form, password });
    expect(given.status).toBe(200);
    expect(await invitationOf(scene, form.email)).toBe('');
    const neither = await scene.browsers[1].call('/registrarUsuario', formOf());
    expect(neither.status).toBe(422);
  });
});

test('the administration log agrees with the invitations', async () => {
  expect(await inSnapshot(scene.db, auditAdministration)).toEqual([]);
});
