/** Errors and requests of the administration forms. */
import type { BankColumn } from '#contract/calls/payments.calls.ts';
import { describe, expect, test } from 'vitest';
import {
  type CompanyFormFacts,
  companyKind,
  initialCompanyValues,
} from '#machines/flows/companies/company.form.ts';
import {
  type CatalogueFormFacts,
  catalogueKindOf,
  initialCatalogueValues,
  switchReasons,
  whyFixed,
} from '#machines/flows/catalogues/catalogue.form.ts';
import { holderOf } from '#machines/domain/people/authority.ts';
import { usualHours } from '#machines/domain/values/working-hours.ts';
import { profiles } from '#machines/domain/people/profiles.ts';
import { rangeReasons } from '#machines/flows/steps/date-range.form.ts';
import { cityChoices } from '#machines/flows/records/record-form.machine.ts';
import { fieldErrors, problemOfRules } from '#machines/flows/steps/result.ts';
import {
  initialSettingsValues,
  type SettingsFacts,
  settingsKind,
} from '#machines/flows/settings/settings.form.ts';
import {
  candidatesFor,
  initialStoreValues,
  valuesWithNewcomers,
  proposedProfitCentre,
  type StoreFormFacts,
  storeKind,
  type StoreValues,
  withDomainOf,
} from '#machines/flows/stores/store.form.ts';
import {
  computedDigit,
  initialUserValues,
  lockedBy,
  offeredProfiles,
  type UserFormFacts,
  type UserValues,
  userKind,
  userKindFor,
  valuesOfWanted,
} from '#machines/flows/users/user.form.ts';
import {
  aStore,
  cities,
  storeBody,
  storeFacts,
  storeValues,
  userFacts,
  aUser,
  userValues,
  shownNumbers,
  noCompany,
  noEntries,
  noWithholding,
  usualPayments,
  unwrittenNumbers,
} from '#tests/kit/record-fixtures.ts';

const wrong = (refusals: ReturnType<typeof userKind.refusals>) =>
  fieldErrors(problemOfRules(refusals));

const required = 'Por favor llene todos los campos requeridos.';
const requirement = 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';

const administrator = holderOf({ id: 1, tipo: 1, permisos: null });

describe('the catalogue form', () => {
  const facts = (tabla: CatalogueFormFacts['tabla'], row: CatalogueFormFacts['row'] = null) => ({
    tabla,
    row,
    formats: [],
  });
  const typed = { nombre: ' IVA 16 % ', porcentaje: '16' };

  test('sends only the columns of its catalogue', () => {
    const values = { ...initialCatalogueValues(facts('impuestos')), ...typed };
    const { request, refusals } = catalogueKindOf('impuestos');
    expect(refusals(values, facts('impuestos'))).toEqual([]);
    expect(request(values, facts('impuestos')).body).toEqual({
      tabla: 'impuestos',
      nombre: 'IVA 16 %',
      porcentaje: 16,
      cuenta_retencion: '',
    });
    const known = { id: 3, nombre: 'Exento', active_: 1 as const };
    expect(request(values, facts('motivo_rechazo', known)).body).toEqual({
      tabla: 'motivo_rechazo',
      id_elemento: 3,
      nombre: 'IVA 16 %',
    });
  });

  test('requires every column', () => {
    const { refusals } = catalogueKindOf('categoria_gasto');
    const given = facts('categoria_gasto');
    const all = 'Por favor complete todos los campos';
    expect(wrong(refusals(initialCatalogueValues(given), given))).toEqual({
      nombre: all,
      cuenta: all,
      formatos: 'Elija al menos un formato.',
    });
    const taxes = catalogueKindOf('impuestos');
    const letters = { ...initialCatalogueValues(given), ...typed, porcentaje: 'x' };
    expect(wrong(taxes.refusals(letters, facts('impuestos')))).toEqual({
      porcentaje: 'Solo números',
    });
  });

  test('names its fixed fields, and the rows that cannot be switched off', () => {
    const row = { id: 16, nombre: 'Transporte', active_: 1 as const };
    expect(whyFixed(facts('categoria_gasto', row), 'nombre')).toContain('valor a reembolsar');
    expect(whyFixed(facts('categoria_gasto', row), 'formatos')).toContain('valor a reembolsar');
    const off = { ...row, id: 1_000, active_: 0 as const };
    expect(whyFixed(facts('categoria_gasto', off), 'formatos')).toContain('actívela');
    expect(whyFixed(facts('categoria_gasto', off), 'nombre')).toBeUndefined();
    expect(whyFixed(facts('categoria_gasto', row), 'cuenta')).toBeUndefined();
    expect(switchReasons('categoria_gasto', row)).toHaveLength(1);
    expect(switchReasons('motivo_rechazo', row)).toEqual([]);
  });
});

