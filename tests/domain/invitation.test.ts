import { expect, test } from 'vitest';
import {
  INVITATION_LIFE,
  invitationInWords,
  invitationMessages,
  invitationRefusals,
  invitingRefusals,
  lacksLink,
  whatsAppAddress,
} from '#machines/domain/people/invitation.ts';

const sentences = (refusals: readonly { mensaje: string }[]) =>
  refusals.map(({ mensaje }) => mensaje);

test.each([
  [1, 1, []],
  [1, 0, [invitationMessages.hasChosen]],
  [0, 1, [invitationMessages.inactive]],
  [0, 0, [invitationMessages.inactive]],
])(
  'inviting with active_ %i and cambiar_clave %i has the refusals %j',
  (active_, cambiar_clave, expected) => {
    expect(sentences(invitingRefusals({ active_, cambiar_clave }))).toEqual(expected);
  },
);

test('an invitation is valid for three days, once, and until it is withdrawn', () => {
  expect(INVITATION_LIFE).toBe(3 * 24 * 60 * 60 * 1_000);
  const vence = Date.UTC(2026, 5, 20, 15, 0, 0);
  const open = { vence, usada: null, retirada: null };
  const late =
    'Esta invitación venció el 20 jun 2026 10:00. Pida otra a quien administra los usuarios.';
  expect(sentences(invitationRefusals(open, vence - 1))).toEqual([]);
  expect(sentences(invitationRefusals(open, vence))).toEqual([late]);
  expect(sentences(invitationRefusals({ ...open, usada: 1 }, vence - 1))).toEqual([
    invitationMessages.used,
  ]);
  expect(sentences(invitationRefusals({ ...open, retirada: 1 }, vence - 1))).toEqual([
    invitationMessages.withdrawn,
  ]);
});

const times = { desde: '2026-06-17 10:00', vence: '2026-06-20 10:00' };
const none = { desde: '', vence: '2026-06-20 10:00' };

test.each([
  [null, '', false],
  [{ estado: 'ninguna', desde: '', vence: '' }, '', false],
  [{ ...none, estado: 'porEnviar' }, 'Invitación por enviar · vence el 20 jun 2026 10:00', true],
  [
    { ...times, estado: 'enviada' },
    'Invitación enviada el 17 jun 2026 10:00 · vence el 20 jun 2026 10:00',
    false,
  ],
  [
    { ...times, estado: 'enlace' },
    'Enlace creado el 17 jun 2026 10:00 · vence el 20 jun 2026 10:00',
    false,
  ],
  [{ ...none, estado: 'vencida' }, 'La invitación venció el 20 jun 2026 10:00', true],
] as const)('%j reads «%s»', (invitacion, words, lacks) => {
  expect(invitationInWords(invitacion)).toBe(words);
  if (invitacion !== null) expect(lacksLink(invitacion)).toBe(lacks);
});

test.each([
  ['3001234567', 'https://wa.me/573001234567?text='],
  ['6012345678', 'https://wa.me/?text='],
  ['', 'https://wa.me/?text='],
])('the message for the phone «%s» opens %s', (celular, start) => {
  const enlace = 'https://caja.test/#/invitacion/a_b-c';
  const link = { nombre: 'Ana & Luz', celular, enlace, vence: '2026-06-20 10:00' };
  const address = whatsAppAddress(link);
  expect(address.startsWith(start)).toBe(true);
  expect(new URL(address).searchParams.get('text')).toBe(
    'Hola, Ana & Luz: elija su contraseña de Caja menor con este enlace. Sirve una sola vez y vence el 20 jun 2026 10:00.\nhttps://caja.test/#/invitacion/a_b-c',
  );
});
