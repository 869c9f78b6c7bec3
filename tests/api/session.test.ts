import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles, type ProfileId } from '#machines/domain/permissions.ts';
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('signing in', () => {
  test.each(Object.keys(profiles).map(Number) as ProfileId[])(
    'delivers the permissions of profile %i',
    async (profile) => {
      const person = server.people[profile];
      const { answer } = await server
        .client()
        .call('/auth/user', { email: person.email.toUpperCase(), password: 'Caja2026' });
      expect(answer).toEqual([
        {
          status: '200',
          msg: 'Bienvenido',
          email: person.email,
          cambiar_clave: 'no',
          permisos: profiles[profile].permisos.join(','),
          nombre: person.nombre,
          id_usuario: person.id,
          tipoperfil_id: profile,
          tipoperfil_nombre: profiles[profile].nombre,
        },
      ]);
    },
  );
});
