/** Who may grant what to whom: by hand for the profiles, and for every list with one permission more or less. */
import { describe, expect, test } from 'vitest';
import { permissionNames } from '#contract/permissions.ts';
import {
  type Holder,
  administration,
  authorityMessages,
  changeRefusals,
  freshUntil,
  gainsMoney,
  grantRefusals,
  holdsMoney,
  isAuthorised,
  lacksAuthoriser,
  mayGivePermission,
  mayGiveProfile,
  ownRefusals,
  permissionsOf,
  removalRefusals,
} from '#machines/domain/people/authority.ts';
import { type ProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { everyJointState } from '#tests/kit/domain-paths.ts';
import { acceptedFrom } from '#tests/kit/domain-reach.ts';

const holder = (
  profile: ProfileId,
  permisos: readonly string[] = profiles[profile].permisos,
): Holder => ({
  id: profile,
  profile,
  permisos,
});

/** One entry for each acting profile, with a digit for each profile that it may change or grant. */
const mayChange = { 1: '12345678', 2: '2', 3: '3', 4: '24', 5: '5', 6: '678', 7: '78', 8: '8' };
const mayGive = { 1: '2345678', 2: '2', 3: '3', 4: '24', 5: '5', 6: '678', 7: '78', 8: '8' };

describe.each(profileIds)('profile %i', (profile) => {
  test('changes only users without more permissions', () => {
    const found = profileIds.filter(
      (id) => changeRefusals(holder(profile), holder(id)).length === 0,
    );
    expect(found.join('')).toBe(mayChange[profile]);
  });

  test('grants only profiles without more permissions', () => {
    const found = profileIds.filter((id) => mayGiveProfile(holder(profile), id));
    expect(found.join('')).toBe(mayGive[profile]);
  });

  test('cannot deactivate or delete its own user', () => {
    for (const [removal, mensaje] of [
      ['switch', 'No puede desactivar su propio usuario.'],
      ['delete', 'No puede eliminar su propio usuario.'],
    ] as const)
      expect(removalRefusals(holder(profile), holder(profile), removal)).toEqual([
        { guardia: 'isAnotherUser', mensaje },
      ]);
  });
});

test('a user with more permissions cannot be removed', () => {
  const removed = (by: ProfileId) =>
    removalRefusals(holder(by), { ...holder(2), id: 99 }, 'delete');
  expect(removed(1)).toEqual([]);
  expect(removed(3).map(({ guardia }) => guardia)).toEqual(['hasNoMoreRights']);
});

test('the administration consists of ten permissions', () => {
  expect(administration.join(' ')).toBe(
    'listarUsuarios crearUsuario editarUsuario listarEmpresa crearEmpresa editarEmpresa crearTienda editarTienda business catalogos',
  );
});

/** The list of a profile, then each list with one permission more, then each with one less. */
const lists = (profile: ProfileId): string[][] => {
  const own: readonly string[] = profiles[profile].permisos;
  return [
    [...own],
    ...permissionNames.filter((name) => !own.includes(name)).map((name) => [...own, name]),
    ...own.map((name) => own.filter((other) => other !== name)),
  ];
};
/** Who moves money always has «Mis pendientes». */
const withPending = (profile: ProfileId, permisos: readonly string[]) =>
  profile === 1 || permisos.includes('giros') || permisos.includes('autorizarGiros')
    ? [...new Set([...permisos, 'misPendientes'])]
    : permisos;
const everybody = profileIds.flatMap((profile) =>
  lists(profile).map((permisos) => ({ profile, permisos: withPending(profile, permisos) })),
);

test('rights move no money for a day, except in the first seven days of an installation', () => {
  const [hour, at] = [60 * 60_000, Date.UTC(2026, 5, 17, 15)];
  const installed = Date.UTC(2026, 0, 1);
  expect(freshUntil(0, installed, at)).toBeNull();
  expect(freshUntil(at, installed, at)).toBe(at + 24 * hour);
  expect(freshUntil(at, installed, at + 24 * hour - 1)).toBe(at + 24 * hour);
  expect(freshUntil(at, installed, at + 24 * hour)).toBeNull();
  expect(freshUntil(at, at - 7 * 24 * hour + 1, at)).toBeNull();
  expect(freshUntil(at, at - 7 * 24 * hour, at)).toBe(at + 24 * hour);
});

test('money is held by administrators, and by who prepares or authorises payments', () => {
  const holding = (tipo: number, permisos: string | null) => holdsMoney({ tipo, permisos });
  expect(profileIds.filter((tipo) => holding(tipo, null))).toEqual([1, 6]);
  expect(holding(6, 'revisarCaja')).toBe(false);
  expect(holding(3, 'autorizarGiros')).toBe(true);
  const gains = (before: string, after: string) =>
    gainsMoney({ tipo: 6, permisos: before }, { tipo: 6, permisos: after });
  expect(gains('revisarCaja', 'revisarCaja,giros')).toBe(true);
  expect(gains('giros', 'giros,autorizarGiros')).toBe(true);
  expect(gains('giros,autorizarGiros', 'giros')).toBe(false);
});

test.each([
  // Authorises himself only, and nobody else prepares.
  [{ 1: 'giros,autorizarGiros' }, [false], true],
  [{ 1: 'giros', 2: 'giros' }, [false, false], true],
  [{ 1: 'giros', 2: 'autorizarGiros' }, [true, false], false],
  [{ 1: 'giros,autorizarGiros', 2: 'giros' }, [false, true], false],
  [{ 1: 'revisarCaja' }, [false], false],
  [{ 1: null }, [false], true],
])('of accounting, %o may be authorised: %o; nobody authorises: %o', (lists, each, lacks) => {
  const people = Object.entries(lists).map(([id, permisos]) => ({
    id: Number(id),
    tipo: 6,
    permisos,
  }));
  expect(people.map(({ id }) => isAuthorised(id, people))).toEqual(each);
  expect(lacksAuthoriser(people)).toBe(lacks);
  // Only accounting authorises.
  const control = { id: 9, tipo: 7, permisos: 'autorizarGiros' };
  expect(people.map(({ id }) => isAuthorised(id, [...people, control]))).toEqual(each);
});

describe('for every profile with its list, and with one permission more or less', () => {
  test('no user grants a missing permission or changes a user who has it', () => {
    let refused = 0;
    for (const asks of everybody)
      for (const target of everybody) {
        const beyond = target.permisos.filter(
          (name) =>
            !asks.permisos.includes(name) &&
            (asks.profile !== 1 || (administration as readonly string[]).includes(name)),
        );
        const isBeyond =
          beyond.length > 0 || !mayChange[asks.profile].includes(String(target.profile));
        const given = { tipo: target.profile, permisos: target.permisos.join(',') };
        const isBoth = ['editarTienda', 'giros'].every((name) => target.permisos.includes(name));
        expect(grantRefusals(asks, given).length > 0, JSON.stringify([asks, target])).toBe(
          isBeyond || isBoth,
        );
        expect(changeRefusals(asks, target).length > 0).toBe(isBeyond);
        if (isBeyond) refused += 1;
      }
    expect(everybody.length).toBe(profileIds.length * (permissionNames.length + 1));
    expect(refused).toBeGreaterThan(50_000);
  });

  test('a user can grant no more than any user who may change that user', () => {
    for (const asks of everybody)
      for (const given of everybody) {
        if (asks.profile === 1 || changeRefusals(asks, given).length > 0) continue;
        for (const name of permissionNames)
          if (mayGivePermission(given, name)) expect(mayGivePermission(asks, name)).toBe(true);
      }
  });
});

test('a profile that includes another can send all its events of boxes and expenses', () => {
  const eventsOf = (profile: ProfileId) =>
    new Set(
      everyJointState().flatMap((state, index) =>
        acceptedFrom(state, { id: 999, profile }).map(({ type, fixture, expense }) =>
          [index, type, fixture, expense].join(' '),
        ),
      ),
    );
  expect(eventsOf(2).size).toBeGreaterThan(5);
  const own = new Map(profileIds.map((profile) => [profile, eventsOf(profile)]));
  for (const asks of profileIds)
    for (const other of profileIds) {
      if (asks === 1 || !mayChange[asks].includes(String(other))) continue;
      const missing = [...(own.get(other) ?? [])].filter((event) => !own.get(asks)?.has(event));
      expect(missing, `${asks} includes ${other}`).toEqual([]);
    }
});

describe('sentences', () => {
  test('permissions and profile are each reported at their field', () => {
    const asks = holder(4);
    expect(grantRefusals(asks, { tipo: 6, permisos: null })).toEqual([
      { guardia: 'tipo', mensaje: authorityMessages.profile },
    ]);
    expect(grantRefusals(holder(2, ['crearUsuario']), { tipo: 2, permisos: null })).toEqual([
      { guardia: 'tipo', mensaje: authorityMessages.profile },
    ]);
    expect(grantRefusals(asks, { tipo: 2, permisos: 'business' })).toEqual([
      { guardia: 'permisos', mensaje: authorityMessages.permissions },
    ]);
  });

  const before = { tipo: 1, permisos: null, email: 'a@b.co' };
  test.each([
    ['nothing', {}, []],
    [
      'the same list in another order',
      { permisos: [...profiles[1].permisos].reverse().join(',') },
      [],
    ],
    ['the profile', { tipo: 2 }, ['tipo']],
    ['the list', { permisos: 'business' }, ['permisos']],
    ['the address', { email: 'c@d.co' }, ['email']],
    ['the password', { password: 'Fresno4821' }, ['password']],
  ])('own profile, permissions, e-mail and password cannot be changed: %s', (_, change, fields) => {
    const found = ownRefusals(before, { ...before, password: null, ...change });
    expect(found.map(({ guardia }) => guardia)).toEqual(fields);
  });

  test.each([
    ['prepares payments', { tipo: 6, permisos: 'giros' }, ['giros', 'misPendientes']],
    [
      'authorises them',
      { tipo: 2, permisos: 'autorizarGiros' },
      ['autorizarGiros', 'misPendientes'],
    ],
    ['administers', { tipo: 1, permisos: 'business' }, ['business', 'misPendientes']],
    ['has it already', { tipo: 6, permisos: 'misPendientes,giros' }, ['misPendientes', 'giros']],
    ['moves no money', { tipo: 6, permisos: 'verTiendas' }, ['verTiendas']],
  ])(
    '«Mis pendientes» belongs to who moves money, also without it in the list: %s',
    (_, rights, own) => {
      expect(permissionsOf(rights)).toEqual(own);
    },
  );

  test('an unknown profile has no permissions, cannot be granted and changes no user', () => {
    expect(permissionsOf({ tipo: 44, permisos: null })).toEqual([]);
    expect(mayGiveProfile(holder(1), 44)).toBe(false);
    expect(changeRefusals({ profile: 44, permisos: [...permissionNames] }, holder(8))).toHaveLength(
      1,
    );
  });
});