describe('the user form', () => {
  const errorsOf = (changes: Partial<UserValues>, facts: UserFormFacts = userFacts) =>
    wrong(userKind.refusals({ ...userValues, ...changes }, facts));

  test('reports every required field when it is empty', () => {
    const empty = initialUserValues(userFacts);
    const withoutPassword = {
      tipo: required,
      nombre: required,
      num_doc: required,
      email: required,
    };
    expect(wrong(userKind.refusals({ ...empty, tipo_doc: null }, userFacts))).toEqual({
      ...withoutPassword,
      tipo_doc: required,
    });
    expect(wrong(userKind.refusals(empty, userFacts))).toEqual(withoutPassword);
    expect(wrong(userKind.refusals({ ...empty, acceso: 'clave' }, userFacts))).toEqual({
      ...withoutPassword,
      password: requirement,
      confirmation: required,
    });
  });

  test('begins with a citizen document, and with the profile of a missing person', () => {
    expect(initialUserValues(userFacts)).toMatchObject({ tipo: null, tipo_doc: 1 });
    const holder = { id: 1, profile: 1, permisos: profiles[1].permisos };
    const facts = {
      ...userFacts,
      profiles: [...userFacts.profiles, { id: 6, nombre: 'Contabilidad' }],
    };
    const wanted = (perfil: number, autoriza: boolean) =>
      valuesOfWanted(facts, { perfil, autoriza }, holder);
    expect(wanted(6, false)).toMatchObject({ tipo: 6, permisos_propios: 'no', permisos: [] });
    expect(wanted(6, true)).toMatchObject({ tipo: 6, permisos_propios: 'si' });
    expect(wanted(6, true).permisos).toContain('autorizarGiros');
    for (const perfil of [1, 99]) expect(wanted(perfil, true)).toEqual(initialUserValues(facts));
  });

  test('leads to the invitations when the person is invited and the server sends no mail', () => {
    const { destination } = userKind;
    const routeOf = (acceso: UserValues['acceso'], facts: UserFormFacts) =>
      typeof destination === 'function' &&
      destination(facts, userKind.request({ ...userValues, acceso }, facts)).route;
    const silent = { ...userFacts, sendsMails: false };
    expect(routeOf('invitar', silent)).toBe('invitaciones');
    expect(routeOf('clave', silent)).toBe('listarUsuarios');
    expect(routeOf('invitar', userFacts)).toBe('listarUsuarios');
    expect(routeOf('clave', { ...silent, user: aUser() })).toBe('listarUsuarios');
  });

  test('requires and sends no password for an invitation', () => {
    const invited = {
      ...userValues,
      acceso: 'invitar',
      password: 'abc',
      confirmation: '',
    } as const;
    expect(wrong(userKind.refusals(invited, userFacts))).toEqual({});
    const { path, body } = userKind.request(invited, userFacts);
    expect([path, body]).toEqual(['/registrarUsuario', expect.objectContaining({ invitar: 1 })]);
    expect(body).not.toHaveProperty('password');
  });

  test('has no errors when it is complete', () => {
    expect(errorsOf({})).toEqual({});
  });

  test.each<[string, Partial<UserValues>, Record<string, string>]>([
    ['an address', { email: 'tienda@' }, { email: 'El formato del correo es incorrecto' }],
    ['a mobile number', { celular: '300 123' }, { celular: 'No es un número válido' }],
    ['a short password', { password: 'Caja26', confirmation: 'Caja26' }, { password: requirement }],
    [
      'a password with a sign',
      { password: 'Caja-2026', confirmation: 'Caja-2026' },
      { password: requirement },
    ],
    [
      'another password',
      { confirmation: 'Caja2027' },
      { confirmation: 'La contraseña no coincide' },
    ],
    ['a NIT without its check digit', { tipo_doc: 2, digito: '' }, { digito: required }],
    [
      'a NIT with another check digit',
      { tipo_doc: 2, digito: '7' },
      { digito: 'El dígito de verificación no corresponde al número de documento' },
    ],
    [
      'a NIT with letters',
      { tipo_doc: 2, num_doc: 'A900', digito: '1' },
      { num_doc: 'Solo se aceptan números' },
    ],
    [
      'a list of permissions without a screen to begin at',
      { permisos_propios: 'si', permisos: ['verCaja', 'cajaActual'] },
      {
        permisos: 'Elija al menos una pantalla del menú, para que la persona tenga dónde entrar.',
      },
    ],
  ])('reports %s at its field', (_, changes, expected) => {
    expect(errorsOf(changes)).toEqual(expected);
  });

  test('requires a successor for a charge, and refuses to change the last user of a profile', () => {
    const user = aUser({ a_cargo: 'Supervisa 7 tiendas' });
    const facts = { ...userFacts, user, successors: [{ id: 10, nombre: 'Berta' }] };
    const same = { password: '', confirmation: '' };
    expect(errorsOf(same, facts)).toEqual({});
    const lists: Partial<UserValues>[] = [
      { ...same, tipo: 2 },
      { ...same, permisos_propios: 'si', permisos: ['consolidado'] },
    ];
    for (const changes of lists) {
      expect(errorsOf(changes, facts)).toEqual({ pasar_a: 'Elija quién recibe todo.' });
      expect(errorsOf({ ...changes, pasar_a: 10 }, facts)).toEqual({});
      expect(errorsOf(changes, { ...facts, user: aUser() })).toEqual({});
      expect(
        errorsOf(changes, { ...facts, user: aUser({ indispensable: 'Es la única.' }) }),
      ).toEqual({ tipo: 'Es la única.' });
    }
    const body = (changes: Partial<UserValues>) =>
      userKind.request({ ...userValues, ...changes }, facts).body;
    expect(body({ tipo: 2, pasar_a: 10 })).toMatchObject({ pasar_a: 10 });
    // A successor was chosen, then the profile was changed back.
    expect(body({ tipo: 3, pasar_a: 10 })).not.toHaveProperty('pasar_a');
  });

  test('computes the check digit from the number', () => {
    expect(computedDigit(' 900373923 ')).toBe('8');
    expect(computedDigit('A1')).toBe('');
    expect(errorsOf({ tipo_doc: 2, num_doc: '900373923', digito: '8' })).toEqual({});
  });

  test('offers the administrator profile only for an existing administrator', () => {
    expect(offeredProfiles(userFacts, administrator).map(({ id }) => id)).toEqual([2, 3]);
    const facts = { ...userFacts, user: aUser({ tipo: 1 }) };
    expect(offeredProfiles(facts, administrator).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('lets other profiles grant only their own permissions', () => {
    const permisos = [...profiles[2].permisos, 'crearUsuario'];
    const holder = { id: 20, profile: 2, permisos };
    expect(offeredProfiles(userFacts, holder).map(({ id }) => id)).toEqual([2]);
    const { refusals } = userKindFor(holder);
    const given = { ...userValues, tipo: 2, permisos_propios: 'si' as const };
    const fields = (changes: Partial<UserValues>) =>
      refusals({ ...given, ...changes }, userFacts).map(({ guardia }) => guardia);
    expect(fields({ permisos: ['listarTiendas', 'crearUsuario'] })).toEqual([]);
    expect(fields({ permisos: ['listarTiendas', 'business'] })).toEqual(['permisos']);
    expect(fields({ tipo: 3, permisos: ['listarTiendas'] })).toEqual(['tipo']);
    expect(lockedBy({ ...userFacts, user: aUser() }, holder)).toEqual([
      'No puede modificar a quien tiene más permisos que usted.',
    ]);
  });

  test('reports an easily guessed password', () => {
    expect(errorsOf({ password: 'abcd1234', confirmation: 'abcd1234' })).toEqual({
      password: 'Esa contraseña es una secuencia fácil de adivinar: elija otra',
    });
    expect(
      errorsOf({ nombre: 'Olga Bernal', password: 'bernal4821', confirmation: 'bernal4821' }),
    ).toEqual({
      password:
        'La contraseña no puede contener el nombre, el correo, el documento ni el celular de la persona',
    });
  });

  test('sends a new user with a password and without own permissions', () => {
    expect(userKind.request({ ...userValues, nombre: ' Ana Ruiz ' }, userFacts)).toEqual({
      path: '/registrarUsuario',
      body: {
        tipo: 3,
        nombre: 'Ana Ruiz',
        tipo_doc: 1,
        num_doc: '900373923',
        digito: null,
        email: 'ana@cajamenor.test',
        celular: '',
        permisos: null,
        password: 'Caja2026',
      },
    });
  });

  test('sends an existing user without a password, with the previous e-mail and document', () => {
    const facts = { ...userFacts, user: aUser() };
    const values = { ...initialUserValues(facts), email: 'otra@cajamenor.test' };
    expect(userKind.refusals(values, facts)).toEqual([]);
    expect(userKind.request(values, facts)).toMatchObject({
      path: '/editarUsuario',
      body: {
        password: null,
        id_usuario: 9,
        email: 'otra@cajamenor.test',
        email_actual: 'ana@cajamenor.test',
        num_doc_actual: '900373923',
      },
    });
  });

  test('sends own permissions in the order of the profile, with a menu screen first', () => {
    const permisos = ['flujo', 'verCajaSupervisor', 'verTiendas', 'historialCaja'];
    const { body } = userKind.request(
      { ...userValues, permisos_propios: 'si', permisos },
      userFacts,
    );
    expect(body.permisos).toBe('historialCaja,verTiendas,flujo,verCajaSupervisor');
  });

  test('shows own permissions as saved', () => {
    const values = initialUserValues({
      ...userFacts,
      user: aUser({ permisos: 'verTiendas,flujo' }),
    });
    expect(values).toMatchObject({ permisos_propios: 'si', permisos: ['verTiendas', 'flujo'] });
  });
});

describe('cities', () => {
  test('with the same name are distinguished by their department', () => {
    expect(cities.map(({ label }) => label)).toEqual([
      'NACIONAL',
      'Armenia (Antioquia)',
      'Armenia (Quindío)',
      'Medellín (Antioquia)',
    ]);
  });

  test('with the name of their department show it once', () => {
    const rows = [{ id: 11001, nombre: 'Bogotá, D.C.', id_municipio: 11001 }];
    expect(cityChoices(rows, [{ id: 11, nombre_region: 'Bogotá, D.C.' }])).toEqual([
      { id: 11001, label: 'Bogotá, D.C.' },
    ]);
  });
});

describe('the shipping company form', () => {
  const facts: CompanyFormFacts = { company: null, cities };

  test('requires both fields', () => {
    expect(wrong(companyKind.refusals({ nombre: ' ', zona: '' }, facts))).toEqual({
      nombre: 'Por favor complete todos los campos',
      zona: 'Por favor complete todos los campos',
    });
  });

  test('begins with the whole country', () => {
    expect(initialCompanyValues(facts)).toEqual({ nombre: '', zona: 'NACIONAL' });
    expect(initialCompanyValues({ ...facts, cities: [] }).zona).toBe('');
  });

  test('reports a text that is not a city of the list', () => {
    expect(wrong(companyKind.refusals({ nombre: 'Envía', zona: 'Armenia' }, facts))).toEqual({
      zona: 'Elija una ciudad de la lista.',
    });
  });

  test('sends the id of the city and shows its label', () => {
    const values = { nombre: ' Envía ', zona: 'Armenia (Quindío)' };
    expect(companyKind.request(values, facts)).toEqual({
      path: '/crearEmpresa',
      body: { nombre: 'Envía', zona: 63001 },
    });
    const company = {
      id: 4,
      nombre: 'Envía',
      ciudad: 'Armenia',
      id_ciudad: 63001,
      active_: 1 as const,
    };
    expect(initialCompanyValues({ company, cities })).toEqual({
      nombre: 'Envía',
      zona: 'Armenia (Quindío)',
    });
    expect(companyKind.request(values, { company, cities })).toEqual({
      path: '/editarEmpresa',
      body: { nombre: 'Envía', zona: 63001, id_elemento: 4 },
    });
  });
});

describe('the store form', () => {
  test('begins with the only format, and with none of several', () => {
    const one = { id: 7, nombre: 'Droguería' };
    const of = (formats: StoreFormFacts['formats']) =>
      initialStoreValues({ ...storeFacts, formats }).formato_tienda;
    expect(of([one])).toBe(7);
    expect(of([one, { id: 8, nombre: 'Bodega' }])).toBeNull();
    expect(of([])).toBeNull();
  });

  test('requires every field except the additional managers', () => {
    const empty = { ...initialStoreValues(storeFacts), formato_tienda: null };
    const errors = wrong(storeKind.refusals(empty, storeFacts));
    expect(Object.keys(errors).sort()).toEqual([
      'base',
      'centro_beneficio',
      'centro_costo',
      'ciudad',
      'direccion',
      'email',
      'formato_tienda',
      'gerente',
      'nombre',
      'responsable',
      'supervisor',
      'telefono',
    ]);
    expect(new Set(Object.values(errors))).toEqual(
      new Set(['Por favor complete todos los campos']),
    );
  });

  test.each([
    ['an address', { email: 'tienda@' }, { email: 'Formato de email inválido' }],
    [
      'a base above the limit',
      { base: '1000000000' },
      { base: 'El valor puede ser de hasta $ 999.999.999' },
    ],
    [
      'a base of 13 digits',
      { base: '9999999999999' },
      { base: 'El valor puede ser de hasta $ 999.999.999' },
    ],
    ['a base with dots', { base: '1.000.000' }, { base: 'Solo números' }],
    ['a base below nothing', { base: '-5' }, { base: 'Solo números' }],
    ['a base with centavos', { base: '1000000.5' }, { base: 'Solo números' }],
    ['a city that is none', { ciudad: 'Macondo' }, { ciudad: 'Elija una ciudad de la lista.' }],
  ])('reports %s at its field', (_, changes, expected) => {
    expect(wrong(storeKind.refusals({ ...storeValues, ...changes }, storeFacts))).toEqual(expected);
  });

  const manager = { nombre: ' Marta Gil', num_doc: '43111222', email: 'marta@cajamenor.test' };
  const withManager = (changes: Partial<StoreValues['responsable_nuevo']> = {}): StoreValues => ({
    ...storeValues,
    responsable: null,
    con_responsable: 'si',
    responsable_nuevo: { ...storeValues.responsable_nuevo, ...manager, ...changes },
  });

  test('sends a new manager together with the store', () => {
    expect(wrong(storeKind.refusals(withManager(), storeFacts))).toEqual({});
    const { body } = storeKind.request(withManager(), storeFacts);
    expect(body).toMatchObject({
      responsable: undefined,
      responsable_nuevo: { ...manager, nombre: 'Marta Gil', tipo_doc: 1, digito: undefined },
    });
    expect(
      wrong(storeKind.refusals(withManager({ nombre: '', email: 'marta@' }), storeFacts)),
    ).toEqual({
      'responsable_nuevo.nombre': required,
      'responsable_nuevo.email': 'El formato del correo es incorrecto',
    });
    expect(
      wrong(storeKind.refusals(withManager({ tipo_doc: 2, digito: '7' }), storeFacts)),
    ).toEqual({
      'responsable_nuevo.digito': 'El dígito de verificación no corresponde al número de documento',
    });
  });

  test('fills a post without a candidate with a new person, in a new store only', () => {
    const onlyManagers = {
      ...storeFacts,
      people: storeFacts.people.filter(({ tipo }) => tipo === 2),
    };
    expect(valuesWithNewcomers(onlyManagers)).toMatchObject({
      con_responsable: 'no',
      con_supervisor: 'si',
      con_gerente: 'si',
    });
    expect(valuesWithNewcomers({ ...onlyManagers, people: [], store: aStore })).toMatchObject({
      con_responsable: 'no',
      con_supervisor: 'no',
      con_gerente: 'no',
    });
    const boss = { ...storeValues.gerente_nuevo, ...manager, email: 'jefe@cajamenor.test' };
    const values: StoreValues = {
      ...storeValues,
      supervisor: null,
      gerente: null,
      con_supervisor: 'si',
      con_gerente: 'si',
      supervisor_nuevo: { ...boss, num_doc: '' },
      gerente_nuevo: boss,
    };
    expect(wrong(storeKind.refusals(values, storeFacts))).toEqual({
      'supervisor_nuevo.num_doc': required,
    });
    expect(storeKind.request(values, storeFacts).body).toMatchObject({
      responsable: 20,
      supervisor: undefined,
      gerente: undefined,
      gerente_nuevo: { nombre: 'Marta Gil', email: 'jefe@cajamenor.test' },
    });
  });

  test('proposes the profit centre and the domain of the e-mail', () => {
    expect(['CC701', 'cc9', ' 44 '].map(proposedProfitCentre)).toEqual(['CB701', 'CB9', '44']);
    const own = 'admin@cajamenor.test';
    expect(['marta', 'a@b.co', ''].map((typed) => withDomainOf(typed, own))).toEqual([
      'marta@cajamenor.test',
      'a@b.co',
      '',
    ]);
  });

  test('sends every field, without the main manager among the additional ones', () => {
    const values = { ...storeValues, responsables_adicionales: [20, 21] };
    expect(storeKind.request(values, storeFacts)).toEqual({
      path: '/agregarTienda',
      body: storeBody,
    });
  });

  test('shows an existing store and sends it with its id', () => {
    const facts = { ...storeFacts, store: aStore };
    const values = initialStoreValues(facts);
    expect(values).toEqual(storeValues);
    expect(storeKind.refusals(values, facts)).toEqual([]);
    expect(storeKind.request(values, facts)).toMatchObject({
      path: '/editarTienda',
      body: { id_tienda: 3 },
    });
  });

  test('leaves a stored base with centavos as it is, and refuses another one', () => {
    const facts = { ...storeFacts, store: { ...aStore, base: 1_000_000.5 } };
    const values = initialStoreValues(facts);
    expect(storeKind.refusals(values, facts)).toEqual([]);
    expect(storeKind.request(values, facts).body).toMatchObject({ base: 1_000_000.5 });
    expect(wrong(storeKind.refusals({ ...values, base: '1000000.6' }, facts))).toEqual({
      base: 'Solo números',
    });
  });

  test('offers each post to its profile, and retains a holder who no longer qualifies', () => {
    const names = (place: 'responsable' | 'supervisor' | 'gerente', store = aStore) =>
      candidatesFor(place, { ...storeFacts, store }).map(({ nombre }) => nombre);
    expect(names('responsable')).toEqual(['Ana', 'Berta']);
    expect(names('supervisor')).toEqual(['Saúl']);
    expect(names('gerente')).toEqual(['Gloria']);
    const left = {
      ...aStore,
      responsables_adicionales: [21, 22],
      supervisor: 31,
      gerente: 81,
      personas: [
        { id: 21, razon_social: 'Berta', active_: 1 as const },
        { id: 22, razon_social: 'José Núñez', active_: 0 as const },
        { id: 31, razon_social: 'María Pérez', active_: 0 as const },
        { id: 81, razon_social: 'Iván', active_: 1 as const },
      ],
    };
    expect(names('responsable', left)).toEqual(['Ana', 'Berta', 'José Núñez (inactivo)']);
    expect(names('supervisor', left)).toEqual(['Saúl', 'María Pérez (inactivo)']);
    expect(names('gerente', left)).toEqual(['Gloria', 'Iván (otro perfil)']);
  });
});

describe('the settings', () => {
  const metas = {
    dias_supervision: '2',
    dias_mantenimiento: '',
    dias_previa: '',
    dias_envio: '5',
    dias_final: '',
  };
  const avisar = {
    exceso_fondo: 'avisar' as const,
    perfiles_segundo_factor: [],
    ...metas,
    ...shownNumbers,
    dias_habiles: [1, 2, 3, 4, 5],
    hora_apertura: '08:00',
    hora_cierre: '17:00',
    horario_desde: '',
    dias_libres: '',
    hora_correo: '07:00',
    ...noCompany,
    ...noEntries,
    ...noWithholding,
    ...usualPayments,
    columnas_giros: [] as BankColumn[],
  };
  const facts: SettingsFacts = {
    monto_maximo: '',
    exceso_fondo: 'avisar',
    perfiles_segundo_factor: '',
    metas,
    numeros: unwrittenNumbers,
    horario: usualHours,
    hora_correo: '',
    empresa: noCompany,
    contabilidad: noEntries,
    retenciones: [],
    giros: usualPayments,
  };

  test('the maximum is required and must be an amount', () => {
    expect(wrong(settingsKind.refusals({ ...avisar, monto_maximo: ' ' }, facts))).toEqual({
      monto_maximo: 'Este campo es obligatorio',
    });
    expect(wrong(settingsKind.refusals({ ...avisar, monto_maximo: 'mucho' }, facts))).toEqual({
      monto_maximo: 'Solo números',
    });
    for (const monto_maximo of ['1.000.000.000', '9.999.999.999.999'])
      expect(wrong(settingsKind.refusals({ ...avisar, monto_maximo }, facts))).toEqual({
        monto_maximo: 'El valor puede ser de hasta $ 999.999.999',
      });
  });

  test.each([
    ['500000', '$ 500.000', 500_000],
    ['1000.5', '$ 1000.50', 1_000.5],
  ])('%s is shown as %s and sent back unchanged', (saved, shown, sent) => {
    for (const exceso_fondo of ['avisar', 'impedir'] as const) {
      const values = initialSettingsValues({
        monto_maximo: saved,
        exceso_fondo,
        perfiles_segundo_factor: '1,6',
        metas,
        numeros: unwrittenNumbers,
        horario: { dias: [6, 1], abre: '07:30', cierra: '12:00' },
        hora_correo: '',
        empresa: noCompany,
        contabilidad: noEntries,
        retenciones: [],
        giros: usualPayments,
      });
      expect(values).toEqual({
        monto_maximo: shown,
        exceso_fondo,
        perfiles_segundo_factor: [1, 6],
        ...metas,
        ...shownNumbers,
        dias_habiles: [1, 6],
        hora_apertura: '07:30',
        hora_cierre: '12:00',
        horario_desde: '',
        dias_libres: '',
        hora_correo: '07:00',
        ...noCompany,
        ...noEntries,
        ...noWithholding,
        ...usualPayments,
      });
      expect(settingsKind.request(values, facts).body).toEqual({
        monto_maximo: sent,
        exceso_fondo,
        perfiles_segundo_factor: [1, 6],
        dias_habiles: [1, 6],
        hora_apertura: '07:30',
        hora_cierre: '12:00',
      });
    }
  });

  test('targets are days or empty, and unchanged ones are not sent', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    const sent = (changes: Partial<typeof metas>) =>
      settingsKind.request({ ...typed, ...changes }, facts).body;
    expect(sent({ dias_supervision: ' 3 ', dias_envio: '' })).toEqual({
      monto_maximo: 500_000,
      exceso_fondo: 'avisar',
      perfiles_segundo_factor: [],
      dias_supervision: 3,
      dias_envio: null,
    });
    for (const dias_final of ['0', '366', '2.5', 'dos', '-1'])
      expect(wrong(settingsKind.refusals({ ...typed, dias_final }, facts))).toEqual({
        dias_final: 'Escriba un número de días entre 1 y 365, o déjelo vacío.',
      });
  });

  test('the company is sent when it changes, and its NIT with the right check digit', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    const own: SettingsFacts = {
      ...facts,
      empresa: { ...noCompany, nombre_empresa: 'Droguería Sol' },
      giros: { ...facts.giros, nit_empresa: '900373923' },
    };
    const shown = { ...initialSettingsValues(own), monto_maximo: '500000' };
    expect(shown.nit_empresa).toBe('900373923-8');
    expect(Object.keys(settingsKind.request(shown, own).body)).not.toContain('nit_empresa');
    expect(
      settingsKind.request(
        { ...shown, ciudad_empresa: ' Cali ', nit_empresa: '899.999.239-2' },
        own,
      ).body,
    ).toMatchObject({ ciudad_empresa: 'Cali', nit_empresa: '899999239' });
    const faultOf = (nit_empresa: string) =>
      wrong(settingsKind.refusals({ ...typed, nit_empresa }, facts));
    expect(faultOf('900373923-8')).toEqual({});
    expect(faultOf('900373923-7')).toEqual({
      nit_empresa: 'El dígito de verificación no corresponde al número de documento',
    });
    expect(faultOf('nueve')).toEqual({ nit_empresa: 'Revise el NIT y su dígito de verificación.' });
  });

  test('days off are typed one a line, and sent when they change', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    const own = { ...facts, horario: { ...usualHours, libres: ['2026-12-24 12:00'] } };
    expect(initialSettingsValues(own).dias_libres).toBe('24/12/2026 12:00');
    const sent = (dias_libres: string) => settingsKind.request({ ...typed, dias_libres }, own).body;
    expect(Object.keys(sent('24/12/2026 12:00 '))).not.toContain('dias_libres');
    expect(sent('24/12/2026 9:30\n\n2026-12-31')).toMatchObject({
      dias_libres: '2026-12-24 09:30,2026-12-31',
    });
    expect(wrong(settingsKind.refusals({ ...typed, dias_libres: 'navidad' }, own))).toEqual({
      dias_libres:
        'Escriba un día por línea: 31/12/2026, o 24/12/2026 12:00 si se trabaja hasta esa hora.',
    });
  });

  test('only changed payment settings are sent', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    const sent = (changes: Partial<typeof typed>) =>
      settingsKind.request({ ...typed, ...changes }, facts).body;
    const { monto_maximo, exceso_fondo, perfiles_segundo_factor } = sent({});
    const always = { monto_maximo, exceso_fondo, perfiles_segundo_factor };
    expect(sent({})).toEqual(always);
    const payer = { nit_empresa: '900123456 ', cuenta_pagadora: ' 10234567890 ' };
    expect(sent({ control_giros: 'no', ...payer })).toEqual({
      ...always,
      control_giros: 'no',
      nit_empresa: '900123456',
      cuenta_pagadora: '10234567890',
    });
    expect(
      sent({ columnas_giros: ['cuenta', 'valor'], tipo_cuenta_pagadora: 'corriente' }),
    ).toEqual({
      ...always,
      columnas_giros: ['cuenta', 'valor'],
      tipo_cuenta_pagadora: 'corriente',
    });
  });

  test('the format of the bank holds the account that pays', () => {
    const faults = (changes: Partial<ReturnType<typeof initialSettingsValues>>) =>
      settingsKind
        .refusals({ ...avisar, monto_maximo: '$ 1.000', formato_giros: 'pab', ...changes }, facts)
        .map(({ guardia }) => guardia);
    const payer = { nit_empresa: '900123456', tipo_cuenta_pagadora: 'ahorros' } as const;
    expect(faults({})).toEqual(['nit_empresa', 'cuenta_pagadora', 'tipo_cuenta_pagadora']);
    expect(faults({ ...payer, cuenta_pagadora: '123456789012' })).toEqual(['cuenta_pagadora']);
    expect(faults({ ...payer, cuenta_pagadora: '12345678901' })).toEqual([]);
    expect(faults({ ...payer, cuenta_pagadora: '123456789012', formato_giros: 'csv' })).toEqual([]);
  });

  test('the hour of the daily mail must be valid, and is sent when it changes', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    expect(settingsKind.request({ ...typed, hora_correo: ' 18:30 ' }, facts).body).toMatchObject({
      hora_correo: '18:30',
    });
    for (const hora_correo of ['24:00', '7:00', 'siete', '07:60'])
      expect(wrong(settingsKind.refusals({ ...typed, hora_correo }, facts))).toEqual({
        hora_correo: 'Escriba una hora entre 00:00 y 23:59.',
      });
  });

  test('the working time is sent whole when any part of it changes', () => {
    const typed = { ...avisar, monto_maximo: '500000' };
    const kept = { ...typed, dias_habiles: [5, 4, 3, 2, 1], hora_cierre: ' 17:00 ' };
    expect(settingsKind.request(kept, facts).body).not.toHaveProperty('dias_habiles');
    expect(settingsKind.request({ ...typed, hora_cierre: '18:00' }, facts).body).toMatchObject({
      dias_habiles: [1, 2, 3, 4, 5],
      hora_apertura: '08:00',
      hora_cierre: '18:00',
    });
  });

  test.each([
    [{ dias_habiles: [] }, { dias_habiles: 'Elija al menos un día de la semana.' }],
    [{ hora_apertura: '8' }, { hora_apertura: 'Escriba una hora entre 00:00 y 23:59.' }],
    [{ hora_cierre: '25:00' }, { hora_cierre: 'Escriba una hora entre 00:00 y 23:59.' }],
    [
      { hora_apertura: '17:00' },
      { hora_cierre: 'La hora de cierre debe ser posterior a la de apertura.' },
    ],
    [{ hora_apertura: '' }, { hora_apertura: 'Escriba una hora entre 00:00 y 23:59.' }],
    [{ hora_cierre: '' }, { hora_cierre: 'Escriba una hora entre 00:00 y 23:59.' }],
  ])('%j is not a valid working time', (changes, reasons) => {
    const typed = { ...avisar, monto_maximo: '500000', ...changes };
    expect(wrong(settingsKind.refusals(typed, facts))).toEqual(reasons);
  });

  test('without saved settings, the maximum is empty and the rest has defaults', () => {
    const nothing = { ...avisar, monto_maximo: '' };
    expect(initialSettingsValues(facts)).toEqual(nothing);
  });
});

test('a date range does not end before it starts, and each end may be open', () => {
  expect(rangeReasons({ desde: '', hasta: '' })).toEqual([]);
  expect(rangeReasons({ desde: '2030-05-20', hasta: '2030-05-20' })).toEqual([]);
  expect(rangeReasons({ desde: '2030-05-20', hasta: '' })).toEqual([]);
  expect(rangeReasons({ desde: '2030-05-20', hasta: '2030-05-19' })).toEqual([
    'La fecha final no puede ser anterior a la inicial.',
  ]);
});
