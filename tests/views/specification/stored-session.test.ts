import { afterEach, describe, expect, test } from 'vitest';
import {
  clearStoredSession,
  isStoredLogin,
  storeContact,
  storeSession,
} from '#src/wire/browser-storage.ts';

const facts = {
  email: 'tienda@cajamenor.test',
  nombre: 'Andrés Muñoz',
  id_usuario: 20,
  tipoperfil_id: 2,
  tipoperfil_nombre: 'Responsable de tienda',
  permisos: ['listarTiendas', 'cajaActual'],
  cambiar_clave: 'si',
  vence: 43_200_000,
  inactividad: 1_800_000,
} as const;

afterEach(() => {
  localStorage.clear();
});

describe('the session stored in the browser', () => {
  test('has the names and formats of the specification, its end and the last answer', () => {
    storeContact(1_795_779_925_000, -689);
    storeSession(facts);
    expect({ ...localStorage }).toEqual({
      isLogin: '1',
      id_usuario: '20',
      tipoperfil_id: '2',
      permisos: 'listarTiendas,cajaActual',
      email: 'tienda@cajamenor.test',
      cambiar_clave: 'si',
      vence: '43200000',
      inactividad: '1800000',
      ultima_respuesta: '[1795779925000,-689]',
    });
  });

  test('is removed completely when cleared', () => {
    storeSession(facts);
    clearStoredSession();
    expect({ ...localStorage }).toEqual({});
  });

  test('counts as signed in only while its flag is 1', () => {
    expect(isStoredLogin()).toBe(false);
    localStorage.setItem('isLogin', '0');
    expect(isStoredLogin()).toBe(false);
    storeSession(facts);
    expect(isStoredLogin()).toBe(true);
  });
});
