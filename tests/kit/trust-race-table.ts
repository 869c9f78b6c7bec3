/**
 * For every mutation, fifty simultaneous copies of one request: the expected statuses, and the count of its effects.
 */
import { movementsOf, openingForm, shortage } from './movement-scene.ts';
import { type CallPath, calls } from '#contract/contract.ts';
import { denominations } from '#contract/cash.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { entryOfBox, exportAll, writeAccounts } from './entries.ts';
import { expenseRow } from './box-rows.ts';
import { categories, must, pdf, reason, record, type Scene, today, unlike } from './box-scene.ts';
import { approval, boxIn, newStore, split, type StagedBox } from './box-stages.ts';
import type { CallResult } from './client.ts';
import { invoiceXml } from './files/invoice-xml.ts';
import { invitationOf } from './invitations.ts';
import { createKey, keyRow, sha256 } from './machine-keys.ts';
import { csvOf, importOf, nextRow, userCells, userHeads } from './row-import.ts';
import { factsOf, nextNumber, uploadInvoices, waiting } from './invoice-import.ts';
import { addPerson } from './people.ts';
import { boughtFromPerson } from './supporting-documents.ts';
import { startEmptyCompany } from './server.ts';
import { codeAt, enrol, halfway } from './second-factor.ts';
import {
  anotherAdministrator,
  confirmedBox,
  partlyGranted,
  preparedBatch,
  sentBatch,
  treasurer,
} from './payment-scene.ts';
import { CROWD, onlyOne, timesLogged } from './trust-crowd.ts';

type MutationPath = {
  [Path in CallPath]: (typeof calls)[Path]['kind'] extends 'mutation' ? Path : never;
}[CallPath];

export const mutationPaths = (Object.keys(calls) as CallPath[]).filter(
  (path): path is MutationPath => calls[path].kind === 'mutation',
);

interface Race {
  /** Number of copies per status; a list when the numbers depend on chance and at least one is 200. */
  answers: Record<number, number> | readonly number[];
  request: () => Promise<Pick<CallResult<CallPath>, 'status' | 'body'>>;
  /** Number of times that the request took effect. */
  effects: () => Promise<number>;
  /** Store whose boxes, log and fund are checked afterwards. */
  store?: number;
}

const everyCopy = { 200: CROWD };
const theOthersFindNothing = { 200: 1, 404: CROWD - 1 };

/** For idempotent requests: counts one effect when the row has the value. */
const saysIt = (isSo: boolean): number => (isSo ? 1 : 0);

/** A format of a bank whose columns no other one has. */
const bankFormat = (nombre: string) => ({
  nombre,
  columnas: {
    cuenta: `Cuenta de ${nombre}`,
    documento: '',
    valor: 'Valor',
    referencia: 'Referencia',
    estado: 'Estado',
    motivo: '',
    concepto: '',
  },
});

const first = ({ expenses }: StagedBox): number => expenses[0] ?? 0;

const rowsWhere = async (
  { db }: Scene,
  table:
    | 'usuarios'
    | 'empresas'
    | 'tiendas'
    | 'delegacion'
    | 'motivo_rechazo'
    | 'arqueo'
    | 'movimiento_fondo'
    | 'vale'
    | 'cuenta_tienda'
    | 'correo'
    | 'invitacion'
    | 'llave'
    | 'preferencia_correo'
    | 'sesion'
    | 'clave_temporal'
    | 'segundo_factor'
    | 'codigo_recuperacion'
    | 'formato_banco'
    | 'movimiento_fondo'
    | 'palabra_banco'
    | 'comprobante'
    | 'config'
    | 'documento_soporte'
    | 'exportacion_contable'
    | 'reversa_contable'
    | 'proveedores'
    | 'tope_categoria'
    | 'aviso_leido',
  column: string,
  value: string | number,
): Promise<number> =>
  (await db.selectFrom(table).selectAll().where(db.dynamic.ref(column), '=', value).execute())
    .length;

/** Number of openings of a store in a state. */
const openingsOf = async ({ db }: Scene, id_tienda: number, estado: string): Promise<number> =>
  (
    await db
      .selectFrom('movimiento_fondo')
      .select('id')
      .where('id_tienda', '=', id_tienda)
      .where('siguiente', 'is not', null)
      .where('estado', '=', estado)
      .execute()
  ).length;

/** Sends a box out of a stage in which every expense is decided. */
async function sendRace(
  scene: Scene,
  path: MutationPath,
  [profile, stage, event]: [ProfileId, BoxStateName, string],
  body: (box: StagedBox) => object = () => ({}),
  mark: (box: StagedBox) => Promise<unknown> = async () => undefined,
): Promise<Race> {
  const box = await boxIn(scene, stage, [{ categoria: [categories.maintenance] }]);
  await mark(box);
  return {
    answers: onlyOne,
    request: () => scene.browsers[profile].call(path, { id_caja: box.id, ...body(box) }),
    effects: () => timesLogged(scene, box.id, event),
    store: box.id_tienda,
  };
}

/** A change of a count of an empty drawer, made by the store, that may happen once. */
async function countRace(
  scene: Scene,
  profile: ProfileId,
  path: '/explicarArqueo' | '/resolverArqueo',
  change: object,
): Promise<Race> {
  const { id: id_tienda } = await newStore(scene);
  const cantidades = denominations.map(() => 0);
  const [saved] = await must(scene.browsers[2], '/guardarArqueo', { id_tienda, cantidades });
  const body = { id_arqueo: saved?.id_arqueo ?? 0, ...change };
  const table = path === '/explicarArqueo' ? 'arqueo' : 'movimiento_fondo';
  return {
    answers: onlyOne,
    request: () => scene.browsers[profile].call(path, body),
    effects: () => rowsWhere(scene, table, 'id_tienda', id_tienda),
  };
}

