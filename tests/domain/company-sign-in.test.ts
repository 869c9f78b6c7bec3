import { describe, expect, test } from 'vitest';
import {
  type GroupRow,
  companyRefusals,
  groupProfiles,
  passwordIsClosed,
  rightsOfGroups,
} from '#machines/domain/people/company-sign-in.ts';
import { profiles } from '#machines/domain/people/profiles.ts';

const table: GroupRow[] = [
  { grupo: 'contadores', tipo: 6, tiendas: '' },
  { grupo: 'norte', tipo: 2, tiendas: 'CC-01, CC-02' },
  { grupo: 'sur', tipo: 2, tiendas: 'CC-02,CC-09' },
  { grupo: 'todo', tipo: 2, tiendas: '*' },
  { grupo: 'jefes', tipo: 1, tiendas: '' },
];

describe('the rights of groups', () => {
  test.each([
    [['norte'], { tipo: 2, tiendas: ['CC-01', 'CC-02'], grupos: ['norte'] }],
    [['sur', 'norte'], { tipo: 2, tiendas: ['CC-01', 'CC-02', 'CC-09'], grupos: ['norte', 'sur'] }],
    [['todo', 'norte'], { tipo: 2, tiendas: '*', grupos: ['norte', 'todo'] }],
    // The first row of the table decides, not the order of the person's groups.
    [['norte', 'contadores'], { tipo: 6, tiendas: null, grupos: ['contadores', 'norte'] }],
    [['Norte'], null],
    [['jefes'], null],
    [[], null],
  ])('of %j', (groups, rights) => {
    expect(rightsOfGroups(groups, table)).toEqual(rights);
  });

  test('are those of a profile, and no profile both changes accounts and prepares payments', () => {
    expect(groupProfiles).toEqual([2, 3, 4, 5, 6, 7, 8]);
    for (const id of groupProfiles) {
      const names: readonly string[] = profiles[id].permisos;
      expect(names.includes('editarTienda') && names.includes('giros')).toBe(false);
      expect(names).not.toContain('autorizarGiros');
    }
  });
});

describe('the password of a profile without one', () => {
  const door = { activo: true, perfiles: [1, 7], administrador: 5 };
  test.each([
    ['is closed', { id: 8, tipo: 7 }, door, true],
    ['is closed to other administrators', { id: 6, tipo: 1 }, door, true],
    ['is open to the one administrator', { id: 5, tipo: 1 }, door, false],
    ['is open to other profiles', { id: 9, tipo: 2 }, door, false],
    ['is open while the sign-in is off', { id: 8, tipo: 7 }, { ...door, activo: false }, false],
    ['is open without that one', { id: 6, tipo: 1 }, { ...door, administrador: null }, false],
  ])('%s', (_name, user, { activo, perfiles, administrador }, closed) => {
    expect(passwordIsClosed(user, { activo, perfiles, administrador })).toBe(closed);
  });
});

test('each refusal says what to do in a sentence of its own', () => {
  const sentences = Object.values(companyRefusals);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.+\.$/u);
});
