import { expect, test } from 'vitest';
import {
  INVITATION_LIFE,
  invitationInWords,
  invitationMessages,
  invitationRefusals,
  invitingRefusals,
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

test.each([
  [null, ''],
  [{ enviada: '', vence: '', vencida: 0 }, ''],
  [
    { enviada: '2026-06-17 10:00', vence: '2026-06-20 10:00', vencida: 0 },
    'Invitación enviada el 17 jun 2026 10:00 · vence el 20 jun 2026 10:00',
  ],
  [
    { enviada: '2026-06-17 10:00', vence: '2026-06-20 10:00', vencida: 1 },
    'La invitación venció el 20 jun 2026 10:00',
  ],
])('%j reads «%s»', (invitacion, words) => {
  expect(invitationInWords(invitacion)).toBe(words);
});