/** A change of a box's payment that may happen once. */
const paymentRace = (
  scene: Scene,
  box: StagedBox,
  event: string,
  request: (box: StagedBox) => ReturnType<Race['request']>,
): Race => ({
  answers: onlyOne,
  request: () => request(box),
  effects: () => timesLogged(scene, box.id, event),
  store: box.id_tienda,
});

const decisionOf = (box: StagedBox) => ({ id_caja: box.id, id_gasto: first(box), ...approval });

/** Saves a decision with the version that the reviewer saw. */
async function saveRace(
  scene: Scene,
  path: MutationPath,
  [profile, stage, event]: [ProfileId, BoxStateName, string],
  body: object,
): Promise<Race> {
  const box = await boxIn(scene, stage, [{ categoria: [categories.maintenance] }]);
  const { version } = await expenseRow(scene, first(box));
  return {
    answers: onlyOne,
    request: () => scene.browsers[profile].call(path, { ...decisionOf(box), version, ...body }),
    effects: () => timesLogged(scene, box.id, event),
    store: box.id_tienda,
  };
}

const userForm = (email: string, num_doc: string) => ({
  tipo: 2,
  nombre: 'Ana Pérez',
  tipo_doc: 1,
  num_doc,
  email,
  password: 'Fresno4821',
});

const storeForm = ({ people }: Scene, nombre: string) => ({
  nombre,
  direccion: 'Calle 1',
  telefono: '6044441212',
  email: 'nueva@cajamenor.test',
  centro_costo: 'CC-9',
  centro_beneficio: 'CB-9',
  responsable: people[2].id,
  gerente: people[8].id,
  supervisor: people[3].id,
  formato_tienda: 1,
  base: 1_000_000,
  ciudad: 5001,
});

let absences = 0;

/** Absence of a new user, with a delegate. */
async function absenceRace(scene: Scene) {
  absences += 1;
  const email = `ausente.${absences}@cajamenor.test`;
  const { id } = await addPerson(scene.db, { profile: 3, email });
  const days = { id_delegado: scene.people[3].id, desde: today, hasta: today };
  return { id, days, browser: await scene.signIn(email) };
}

/** A new user who has not chosen a password. */
async function invitedPerson(scene: Scene, name: string) {
  const email = `${name}@cajamenor.test`;
  const { id } = await addPerson(scene.db, { profile: 2, email, cambiar_clave: 1 });
  return { id, email };
}

const under = (idempotencyKey: string) => ({ idempotencyKey });

/** A new user with two sessions. */
async function personTwice(scene: Scene, name: string) {
  const email = `${name}@cajamenor.test`;
  const { id } = await addPerson(scene.db, { profile: 2, email });
  await scene.signIn(email);
  return { id, email, browser: await scene.signIn(email) };
}

