import { describe, expect, test } from 'vitest';
import { passwordMessages, randomPassword } from '#machines/domain/people/password-choice.ts';
import { refusedChoice, temporaryPassword } from '#server/features/accounts/passwords.ts';

const owner = {
  nombre: 'Luz Marina Ríos',
  email: 'lrios.bernal@cajamenor.test',
  num_doc: '52447190',
  celular: '3104412087',
};

const refused = {
  run: [
    '12345678',
    '0123456789',
    '87654321',
    'abcdefgh',
    'hgfedcba',
    'abcd1234',
    'qwertyui',
    'qwerty123',
    'asdfghjk',
    '1qaz2wsx',
    '1q2w3e4r',
    'qazwsxedc',
    'aaaaaaaa',
    '11112222',
    '19901990',
    'ana1ana1',
    'ABCD1234',
    'poiuytre',
    'abc12345x',
  ],
  owner: [
    'Marina4821',
    'xrios48217',
    'Bernal7301',
    '52447190',
    '52447190ab',
    '04412087',
    '31044120',
  ],
  common: [
    'password1',
    'Password1',
    'colombia',
    'colombia1',
    'Colombia12',
    '12colombia',
    'bogota2024',
    'Medellin1',
    'iloveyou',
    'contrasena',
    'Caja2026',
    'cajamenor1',
    'tienda123',
    'Clave12345',
    'tequiero1',
    'nacional1',
    'America123',
    'Diciembre1',
    'Octubre24',
    'falcao2014',
  ],
} satisfies Record<keyof typeof passwordMessages, readonly string[]>;

describe.each(Object.entries(refused))('%s', (kind, passwords) => {
  test.each(passwords)('«%s» is refused', (password) => {
    expect(refusedChoice(password, owner)).toBe(passwordMessages[kind as keyof typeof refused]);
  });
});

test.each(['Nueva12345', 'kx7Q2mPz', 'Fresno4821', 'r4t0nP3rro', 'mesaVerde7', 'Unica98765'])(
  '«%s» may be chosen',
  (password) => {
    expect(refusedChoice(password, owner)).toBeNull();
  },
);

test('a random temporary password is almost never refused', () => {
  const lost = Array.from({ length: 20_000 }, temporaryPassword).filter(
    (password) => refusedChoice(password, owner) !== null,
  );
  expect(lost.length).toBeLessThan(20);
});

test('short names and numbers of the owner refuse no password', () => {
  const short = { nombre: 'Ana Gil', email: 'a.g@b.co', num_doc: '123', celular: '' };
  expect(refusedChoice('Anagil7301', short)).toBeNull();
});

test('a random password that the rules refuse is replaced by another one', () => {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
  // A run, then the name, then neither.
  const drawn = [...'ABCDEFGHJK', ...'Marjna7T4x', ...'T7x4Km9pQ2'];
  const limits = new Set<number>();
  const made = randomPassword(
    (limit) => {
      limits.add(limit);
      return letters.indexOf(drawn.shift() ?? '');
    },
    { nombre: 'Marjna Gil', email: 'x@y.test' },
  );
  expect(made).toBe('T7x4Km9pQ2');
  expect([...limits]).toEqual([letters.length]);
});
