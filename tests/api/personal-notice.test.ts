/** The company's notice on personal data: when it is due, what is logged, and that nothing is refused meanwhile. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { must, startScene } from '#tests/kit/box-scene.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const publish = (aviso_datos: string) =>
  must(scene.browsers[1], '/configGeneral', { monto_maximo: 500_000, aviso_datos });

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

async function due(profile: 2 | 6): Promise<boolean> {
  const [known] = await must(scene.browsers[profile], '/auth/sesion', {});
  const { email } = scene.people[profile];
  const [fresh] = (await scene.client().call('/auth/user', { email, password: 'Caja2026' })).answer;
  expect(fresh?.aviso).toBe(known?.aviso);
  return known?.aviso === 'leer';
}

const readings = async () =>
  (
    await scene.db
      .selectFrom('evento_administracion')
      .select(['evento', 'id_actor', 'payload'])
      .where('tabla', '=', 'aviso_leido')
      .orderBy('secuencia')
      .execute()
  ).map(({ payload, ...event }) => ({ ...event, rows: JSON.parse(payload) as object }));

test('each person reads the notice once, and again when its text changed', async () => {
  const [store, accounting] = [scene.browsers[2], scene.browsers[6]];
  const id = scene.people[2].id;
  expect([await due(2), (await must(store, '/avisoDatos', {})).texto]).toEqual([false, '']);
  const first = 'Almacenes La Cosecha trata sus datos\npara reembolsar la caja menor.';
  await publish(`  ${first}\n`);
  expect([await due(2), await due(6)]).toEqual([true, true]);
  // It is a notice: nothing is refused before it is read.
  await must(store, '/obtenerTiendas', {});
  const sha256 = sha256Of(first);
  expect(await must(store, '/avisoDatos', {})).toEqual({ texto: first, sha256 });
  for (const _ of ['once', 'again']) await must(store, '/leerAvisoDatos', { sha256 });
  expect([await due(2), await due(6)]).toEqual([false, true]);
  const read = (of: string) => ({ [id]: expect.objectContaining({ sha256: of }) });
  expect(await readings()).toEqual([{ evento: 'NOTICE_READ', id_actor: id, rows: read(sha256) }]);

  const second = `${first} Nada más.`;
  await publish(second);
  expect(await due(2)).toBe(true);
  // Of the text that changed while it was read nothing is stored.
  await must(accounting, '/leerAvisoDatos', { sha256 });
  expect([await due(6), (await readings()).length]).toEqual([true, 1]);
  await must(store, '/leerAvisoDatos', { sha256: sha256Of(second) });
  expect([await due(2), (await readings()).at(-1)?.rows]).toEqual([false, read(sha256Of(second))]);

  await publish('');
  expect([await due(2), await due(6)]).toEqual([false, false]);
  expect(await auditSentences(scene)).toEqual([]);
});