async function insertedCompany({ db }: Scene, nombre: string): Promise<number> {
  const { id } = await db
    .insertInto('empresas')
    .values({ nombre, id_ciudad: 1146 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertedSupplier({ db }: Scene, num_doc: string): Promise<number> {
  const { id } = await db
    .insertInto('proveedores')
    .values({ num_doc, documento: num_doc, nombre: `Proveedor ${num_doc}`, creado: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Why copies of a call do not race. */
type NoRace = string;

export const raceTable: Record<MutationPath, ((scene: Scene) => Promise<Race>) | NoRace> = {
  '/auth/user': 'each sign-in opens a session of its own, as people at two screens do',
  '/auth/logout': async (scene) => {
    const { id, browser } = await personTwice(scene, 'sale');
    const window = () => browser.copy();
    return {
      // A call after the end of its session is refused.
      answers: [200, 401],
      request: () => window().call('/auth/logout'),
      effects: async () => 2 - (await rowsWhere(scene, 'sesion', 'id_usuario', id)),
    };
  },
  '/leerAvisoDatos': async (scene) => {
    const { id, browser } = await personTwice(scene, 'aviso');
    await must(scene.browsers[1], '/configGeneral', {
      monto_maximo: 500_000,
      aviso_datos: 'Sus datos se usan para el reembolso.',
    });
    const { sha256: of } = await must(browser, '/avisoDatos', {});
    return {
      answers: everyCopy,
      request: () => browser.call('/leerAvisoDatos', { sha256: of }),
      effects: () => rowsWhere(scene, 'aviso_leido', 'id_usuario', id),
    };
  },
  '/cerrarOtrasSesiones': async (scene) => {
    const { id, browser } = await personTwice(scene, 'cierra');
    return {
      answers: everyCopy,
      request: () => browser.call('/cerrarOtrasSesiones'),
      effects: async () => 2 - (await rowsWhere(scene, 'sesion', 'id_usuario', id)),
    };
  },
  '/auth/codigo': async (scene) => {
    const { id, email, browser } = await personTwice(scene, 'codigo');
    const device = await enrol(scene, browser);
    const before = await rowsWhere(scene, 'sesion', 'id_usuario', id);
    const waiting = await halfway(scene, email);
    const codigo = device.code();
    return {
      answers: [200, 401, 429],
      request: () => waiting.copy().call('/auth/codigo', { codigo }),
      effects: async () => (await rowsWhere(scene, 'sesion', 'id_usuario', id)) - before,
    };
  },
  '/prepararSegundoFactor': async (scene) => {
    const { id, browser } = await personTwice(scene, 'prepara');
    return {
      answers: everyCopy,
      request: () => browser.call('/prepararSegundoFactor'),
      effects: () => rowsWhere(scene, 'segundo_factor', 'id_usuario', id),
    };
  },
  '/activarSegundoFactor': async (scene) => {
    const { id, browser } = await personTwice(scene, 'activa');
    const { secreto } = (await browser.call('/prepararSegundoFactor')).answer;
    const codigo = codeAt(secreto, scene.clock.now());
    return {
      // The first copy ends the sessions of the others.
      answers: { 200: 1, 401: CROWD - 1 },
      request: () => browser.copy().call('/activarSegundoFactor', { codigo }),
      effects: async () => (await rowsWhere(scene, 'codigo_recuperacion', 'id_usuario', id)) / 10,
    };
  },
  '/renovarCodigos': async (scene) => {
    const { id, browser } = await personTwice(scene, 'renueva');
    const codigo = (await enrol(scene, browser)).code();
    const highest = async () => {
      const rows = await scene.db
        .selectFrom('codigo_recuperacion')
        .select('id')
        .where('id_usuario', '=', id)
        .orderBy('id', 'desc')
        .execute();
      return rows[0]?.id ?? 0;
    };
    const before = await highest();
    return {
      answers: [200, 422, 429],
      request: () => browser.call('/renovarCodigos', { codigo }),
      effects: async () => ((await highest()) - before) / 10,
    };
  },
  '/desactivarSegundoFactor': async (scene) => {
    const { id, browser } = await personTwice(scene, 'desactiva');
    const codigo = (await enrol(scene, browser)).code();
    return {
      answers: [200, 409, 422, 429],
      request: () => browser.call('/desactivarSegundoFactor', { codigo }),
      effects: async () => 1 - (await rowsWhere(scene, 'segundo_factor', 'id_usuario', id)),
    };
  },
  '/restablecerSegundoFactor': async (scene) => {
    const { id, email, browser } = await personTwice(scene, 'pierde');
    await enrol(scene, browser);
    const before = await rowsWhere(scene, 'correo', 'para', email);
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/restablecerSegundoFactor', { id_usuario: id }),
      effects: async () => (await rowsWhere(scene, 'correo', 'para', email)) - before,
    };
  },
  '/invitarUsuario': async (scene) => {
    const { id, email } = await invitedPerson(scene, 'invitada');
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/invitarUsuario', { id_usuario: id }),
      effects: () => rowsWhere(scene, 'correo', 'para', email),
    };
  },
  '/correoPrueba': async (scene) => ({
    answers: everyCopy,
    request: () => scene.browsers[1].call('/correoPrueba', {}),
    effects: () => rowsWhere(scene, 'correo', 'asunto', 'Caja menor: correo de prueba'),
  }),
  // Each copy replaces the link of the one before.
  '/enlacesInvitacion': async (scene) => {
    const { id } = await invitedPerson(scene, 'enlazada');
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/enlacesInvitacion', { usuarios: [id] }),
      effects: async () => {
        const open = scene.db
          .selectFrom('invitacion')
          .select('id')
          .where('id_usuario', '=', id)
          .where('retirada', 'is', null);
        return (await open.execute()).length;
      },
    };
  },
  '/aceptarInvitacion': async (scene) => {
    const { id, email } = await invitedPerson(scene, 'acepta');
    await scene.browsers[1].call('/invitarUsuario', { id_usuario: id });
    const invitacion = await invitationOf(scene, email);
    return {
      answers: [200, 409, 429],
      request: () =>
        scene.client().call('/aceptarInvitacion', { invitacion, password: 'Nueva12345' }),
      effects: async () => {
        const rows = await scene.db
          .selectFrom('evento_administracion')
          .select('id')
          .where('tabla', '=', 'invitacion')
          .where('evento', '=', 'EDIT')
          .where('id_actor', '=', id)
          .execute();
        return rows.length;
      },
    };
  },
  '/recoverPassword': async (scene) => {
    const { id, email } = await personTwice(scene, 'olvida');
    return {
      answers: everyCopy,
      request: () => scene.client().call('/recoverPassword', { email }),
      effects: () => rowsWhere(scene, 'clave_temporal', 'id_usuario', id),
    };
  },
  '/changePwd': async (scene) => {
    const { id, email, browser } = await personTwice(scene, 'cambia');
    const window = () => browser.copy();
    return {
      // The first copy ends the sessions of the others.
      answers: { 200: 1, 401: CROWD - 1 },
      request: () => window().call('/changePwd', { email, password: 'Nueva12345' }),
      effects: () => rowsWhere(scene, 'sesion', 'id_usuario', id),
    };
  },

  '/registrarUsuario': async (scene) => {
    const form = userForm('carrera@cajamenor.test', '52000333');
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/registrarUsuario', form, under('usuario')),
      effects: () => rowsWhere(scene, 'usuarios', 'email', form.email),
    };
  },
  '/editarUsuario': async (scene) => {
    const { id: id_usuario } = await addPerson(scene.db, {
      profile: 2,
      email: 'editada@cajamenor.test',
    });
    const form = { ...userForm('editada.otra@cajamenor.test', '52000444'), id_usuario };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/editarUsuario', form),
      effects: () => rowsWhere(scene, 'usuarios', 'email', form.email),
    };
  },
  '/crearEmpresa': async (scene) => {
    const form = { nombre: 'Envíos de la carrera', zona: 5001 };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/crearEmpresa', form, under('empresa')),
      effects: () => rowsWhere(scene, 'empresas', 'nombre', form.nombre),
    };
  },
  '/editarEmpresa': async (scene) => {
    const id_elemento = await insertedCompany(scene, 'Antes');
    const form = { nombre: 'Después de la carrera', zona: 5001, id_elemento };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/editarEmpresa', form),
      effects: () => rowsWhere(scene, 'empresas', 'nombre', form.nombre),
    };
  },
  '/guardarTope': async (scene) => {
    const form = { id_categoria: 3, clase: 'mes', valor: 77_000, efecto: 'avisar' } as const;
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/guardarTope', form, under('tope')),
      effects: () => rowsWhere(scene, 'tope_categoria', 'valor', 77_000_00),
    };
  },
  '/quitarTope': async (scene) => {
    const form = { id_categoria: 4, clase: 'gasto', valor: 78_000, efecto: 'avisar' } as const;
    const [saved] = await must(scene.browsers[1], '/guardarTope', form);
    const id_elemento = saved?.id_elemento ?? 0;
    return {
      answers: theOthersFindNothing,
      request: () => scene.browsers[1].call('/quitarTope', { id_elemento }),
      effects: async () =>
        (await must(scene.browsers[1], '/topes', {})).some(({ id }) => id === id_elemento) ? 0 : 1,
    };
  },
  '/guardarProveedor': async (scene) => {
    const form = {
      tipo_doc: 'CC',
      num_doc: '71234567',
      nombres: 'Carlos',
      apellidos: 'Carrera',
      ocasional: 0,
      bloqueado: 0,
    };
    return {
      answers: everyCopy,
      request: () => scene.browsers[6].call('/guardarProveedor', form, under('proveedor')),
      effects: () => rowsWhere(scene, 'proveedores', 'num_doc', form.num_doc),
    };
  },
  '/unirProveedores': async (scene) => {
    const [id_proveedor, id_destino] = [
      await insertedSupplier(scene, '71000001'),
      await insertedSupplier(scene, '71000002'),
    ];
    return {
      answers: theOthersFindNothing,
      request: () => scene.browsers[6].call('/unirProveedores', { id_proveedor, id_destino }),
      effects: () => rowsWhere(scene, 'proveedores', 'fusionado_en', id_destino),
    };
  },
  '/separarProveedor': async (scene) => {
    const id_proveedor = await insertedSupplier(scene, '71000003');
    const id_destino = await insertedSupplier(scene, '71000004');
    await must(scene.browsers[6], '/unirProveedores', { id_proveedor, id_destino });
    return {
      answers: onlyOne,
      request: () => scene.browsers[6].call('/separarProveedor', { id_proveedor }),
      effects: () => rowsWhere(scene, 'proveedores', 'documento', '71000003'),
    };
  },
  '/agregarTienda': async (scene) => {
    const form = storeForm(scene, 'Tienda de la carrera');
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/agregarTienda', form, under('tienda')),
      effects: () => rowsWhere(scene, 'tiendas', 'nombre', form.nombre),
    };
  },
  '/editarTienda': async (scene) => {
    const { id } = await newStore(scene);
    const form = { ...storeForm(scene, 'Tienda editada en la carrera'), id_tienda: id };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/editarTienda', form),
      effects: () => rowsWhere(scene, 'tiendas', 'nombre', form.nombre),
      store: id,
    };
  },
  '/configGeneral': async (scene) => ({
    answers: everyCopy,
    request: () => scene.browsers[1].call('/configGeneral', { monto_maximo: 700_000 }),
    effects: async () => {
      const rows = await scene.db
        .selectFrom('config')
        .select('field_content')
        .where('field_name', '=', 'monto_maximo')
        .execute();
      return rows.filter(({ field_content }) => field_content === '700000').length;
    },
  }),
  '/guardarIngresoCompania': async (scene) => {
    const { version } = (await scene.browsers[1].call('/ingresoCompania')).answer;
    const body = {
      version,
      activo: 0,
      emisor: 'https://cuentas.ejemplo.test',
      cliente: 'caja-menor',
      dato_grupos: 'roles',
      nuevos: 'crear',
      grupos: [],
      sin_clave: [],
    };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/guardarIngresoCompania', body),
      effects: async () => {
        const rows = await scene.db.selectFrom('config').selectAll().execute();
        return rows.filter(({ field_content }) => field_content === 'roles').length;
      },
    };
  },
  '/unirCuentaCompania':
    'each copy begins a way of its own; the account is joined when one comes back',
  '/actdesElemento': async (scene) => {
    const id_elemento = await insertedCompany(scene, 'Apagada');
    return {
      answers: everyCopy,
      request: () =>
        scene.browsers[1].call('/actdesElemento', { id_elemento, opc: 0, tabla: 'empresas' }),
      effects: async () => {
        const row = await scene.db
          .selectFrom('empresas')
          .select('active_')
          .where('id', '=', id_elemento)
          .executeTakeFirstOrThrow();
        return saysIt(row.active_ === 0);
      },
    };
  },
  '/guardarCatalogo': async (scene) => {
    const form = { tabla: 'motivo_rechazo', nombre: 'Motivo de la carrera' };
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/guardarCatalogo', form, under('catalogo')),
      effects: () => rowsWhere(scene, 'motivo_rechazo', 'nombre', form.nombre),
    };
  },
  // Of a company of its own, since the others have formats.
  '/usarPlantilla': async () => {
    const company = await startEmptyCompany();
    const admin = await company.signIn(1);
    return {
      answers: onlyOne,
      request: () => admin.call('/usarPlantilla', {}),
      effects: async () => {
        const formats = await company.db.selectFrom('formato_tienda').select('id').execute();
        await company.close();
        return formats.length / 6;
      },
    };
  },
  '/eliminarElemento': async (scene) => {
    const id_elemento = await insertedCompany(scene, 'Breve');
    return {
      answers: theOthersFindNothing,
      request: () =>
        scene.browsers[1].call('/eliminarElemento', { id_elemento, tabla: 'empresas' }),
      effects: async () => 1 - (await rowsWhere(scene, 'empresas', 'id', id_elemento)),
    };
  },
  '/guardarMisCorreos': async (scene) => {
    const { id, browser } = await personTwice(scene, 'elige');
    return {
      answers: everyCopy,
      request: () => browser.call('/guardarMisCorreos', { cierre: 'nunca' }),
      effects: () => rowsWhere(scene, 'preferencia_correo', 'id_usuario', id),
    };
  },
  '/leerAvisos': async (scene) => {
    const { id: id_usuario, browser } = await personTwice(scene, 'lee');
    const notice = { id_usuario, texto: 'Alguien creó un usuario.', creado: 1, leido: null };
    const { id } = await scene.db
      .insertInto('aviso_derechos')
      .values(notice)
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      answers: everyCopy,
      request: () => browser.call('/leerAvisos', { avisos: [id] }),
      effects: async () => {
        const rows = await scene.db.selectFrom('aviso_derechos').select('leido').execute();
        return rows.filter(({ leido }) => leido !== null).length;
      },
    };
  },
  '/guardarArqueo': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const count = {
      id_tienda,
      // The base of 1,000,000 in notes.
      cantidades: denominations.map((_, place) => (place === 0 ? 10 : 0)),
    };
    return {
      answers: everyCopy,
      request: () => scene.browsers[2].call('/guardarArqueo', count, under('arqueo')),
      effects: () => rowsWhere(scene, 'arqueo', 'id_tienda', id_tienda),
      store: id_tienda,
    };
  },
  '/darVale': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const vale = { id_tienda, valor: 1_000_000, persona: 'Ana Ruiz', dia: today };
    return {
      answers: everyCopy,
      request: () => scene.browsers[2].call('/darVale', vale, under('vale')),
      effects: () => rowsWhere(scene, 'vale', 'id_tienda', id_tienda),
    };
  },
  '/devolverVale': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const vale = { id_tienda, valor: 20_000, persona: 'Ana Ruiz', dia: today };
    const [given] = await must(scene.browsers[2], '/darVale', vale);
    const id_vale = given?.id_vale ?? 0;
    return {
      answers: onlyOne,
      request: () => scene.browsers[2].call('/devolverVale', { id_vale }),
      effects: async () =>
        (await scene.db.selectFrom('vale').selectAll().where('id', '=', id_vale).execute()).filter(
          ({ estado }) => estado === 'devuelto',
        ).length,
      store: id_tienda,
    };
  },
  '/explicarArqueo': async (scene) => countRace(scene, 2, '/explicarArqueo', { nota: 'Sin vale' }),
  '/resolverArqueo': async (scene) =>
    countRace(scene, 3, '/resolverArqueo', { como: 'aCargo', motivo: 'No lo explicó' }),
  '/prepararGiros': async (scene) =>
    paymentRace(scene, await partlyGranted(scene), 'PAYMENT.PREPARE', ({ id }) =>
      scene.browsers[6].call('/prepararGiros', { cajas: [id] }),
    ),
  '/retirarGiros': async (scene) => {
    const box = await partlyGranted(scene);
    await preparedBatch(scene, box);
    return paymentRace(scene, box, 'PAYMENT.TAKE_OUT', ({ id }) =>
      scene.browsers[6].call('/retirarGiros', { cajas: [id] }),
    );
  },
  '/autorizarGiros': async (scene) => {
    const box = await partlyGranted(scene);
    const id_lote = await preparedBatch(scene, box);
    const browser = await treasurer(scene);
    return paymentRace(scene, box, 'PAYMENT.AUTHORISE', () =>
      browser.call('/autorizarGiros', { id_lote }),
    );
  },
  '/enviarGiros': async (scene) => {
    const box = await partlyGranted(scene);
    const id_lote = await preparedBatch(scene, box);
    await must(await treasurer(scene), '/autorizarGiros', { id_lote });
    return paymentRace(scene, box, 'PAYMENT.SEND', () =>
      scene.browsers[6].call('/enviarGiros', { id_lote }),
    );
  },
  '/crearClaveIntegracion': async (scene) => {
    const form = { nombre: 'Carrera de claves', alcances: ['lecturaTiendas'], dias: 30 };
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/crearClaveIntegracion', form),
      effects: () => rowsWhere(scene, 'usuarios', 'razon_social', form.nombre),
    };
  },
  '/rotarClaveIntegracion': async (scene) => {
    const { id: id_clave, clave, prefijo } = await createKey(scene, ['lecturaTiendas']);
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/rotarClaveIntegracion', { id_clave, prefijo }),
      effects: () => rowsWhere(scene, 'llave', 'anterior_hash', sha256(clave)),
    };
  },
  '/revocarClaveIntegracion': async (scene) => {
    const { id: id_clave } = await createKey(scene, ['lecturaTiendas']);
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/revocarClaveIntegracion', { id_clave }),
      effects: async () => saysIt((await keyRow(scene, id_clave)).revocada === scene.clock.now()),
    };
  },
  '/exportarComprobantes': async (scene) => {
    await writeAccounts(scene);
    const box = await partlyGranted(scene);
    return {
      answers: onlyOne,
      request: () => scene.browsers[6].call('/exportarComprobantes', { hasta: today }),
      effects: () => rowsWhere(scene, 'comprobante', 'id_origen', box.id),
      store: box.id_tienda,
    };
  },
  '/retirarExportacion': async (scene) => {
    await writeAccounts(scene);
    await partlyGranted(scene);
    const numero = await exportAll(scene);
    const body = { numero, motivo: 'Carrera de retiros' };
    return {
      answers: onlyOne,
      request: () => scene.browsers[6].call('/retirarExportacion', body),
      effects: () => rowsWhere(scene, 'exportacion_contable', 'motivo', body.motivo),
    };
  },
  '/reversarComprobante': async (scene) => {
    await writeAccounts(scene);
    const box = await partlyGranted(scene);
    await exportAll(scene);
    const { id, numero } = await entryOfBox(scene, box.id);
    return {
      answers: onlyOne,
      request: () =>
        scene.browsers[6].call('/reversarComprobante', { numero, motivo: 'Otra cuenta' }),
      effects: () => rowsWhere(scene, 'reversa_contable', 'id_comprobante', id),
    };
  },
  '/exportarDocumentosSoporte': async (scene) => {
    const id_proveedor = await boughtFromPerson(scene);
    return {
      answers: onlyOne,
      request: () => scene.browsers[6].call('/exportarDocumentosSoporte', {}),
      effects: () => rowsWhere(scene, 'documento_soporte', 'id_proveedor', id_proveedor),
    };
  },
  '/retirarDocumentosSoporte': async (scene) => {
    await boughtFromPerson(scene);
    const [exported] = await must(scene.browsers[6], '/exportarDocumentosSoporte', {});
    const exportacion = exported?.exportacion ?? 0;
    const left = () => rowsWhere(scene, 'documento_soporte', 'exportacion', exportacion);
    return {
      answers: theOthersFindNothing,
      request: () => scene.browsers[6].call('/retirarDocumentosSoporte', { exportacion }),
      effects: async () => saysIt((await left()) === 0),
    };
  },
  '/cerrarPeriodo': async (scene) => ({
    answers: onlyOne,
    request: () => scene.browsers[6].call('/cerrarPeriodo', { hasta: '2020-01-31' }),
    effects: () => rowsWhere(scene, 'config', 'field_content', '2020-01-31'),
  }),
  '/confirmarGiros': async (scene) => {
    const box = await partlyGranted(scene);
    await sentBatch(scene, box);
    const giros = [{ id_caja: box.id, referencia: `R${box.id}` }];
    return paymentRace(scene, box, 'PAYMENT.CONFIRM', () =>
      scene.browsers[6].call('/confirmarGiros', { dia: today, giros }),
    );
  },
  '/devolverGiros': async (scene) => {
    const box = await partlyGranted(scene);
    await sentBatch(scene, box);
    return paymentRace(scene, box, 'PAYMENT.RETURN', ({ id }) =>
      scene.browsers[6].call('/devolverGiros', { cajas: [id], motivo: 'Cuenta cerrada' }),
    );
  },
  '/guardarFormatoBanco': async (scene) => {
    const body = bankFormat(`Banco ${nextRow()}`);
    return {
      answers: everyCopy,
      request: () => scene.browsers[6].call('/guardarFormatoBanco', body),
      effects: () => rowsWhere(scene, 'formato_banco', 'nombre', body.nombre),
    };
  },
  '/decidirPalabraBanco': async (scene) => {
    const [saved] = await must(
      scene.browsers[6],
      '/guardarFormatoBanco',
      bankFormat(`Banco ${nextRow()}`),
    );
    const id_formato = saved?.id_formato ?? 0;
    const word = { id_formato, palabra: 'En proceso', sentido: 'rechazo' } as const;
    return {
      // The same person never agrees with the own proposal.
      answers: onlyOne,
      request: () => scene.browsers[6].call('/decidirPalabraBanco', word),
      effects: () => rowsWhere(scene, 'palabra_banco', 'palabra', 'en proceso'),
    };
  },
  '/proponerDevolucion': async (scene) =>
    paymentRace(scene, await confirmedBox(scene), 'PAYMENT.PROPOSE_RETURN', ({ id }) =>
      scene.browsers[6].call('/proponerDevolucion', { cajas: [id], motivo: 'Volvió' }),
    ),
  '/resolverDevolucion': async (scene) => {
    const box = await confirmedBox(scene);
    const browser = await treasurer(scene);
    await must(scene.browsers[6], '/proponerDevolucion', { cajas: [box.id], motivo: 'Volvió' });
    return paymentRace(scene, box, 'PAYMENT.AGREE_RETURN', ({ id }) =>
      browser.call('/resolverDevolucion', { cajas: [id], aprueba: 1 }),
    );
  },
  '/corregirGiro': async (scene) => ({
    ...paymentRace(scene, await confirmedBox(scene), 'PAYMENT.CORRECT', ({ id }) =>
      scene.browsers[6].call('/corregirGiro', { id_caja: id, dia: today, referencia: '4472' }),
    ),
    // The same values are no correction.
    answers: [200, 422],
  }),
  '/responderGiro': async (scene) => {
    const box = await confirmedBox(scene);
    return paymentRace(scene, box, 'PAYMENT.RECEIVE', ({ id }) =>
      scene.browsers[2].call('/responderGiro', { id_caja: id, recibido: 1 }),
    );
  },
  '/consignarGasto': async (scene) =>
    paymentRace(scene, await partlyGranted(scene), 'OWED.PAID_IN', ({ expenses }) =>
      scene.browsers[2].call('/consignarGasto', {
        id_gasto: expenses[1] ?? 0,
        dia: today,
        nota: 'En el cajón',
      }),
    ),
  '/asumirGasto': async (scene) =>
    paymentRace(scene, await partlyGranted(scene), 'OWED.TAKEN_OVER', ({ expenses }) =>
      scene.browsers[6].call('/asumirGasto', { id_gasto: expenses[1] ?? 0, motivo: 'Se perdió' }),
    ),
  '/abrirFondo': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/abrirFondo', openingForm(id_tienda)),
      effects: () => openingsOf(scene, id_tienda, 'hecho'),
      store: id_tienda,
    };
  },
  '/deshacerApertura': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const [opened] = await must(scene.browsers[1], '/abrirFondo', openingForm(id_tienda));
    const body = { id_movimiento: opened?.id_movimiento ?? 0, motivo: 'Era otra tienda' };
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/deshacerApertura', body),
      effects: () => openingsOf(scene, id_tienda, 'deshecho'),
      store: id_tienda,
    };
  },
  '/reconocerMenos': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    await must(scene.browsers[1], '/abrirFondo', openingForm(id_tienda));
    const box = (await movementsOf(scene, id_tienda)).find(({ concepto }) =>
      concepto.includes('caja n.º'),
    );
    const motivo = `Sin soporte ${id_tienda}`;
    const body = { id_movimiento: box?.id ?? 0, valor: 0, motivo };
    return {
      answers: onlyOne,
      request: () => scene.browsers[6].call('/reconocerMenos', body),
      effects: () => rowsWhere(scene, 'movimiento_fondo', 'motivo', motivo),
      store: id_tienda,
    };
  },
  '/consignarMovimiento': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const id_movimiento = await shortage(scene, id_tienda, 40_000);
    return {
      answers: onlyOne,
      request: () =>
        scene.browsers[2].call('/consignarMovimiento', {
          id_movimiento,
          dia: today,
          referencia: `En el cajón ${id_movimiento}`,
        }),
      effects: () =>
        rowsWhere(scene, 'movimiento_fondo', 'referencia', `En el cajón ${id_movimiento}`),
      store: id_tienda,
    };
  },
  '/asumirMovimiento': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const id_movimiento = await shortage(scene, id_tienda, 40_000);
    return {
      answers: onlyOne,
      request: () =>
        scene.browsers[6].call('/asumirMovimiento', { id_movimiento, motivo: 'Lo robaron' }),
      effects: () => rowsWhere(scene, 'movimiento_fondo', 'id_movimiento', id_movimiento),
      store: id_tienda,
    };
  },
  '/proponerCuenta': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    return {
      // Each copy replaces the previous one: one proposal remains.
      answers: everyCopy,
      request: () => scene.browsers[1].call('/proponerCuenta', { id_tienda, via: 'efectivo' }),
      effects: async () =>
        (
          await scene.db
            .selectFrom('cuenta_tienda')
            .select('id')
            .where('id_tienda', '=', id_tienda)
            .where('estado', '=', 'propuesta')
            .execute()
        ).length,
    };
  },
  '/resolverCuenta': async (scene) => {
    const { id: id_tienda } = await newStore(scene);
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      id_tienda,
      via: 'efectivo',
    });
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 0 } as const;
    return {
      answers: onlyOne,
      request: () => scene.browsers[1].call('/resolverCuenta', change),
      effects: () => rowsWhere(scene, 'cuenta_tienda', 'id_tienda', id_tienda),
    };
  },
  '/confirmarCuentas': async (scene) => {
    const stores = [(await newStore(scene)).id, (await newStore(scene)).id];
    const cuentas: number[] = [];
    for (const id_tienda of stores) {
      const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
        id_tienda,
        via: 'efectivo',
      });
      cuentas.push(proposed?.id_cuenta ?? 0);
    }
    const other = await anotherAdministrator(scene);
    return {
      answers: onlyOne,
      request: () => other.call('/confirmarCuentas', { cuentas }),
      // Both accounts are in force, each confirmed once.
      effects: async () =>
        (
          await scene.db
            .selectFrom('cuenta_tienda')
            .select('id')
            .where('id_tienda', 'in', stores)
            .where('estado', '=', 'vigente')
            .execute()
        ).length / 2,
    };
  },
  '/recibirPapeles': async (scene) =>
    paymentRace(scene, await boxIn(scene, 'finalAccounting'), 'BOX.PAPERS_RECEIVED', ({ id }) =>
      scene.browsers[6].call('/recibirPapeles', { cajas: [id] }),
    ),
  '/delegar': async (scene) => {
    const { id, days, browser } = await absenceRace(scene);
    return {
      // The other copies overlap with the first one.
      answers: { 200: 1, 422: CROWD - 1 },
      request: () => browser.call('/delegar', days),
      effects: () => rowsWhere(scene, 'delegacion', 'id_usuario', id),
    };
  },
  '/terminarDelegacion': async (scene) => {
    const { id, days, browser } = await absenceRace(scene);
    const { answer } = await browser.call('/delegar', days);
    const id_delegacion = answer[0]?.id_delegacion;
    return {
      answers: theOthersFindNothing,
      request: () => browser.call('/terminarDelegacion', { id_delegacion }),
      effects: async () => {
        const rows = await scene.db
          .selectFrom('evento_administracion')
          .select('id')
          .where('tabla', '=', 'delegacion')
          .where('evento', '=', 'EDIT')
          .where('id_actor', '=', id)
          .execute();
        return rows.length;
      },
    };
  },
  '/reintentarCorreo': async (scene) => {
    const { id } = await scene.db
      .insertInto('correo')
      .values({
        para: 'carrera@cajamenor.test',
        asunto: 'Carrera',
        texto: '',
        estado: 'fallido',
        intentos: 11,
        error: 'Connection refused',
        proximo_intento: 1,
        creado: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      answers: everyCopy,
      request: () => scene.browsers[1].call('/reintentarCorreo', { id_correo: id }),
      effects: async () => {
        const rows = await scene.db
          .selectFrom('correo')
          .selectAll()
          .where('asunto', '=', 'Carrera')
          .execute();
        return rows.filter(({ estado, intentos }) => estado === 'pendiente' && intentos === 0)
          .length;
      },
    };
  },

  '/enviarGasto': async (scene) => {
    const { id, idCaja } = await newStore(scene);
    const form = {
      id_tienda: id,
      fecha_gasto: today,
      id_proveedor: scene.suppliers.known,
      recibo: 'CARRERA',
      valor: 12_500.5,
      concepto: 'Bombillos',
      categoria: [categories.plain],
      tipo_factura: 0 as const,
    };
    return {
      answers: everyCopy,
      request: () => scene.browsers[2].call('/enviarGasto', form, under('gasto')),
      effects: () => timesLogged(scene, idCaja, 'EXPENSE.RECORD'),
      store: id,
    };
  },
  '/cargarSoporte': async (scene) => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const id_gasto = await record(scene, { id_tienda }, { receipt: false });
    const file = { filename: 'recibo.pdf', bytes: pdf('carrera'), type: 'application/pdf' };
    return {
      answers: everyCopy,
      request: () => scene.browsers[2].upload('/cargarSoporte', { id_gasto }, file),
      effects: () => timesLogged(scene, idCaja, 'EXPENSE.ATTACH_SUPPORT'),
      store: id_tienda,
    };
  },
  '/corregirGasto': async (scene) => {
    const form = unlike({ fecha_gasto: today, id_proveedor: scene.suppliers.known });
    const box = await boxIn(scene, 'supervision', [form]);
    const id_gasto = first(box);
    await must(scene.browsers[3], '/guardarSupervisor', {
      ...decisionOf(box),
      estado: 4,
      id_rechazo: reason,
    });
    const { recibo, valor } = await expenseRow(scene, id_gasto);
    return {
      answers: onlyOne,
      request: () =>
        scene.browsers[2].upload(
          '/corregirGasto',
          {
            id_gasto,
            fecha_gasto: today,
            id_proveedor: scene.suppliers.known,
            recibo,
            valor: valor / 100 + 1_000,
            concepto: 'Corregido',
            categoria: categories.plain,
            tipo_factura: 0,
          },
          null,
        ),
      effects: () => timesLogged(scene, box.id, 'EXPENSE.CORRECT'),
      store: box.id_tienda,
    };
  },
  '/eliminarGasto': async (scene) => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const id_gasto = await record(scene, { id_tienda });
    return {
      answers: theOthersFindNothing,
      request: () => scene.browsers[2].call('/eliminarGasto', { id_gasto, id_tienda }),
      effects: () => timesLogged(scene, idCaja, 'EXPENSE.REMOVE'),
      store: id_tienda,
    };
  },
  '/importarFacturas': async (scene) => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const numero = nextNumber();
    await waiting(scene, numero, { id_tienda });
    const xml = invoiceXml(factsOf(numero));
    return {
      answers: everyCopy,
      request: () => uploadInvoices(scene, xml),
      effects: () => timesLogged(scene, idCaja, 'EXPENSE.INVOICE_FOUND'),
      store: id_tienda,
    };
  },

  '/importarFilas': async (scene) => {
    const Correo = `fila.${nextRow()}@cajamenor.test`;
    const importing = importOf(
      scene.browsers[1],
      'usuarios',
      csvOf([userHeads, userCells({ Correo })]),
    );
    const { huella } = (await importing.review()).answer;
    return {
      answers: onlyOne,
      request: () => importing.write(huella),
      effects: () => rowsWhere(scene, 'usuarios', 'email', Correo),
    };
  },

  '/enviarCaja': (scene) =>
    sendRace(scene, '/enviarCaja', [2, 'open', 'BOX.SEND'], ({ id_tienda }) => ({ id_tienda })),
  '/enviarCajaSupervisor': (scene) =>
    sendRace(
      scene,
      '/enviarCajaSupervisor',
      [3, 'supervision', 'BOX.SEND_SUPERVISOR'],
      undefined,
      (box) => scene.browsers[3].call('/guardarSupervisor', { ...decisionOf(box), estado: 3 }),
    ),
  '/enviarCajaMantenimiento': (scene) =>
    sendRace(
      scene,
      '/enviarCajaMantenimiento',
      [5, 'maintenance', 'BOX.SEND_MAINTENANCE'],
      undefined,
      (box) => scene.browsers[5].call('/guardarMantenimiento', { ...decisionOf(box), estado: 9 }),
    ),
  '/enviarCajaContabilidadPrevia': (scene) =>
    sendRace(
      scene,
      '/enviarCajaContabilidadPrevia',
      [6, 'preliminary', 'BOX.SEND_PRELIMINARY'],
      undefined,
      (box) =>
        scene.browsers[6].call('/guardarContabilidad', {
          ...decisionOf(box),
          ...split(12_500, categories.maintenance),
          estado: 6,
        }),
    ),
  '/enviarSoporteCaja': (scene) =>
    sendRace(scene, '/enviarSoporteCaja', [2, 'readyToShip', 'BOX.SHIP'], () => ({
      id_empresa: scene.companies.national,
      codigo: 'G1',
    })),
  '/enviarCajaContabilidad': (scene) =>
    sendRace(
      scene,
      '/enviarCajaContabilidad',
      [6, 'finalAccounting', 'BOX.SEND_FINAL'],
      undefined,
      (box) =>
        scene.browsers[6].call('/guardarContabilidadFinal', {
          id_gasto: first(box),
          observacion: approval.observacion,
          estado: 15,
        }),
    ),
  '/enviarSoporteCorreo': async (scene) => {
    const box = await boxIn(scene, 'readyToShip');
    return {
      // A user may request 30 mails an hour.
      answers: { 200: 30, 429: CROWD - 30 },
      request: () => scene.browsers[2].call('/enviarSoporteCorreo', { id_caja: box.id }),
      effects: () =>
        rowsWhere(
          scene,
          'correo',
          'adjuntos',
          JSON.stringify([{ tipo: 'legalizacion', id_caja: box.id }]),
        ),
      store: box.id_tienda,
    };
  },

  '/guardarSupervisor': (scene) =>
    saveRace(scene, '/guardarSupervisor', [3, 'supervision', 'SUPERVISOR.APPROVE'], { estado: 3 }),
  '/guardarMantenimiento': (scene) =>
    saveRace(scene, '/guardarMantenimiento', [5, 'maintenance', 'MAINTENANCE.APPROVE'], {
      estado: 9,
    }),
  '/guardarContabilidad': (scene) =>
    saveRace(scene, '/guardarContabilidad', [6, 'preliminary', 'ACCOUNTING.APPROVE'], {
      ...split(12_500, categories.maintenance),
      estado: 6,
    }),
  '/guardarContabilidadFinal': (scene) =>
    saveRace(scene, '/guardarContabilidadFinal', [6, 'finalAccounting', 'FINAL.APPROVE'], {
      id_caja: undefined,
      item: undefined,
      estado: 15,
    }),
  '/aprobarGastos': async (scene) => {
    const box = await boxIn(scene, 'supervision', [unlike()]);
    const { observacion } = approval;
    const approvals = { id_caja: box.id, gastos: box.expenses, observacion };
    return {
      answers: everyCopy,
      request: () => scene.browsers[3].call('/aprobarGastos', approvals),
      effects: () => timesLogged(scene, box.id, 'SUPERVISOR.APPROVE'),
      store: box.id_tienda,
    };
  },
  '/elegirFacturaElectronica': async (scene) => {
    const box = await boxIn(scene, 'supervision', [{ tipo_factura: 1, numero_factura: 'FE2' }]);
    const choice = { id_gasto: first(box), recibo: 'FE2', url: 'https://facturas.test/c' };
    return {
      answers: everyCopy,
      request: () => scene.browsers[3].call('/elegirFacturaElectronica', choice),
      effects: () => timesLogged(scene, box.id, 'EXPENSE.CHOOSE_INVOICE'),
      store: box.id_tienda,
    };
  },
};
