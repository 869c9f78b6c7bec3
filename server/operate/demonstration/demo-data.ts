/** The demonstration as data: people, stores, companies and suppliers, and the history of the boxes of each store. */
import type { EntryAccount } from '#contract/calls/entries.calls.ts';
import type { InvoiceTax, InvoiceTaxCode } from '#machines/domain/invoice/tax-facts.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import type { PaymentCode } from '#machines/domain/payment/payment-states.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { checkDigit } from '#machines/domain/values/document-keys.ts';
import { withoutTax } from '#machines/domain/values/money.ts';

/** Password of every user of the demonstration. */
export const demoPassword = 'Caja2026';

export interface DemoPerson {
  nombre: string;
  profile: ProfileId;
  /** Number of the identity card (cédula de ciudadanía). */
  num_doc: string;
  celular: string;
  /** Replaces the permissions of the profile. */
  permisos?: string;
  /** A password change is pending. */
  cambiarClave?: true;
  inactive?: true;
}

/** Types a table by the keys of its rows. */
const table =
  <Row>() =>
  <Key extends string>(rows: Record<Key, Row>) =>
    rows;

/** By the part of their mail address before `@cajamenor.test`. */
// biome-ignore format: a table has one row a line
export const demoPeople = table<DemoPerson>()({
  admin: { profile: 1, nombre: 'Carolina Restrepo Gómez', num_doc: '43871205', celular: '3104412087' },
  tienda: { profile: 2, nombre: 'Andrés Felipe Muñoz Cano', num_doc: '1037584410', celular: '3016678231' },
  supervisor: { profile: 3, nombre: 'Luz Marina Ospina Vélez', num_doc: '42893117', celular: '3127740956' },
  coordinador: { profile: 4, nombre: 'Jorge Iván Cardona Ruiz', num_doc: '71788342', celular: '3145096612' },
  mantenimiento: { profile: 5, nombre: 'Wilson Quintero Pabón', num_doc: '79654208', celular: '3002217745' },
  contabilidad: { profile: 6, nombre: 'Diana Patricia Rincón Salas', num_doc: '52447190', celular: '3183350478' },
  tesoreria: { profile: 6, nombre: 'Gloria Inés Patiño Zuluaga', num_doc: '42105877', celular: '3112087745', permisos: 'giros,autorizarGiros,verTiendas,historialTienda,detalleCajaCI,detalleGastoCI,misPendientes' },
  control: { profile: 7, nombre: 'Mauricio Beltrán Peña', num_doc: '80112563', celular: '3209914360' },
  gerente: { profile: 8, nombre: 'Adriana Lucía Torres Mejía', num_doc: '39770418', celular: '3118265094' },
  cambio: { profile: 2, nombre: 'Sebastián Ríos Lozano', num_doc: '1020446871', celular: '3052201189', cambiarClave: true },
  'paola.herrera': { profile: 2, nombre: 'Paola Andrea Herrera Caicedo', num_doc: '1144058823', celular: '3167709931' },
  'jaime.deltoro': { profile: 2, nombre: 'Jaime Enrique del Toro Barrios', num_doc: '1129573046', celular: '3006152247' },
  'yuliana.pinto': { profile: 2, nombre: 'Yuliana Pinto Serrano', num_doc: '1098722315', celular: '3153386602' },
  'hernan.giraldo': { profile: 2, nombre: 'Hernán Darío Giraldo Marín', num_doc: '10033471', celular: '3137741520' },
  'ricardo.acosta': { profile: 3, nombre: 'Ricardo Acosta Villamizar', num_doc: '91284736', celular: '3174410083' },
  'beatriz.londono': { profile: 8, nombre: 'Beatriz Elena Londoño Arias', num_doc: '24339085', celular: '3108876541' },
  'nelson.cuellar': { profile: 2, nombre: 'Nelson Cuéllar Ñáñez', num_doc: '12265498', celular: '3124407716', inactive: true },
});

export type PersonKey = keyof typeof demoPeople;

/** People whom the sign-in page of the demonstration offers, in the order of the work on a box. */
// biome-ignore format: a table has one row a line
export const demoSignIns: readonly (readonly [PersonKey, string])[] = [
  ['tienda', 'Tienda'], ['supervisor', 'Supervisor'], ['mantenimiento', 'Mantenimiento'], ['contabilidad', 'Contabilidad'],
  ['tesoreria', 'Tesorería'], ['coordinador', 'Coordinador'], ['control', 'Control interno'], ['gerente', 'Gerente'],
  ['admin', 'Administrador'],
];

export const demoEmail = (key: string): string => `${key}@cajamenor.test`;

export const demoPersonEntries = Object.entries(demoPeople) as [PersonKey, DemoPerson][];

export interface DemoStore<Person = string> {
  nombre: string;
  direccion: string;
  telefono: string;
  centro: string;
  /** DANE code of its city. */
  id_ciudad: number;
  id_formato: number;
  /** Pesos. */
  base: number;
  responsable: Person;
  adicionales?: readonly Person[];
  supervisor: Person;
  gerente: Person;
  inactive?: true;
}

/** Days that a sent box may stay in a state before it is late. */
export const demoTargets = {
  dias_supervision: 4,
  dias_mantenimiento: 4,
  dias_previa: 5,
  dias_envio: 5,
  dias_final: 8,
};

/** Accounts of the entries, of the Colombian chart of accounts (PUC). */
export const demoEntryAccounts: Record<EntryAccount, string> = {
  cuenta_fondo: '11051001',
  cuenta_banco: '11100501',
  cuenta_faltantes: '13659501',
  cuenta_apertura: '11059501',
  cuenta_asumidos: '53959501',
  cuenta_iva: '24080201',
};

/** NIT of the chain, without check digit: the buyer of its electronic invoices. */
export const demoCompanyNit = '901742516';

// biome-ignore format: a table has one row a line
export const demoStores = table<DemoStore<PersonKey>>()({
  medellin: { nombre: 'Almacén Medellín Centro', direccion: 'Carrera 49 # 52-81', telefono: '6045114020', centro: '1001', id_ciudad: 5001, id_formato: 1, base: 2_000_000, responsable: 'tienda', adicionales: ['cambio'], supervisor: 'supervisor', gerente: 'gerente' },
  bogota: { nombre: 'Supermercado Chapinero', direccion: 'Carrera 13 # 57-36', telefono: '6013472290', centro: '1002', id_ciudad: 11001, id_formato: 2, base: 3_000_000, responsable: 'tienda', supervisor: 'supervisor', gerente: 'gerente' },
  cali: { nombre: 'Express Granada Cali', direccion: 'Avenida 9 Norte # 14-52', telefono: '6026613348', centro: '1003', id_ciudad: 76001, id_formato: 3, base: 1_500_000, responsable: 'paola.herrera', supervisor: 'supervisor', gerente: 'beatriz.londono' },
  barranquilla: { nombre: 'Isla Buenavista Barranquilla', direccion: 'Calle 98 # 52-115, local 214', telefono: '6053781162', centro: '1004', id_ciudad: 8001, id_formato: 4, base: 800_000, responsable: 'jaime.deltoro', supervisor: 'ricardo.acosta', gerente: 'gerente' },
  floridablanca: { nombre: 'Outlet Cañaveral', direccion: 'Calle 30 # 25-71', telefono: '6076384405', centro: '1005', id_ciudad: 68276, id_formato: 5, base: 1_200_000, responsable: 'yuliana.pinto', supervisor: 'ricardo.acosta', gerente: 'beatriz.londono' },
  pereira: { nombre: 'Mayorista Pereira', direccion: 'Avenida 30 de Agosto # 40-17', telefono: '6063290714', centro: '1006', id_ciudad: 66001, id_formato: 6, base: 4_000_000, responsable: 'hernan.giraldo', adicionales: ['tienda'], supervisor: 'supervisor', gerente: 'gerente' },
  cartagena: { nombre: 'Almacén Bocagrande', direccion: 'Avenida San Martín # 7-140', telefono: '6056651893', centro: '1007', id_ciudad: 13001, id_formato: 1, base: 1_000_000, responsable: 'tienda', supervisor: 'supervisor', gerente: 'gerente' },
  armenia: { nombre: 'Isla Unicentro Armenia', direccion: 'Carrera 14 # 6-02, isla 9', telefono: '6067412255', centro: '1008', id_ciudad: 63001, id_formato: 4, base: 600_000, responsable: 'hernan.giraldo', supervisor: 'supervisor', gerente: 'beatriz.londono', inactive: true },
});

export type StoreKey = keyof typeof demoStores;

export const demoStoreEntries = Object.entries(demoStores) as [StoreKey, DemoStore][];

/** Shipping companies: name and code of the city; 1146 stands for the whole country. */
// biome-ignore format: a table has one row a line
export const demoCompanies = {
  Servientrega: 1146, Coordinadora: 1146, Interrapidísimo: 1146, Envía: 1146, TCC: 1146, Motorizado: 5001,
  'Mensajeros Urbanos Bogotá': 11001, 'Liberty Express Cali': 76001, 'Domicilios La Arenosa': 8001,
  'Redetrans (sin servicio)': 1146,
};
export const inactiveCompany: CompanyName = 'Redetrans (sin servicio)';

type CompanyName = keyof typeof demoCompanies;

/** Adds the check digit. `ocasional`: created by a store while it records an expense. */
const supplier =
  (persona: 'PJ' | 'PN', ocasional = false) =>
  (nombre: string, num_doc: string, direccion: string) => {
    const digito = checkDigit(num_doc) ?? '';
    return { nombre, num_doc, digito, direccion, persona, ocasional };
  };
const [company, natural, occasional] = [supplier('PJ'), supplier('PN'), supplier('PN', true)];

// biome-ignore format: a table has one row a line
export const demoSuppliers = {
  aseo: company('Distribuciones La Espumosa S.A.S.', '900412857', 'Calle 44 # 53-18'),
  cafe: company('Café y Panela del Quindío S.A.S.', '901033286', 'Carrera 18 # 21-40'),
  papeleria: company('Papelería El Cid Ltda.', '800174523', 'Carrera 52 # 49-103'),
  copias: natural('Centro de Copiado La Setenta', '98544120', 'Carrera 70 # 44-25'),
  ferreteria: company('Ferretería El Tornillo S.A.S.', '900373923', 'Carrera 50 # 48-20'),
  refrigeracion: company('Refrigeración Polar del Norte S.A.S.', '900648371', 'Calle 13 # 31-62'),
  electricos: company('Eléctricos La Bombilla Ltda.', '830091744', 'Calle 16 # 11-09'),
  acarreos: natural('Acarreos Rodríguez e Hijos', '19387265', 'Calle 80 # 68-14'),
  taxi: company('Cooperativa de Taxistas Coopetrans', '890925147', 'Calle 10 # 65-31'),
  parqueadero: company('Parqueaderos Ciudad Segura S.A.S.', '901266940', 'Carrera 46 # 54-12'),
  combustible: company('Estación de Servicio La Frontera S.A.', '811028653', 'Autopista Sur # 24-90'),
  mensajeria: company('Mensajería Rápida Nacional S.A.', '860512330', 'Avenida 6 # 34A-11'),
  empaques: company('Bolsas y Empaques del Valle S.A.S.', '900781462', 'Carrera 8 # 23-77'),
  drogueria: natural('Droguería San Jorge', '32518844', 'Calle 50 # 40-36'),
  panaderia: natural('Panadería La Espiga Dorada', '43026719', 'Carrera 43 # 50-22'),
  gas: company('Gases del Centro S.A. E.S.P.', '891202203', 'Calle 26 # 9-45'),
  decoracion: natural('Fiestas y Detalles Marcela', '1017203348', 'Calle 33 # 78-40'),
  tramites: company('Cámara de Comercio de Cali', '890399001', 'Calle 8 # 3-14'),
  cerrajeria: occasional('Cerrajería Don Álvaro', '70115938', 'Carrera 12 # 18-05'),
  estanterias: occasional('Taller de Estanterías Lozano', '10124477', 'Calle 17 # 22-63'),
};

/** A supplier from which nothing may be bought any more. */
export const blockedDemoSupplier = {
  tipo_doc: 'NIT',
  num_doc: '900555111',
  digito: checkDigit('900555111') ?? '',
  nombre: 'Comercializadora El Atajo S.A.S.',
  direccion: 'Calle 9 # 3-41',
  regimen: 'responsable',
  bloqueado_desde: 1_768_435_200_000,
} as const;

type SupplierKey = keyof typeof demoSuppliers;

interface PurchaseModel {
  supplier: SupplierKey;
  /** Names of its categories; their ids differ by store format. */
  categorias: readonly string[];
  concepto: string;
  /** Lines of the receipt. */
  items: readonly string[];
  /** Pesos, both ends included. */
  valor: readonly [minimum: number, maximum: number];
  /** Taxes of its invoice, each with its part of the value; absent: IVA of 19 % of all. */
  taxes?: readonly (readonly [codigo: InvoiceTaxCode, tarifa: number, part: number])[];
}

/** Purchases that stores make with their petty cash. */
// biome-ignore format: a table has one row a line
export const purchaseModels = table<PurchaseModel>()({
  aseo: { supplier: 'aseo', categorias: ['Elementos de aseo'], concepto: 'Jabón líquido, límpido y traperos para la tienda', items: ['Jabón líquido', 'Límpido galón', 'Trapero'], valor: [32_000, 84_000] },
  cafeteria: { supplier: 'cafe', categorias: ['Elementos de cafetería'], concepto: 'Café, azúcar y vasos para la cafetería del personal', items: ['Café 500 g', 'Azúcar', 'Vasos'], valor: [26_000, 61_000], taxes: [['01', 5, 1]] },
  papeleria: { supplier: 'papeleria', categorias: ['Útiles y papelería'], concepto: 'Resma de papel, esferos y cinta para la oficina', items: ['Resma carta', 'Caja de esferos', 'Cinta'], valor: [24_500, 72_000] },
  copias: { supplier: 'copias', categorias: ['Fotocopias e impresiones'], concepto: 'Impresión de habladores de precios', items: ['Impresión color', 'Laminado'], valor: [9_000, 28_000] },
  surtido: { supplier: 'aseo', categorias: ['Elementos de aseo', 'Elementos de cafetería'], concepto: 'Pedido mensual de aseo y cafetería', items: ['Aseo', 'Cafetería'], valor: [58_000, 124_000], taxes: [['01', 19, 0.6], ['01', 5, 0.4]] },
  pintura: { supplier: 'ferreteria', categorias: ['Mantenimiento locativo'], concepto: 'Pintura y resane de la pared de la zona de cajas', items: ['Pintura galón', 'Estuco', 'Rodillo'], valor: [78_000, 164_000] },
  aire: { supplier: 'refrigeracion', categorias: ['Reparación de equipos'], concepto: 'Recarga y limpieza del aire acondicionado', items: ['Recarga de gas', 'Mano de obra'], valor: [110_000, 190_000] },
  luces: { supplier: 'electricos', categorias: ['Instalaciones eléctricas'], concepto: 'Cambio de balastos y tubos LED de la bodega', items: ['Tubo LED', 'Balasto'], valor: [42_000, 118_000] },
  acarreo: { supplier: 'acarreos', categorias: ['Fletes y acarreos'], concepto: 'Traslado de mercancía entre tiendas', items: ['Acarreo'], valor: [45_000, 96_000] },
  taxiCorto: { supplier: 'taxi', categorias: ['Transporte (menor al tope)'], concepto: 'Taxi para llevar la consignación al banco', items: ['Carrera'], valor: [8_500, 14_500] },
  taxiLargo: { supplier: 'taxi', categorias: ['Transporte (menor al tope)'], concepto: 'Taxi por cierre de inventario nocturno', items: ['Carrera nocturna'], valor: [16_000, 22_000] },
  parqueadero: { supplier: 'parqueadero', categorias: ['Parqueaderos y peajes'], concepto: 'Parqueadero del vehículo de entregas', items: ['Parqueo 4 h'], valor: [9_000, 19_500] },
  gasolina: { supplier: 'combustible', categorias: ['Combustibles y lubricantes'], concepto: 'Gasolina de la planta eléctrica', items: ['Gasolina corriente'], valor: [40_000, 70_000] },
  mensajeria: { supplier: 'mensajeria', categorias: ['Correo y mensajería'], concepto: 'Envío de documentos a la oficina principal', items: ['Sobre urgente'], valor: [11_200, 24_800] },
  empaques: { supplier: 'empaques', categorias: ['Empaques y bolsas'], concepto: 'Bolsas de papel para empaque de regalo', items: ['Bolsa kraft x 100', 'Cinta decorativa'], valor: [36_000, 89_000] },
  botiquin: { supplier: 'drogueria', categorias: ['Botiquín y medicamentos'], concepto: 'Reposición del botiquín de primeros auxilios', items: ['Gasa', 'Alcohol', 'Curas'], valor: [18_000, 47_000] },
  refrigerio: { supplier: 'panaderia', categorias: ['Refrigerios y alimentación'], concepto: 'Refrigerios de la jornada de inventario', items: ['Refrigerio x 8', 'Jugos'], valor: [38_000, 92_000], taxes: [['04', 8, 1]] },
  gas: { supplier: 'gas', categorias: ['Recarga de gas'], concepto: 'Cilindro de gas de la cafetería', items: ['Cilindro 40 lb'], valor: [62_000, 88_000] },
  tramites: { supplier: 'tramites', categorias: ['Trámites y licencias'], concepto: 'Certificado de existencia y representación legal', items: ['Certificado'], valor: [7_900, 15_800] },
  cerradura: { supplier: 'cerrajeria', categorias: ['Mantenimiento locativo'], concepto: 'Cambio de cerradura de la puerta de la bodega', items: ['Cerradura', 'Instalación'], valor: [85_000, 130_000] },
  estanteria: { supplier: 'estanterias', categorias: ['Decoración y exhibición'], concepto: 'Arreglo de estanterías de la góndola central', items: ['Soldadura', 'Pintura'], valor: [268_000, 295_000] },
});

export type PurchaseKey = keyof typeof purchaseModels;

/** The taxes of an invoice of a purchase, whose bases and taxes add up to its value. @param valor centavos */
export function demoTaxes(model: PurchaseKey, valor: number): InvoiceTax[] {
  const { taxes = [['01', 19, 1]] } = purchaseModels[model];
  let left = valor;
  return taxes.map(([codigo, tarifa, part], index) => {
    const gross = index === taxes.length - 1 ? left : Math.round((valor * part) / 100) * 100;
    left -= gross;
    const base = withoutTax(gross, tarifa);
    return { codigo, tarifa, base, valor: gross - base };
  });
}

/** Limits that warn, of each format that has the category, and the tax that accounting withholds. */
export const demoLimits = [
  { categoria: 'Decoración y exhibición', clase: 'gasto', valor: 300_000 },
  { categoria: 'Combustibles y lubricantes', clase: 'mes', valor: 400_000 },
  { categoria: 'Fletes y acarreos', clase: 'servicio', valor: 0 },
] as const;
export const demoWithholding = {
  tabla: 'impuestos',
  nombre: 'Retefuente servicios 4 %',
  porcentaje: 4,
  cuenta_retencion: '236525',
} as const;

/**
 * Special case of a purchase. `invoice` to `otherBuyer`: the electronic invoices that the tax authority has of it.
 * `same…`: the data that it shares with the last purchase of the same model, in any store.
 */
export type Trait =
  | ('invoice' | 'invoices' | 'unknownInvoice' | 'otherValue' | 'otherBuyer')
  | ('sameNumber' | 'sameReceipt' | 'samePurchase' | 'sameInvoice')
  | ('withoutReceipt' | 'byCoordinator');

/** A stage as the trait rejects the expense, for the reason with that id. */
export type DemoPurchase = readonly [
  model: PurchaseKey,
  trait?: Trait | StageName,
  reason?: number,
];

/** States of a box, then those of its payment. */
type DemoState = Exclude<BoxStateName, 'closed'> | PaymentCode;

export interface DemoBox {
  store: StoreKey;
  until: DemoState;
  /** Days ago; absent when the box was not sent. */
  sent?: number;
  /** Days that its supervisor was late. */
  late?: number;
  /** Expenses already decided at the stage where the box is. */
  decided?: number;
  shipping?: CompanyName;
  purchases: readonly DemoPurchase[];
  /** Concepts of successive corrections by the store; the supervisor approves the last one. */
  corrections?: readonly string[];
  /** What its store is to hand in of its base is kept back from its payment. */
  keepsBack?: true;
}

/** Boxes by store, from the oldest to the newest; an absent store has recorded nothing yet. */
// biome-ignore format: a table has one row a line
export const demoBoxes: readonly DemoBox[] = [
  { store: 'medellin', until: 'recibido', sent: 112, shipping: 'Servientrega', purchases: [['aseo', 'invoice'], ['cafeteria'], ['taxiLargo'], ['papeleria', 'invoice']] },
  { store: 'medellin', until: 'recibido', sent: 84, shipping: 'Motorizado', purchases: [['pintura', 'invoice'], ['refrigerio', 'supervisor', 5], ['mensajeria'], ['taxiCorto'], ['empaques', 'otherValue']] },
  { store: 'medellin', until: 'girado', sent: 55, shipping: 'Coordinadora', purchases: [['surtido', 'invoice'], ['luces', 'maintenance', 3], ['parqueadero', 'final', 1], ['botiquin'], ['copias', 'accounting', 6]] },
  { store: 'medellin', until: 'finalAccounting', sent: 20, decided: 2, shipping: 'Interrapidísimo', purchases: [['aseo', 'invoice'], ['acarreo'], ['papeleria', 'invoices'], ['gas', 'invoice']] },
  { store: 'medellin', until: 'readyToShip', sent: 9, purchases: [['cafeteria', 'invoice'], ['taxiLargo'], ['empaques', 'accounting', 3], ['refrigerio']] },
  { store: 'medellin', until: 'supervision', sent: 3, decided: 2, purchases: [['aseo', 'invoice'], ['copias', 'supervisor', 1], ['papeleria', 'invoice'], ['taxiCorto'], ['aire', 'unknownInvoice'], ['mensajeria', 'sameNumber']] },
  { store: 'medellin', until: 'open', purchases: [['cafeteria', 'invoice'], ['parqueadero', 'withoutReceipt'], ['refrigerio']] },
  { store: 'bogota', until: 'recibido', sent: 98, shipping: 'Mensajeros Urbanos Bogotá', purchases: [['surtido', 'invoice'], ['luces', 'invoice'], ['gasolina'], ['taxiLargo']] },
  { store: 'bogota', until: 'noRecibido', sent: 62, shipping: 'Servientrega', purchases: [['aseo', 'invoice'], ['empaques', 'invoice'], ['botiquin', 'supervisor', 2], ['aire', 'invoice'], ['mensajeria']] },
  { store: 'bogota', until: 'maintenance', sent: 6, decided: 1, purchases: [['aire', 'invoice'], ['pintura', 'invoice'], ['luces'], ['cafeteria'], ['refrigerio', 'supervisor', 5]] },
  { store: 'bogota', until: 'open', purchases: [['papeleria', 'unknownInvoice'], ['taxiCorto']] },
  { store: 'cali', until: 'enviado', sent: 75, shipping: 'Liberty Express Cali', purchases: [['tramites'], ['aseo', 'invoice'], ['gasolina'], ['copias']] },
  { store: 'cali', until: 'preliminary', sent: 7, decided: 2, purchases: [['cafeteria'], ['empaques', 'invoice'], ['acarreo'], ['botiquin', 'sameReceipt'], ['luces', 'maintenance', 5]] },
  { store: 'cali', until: 'open', purchases: [['mensajeria']] },
  { store: 'barranquilla', until: 'devolucionPropuesta', sent: 90, late: 10, shipping: 'Domicilios La Arenosa', purchases: [['aseo'], ['papeleria', 'invoice'], ['taxiLargo']] },
  { store: 'barranquilla', until: 'readyToShip', sent: 11, purchases: [['cafeteria'], ['gas', 'otherBuyer'], ['mensajeria']] },
  { store: 'barranquilla', until: 'open', purchases: [['copias'], ['refrigerio', 'invoice']] },
  { store: 'floridablanca', until: 'preparado', sent: 47, late: 9, shipping: 'Envía', purchases: [['aseo', 'invoice'], ['cerradura'], ['taxiCorto'], ['parqueadero', 'accounting', 8]] },
  { store: 'floridablanca', until: 'finalAccounting', sent: 13, shipping: 'TCC', purchases: [['empaques', 'invoice'], ['botiquin'], ['refrigerio', 'invoice']] },
  { store: 'pereira', until: 'recibido', sent: 105, shipping: 'Coordinadora', purchases: [['surtido', 'invoice'], ['gasolina'], ['acarreo'], ['pintura', 'invoice'], ['taxiLargo']] },
  { store: 'pereira', until: 'autorizado', sent: 70, late: 9, shipping: 'Interrapidísimo', purchases: [['empaques', 'invoice'], ['refrigerio'], ['aire', 'invoice'], ['mensajeria', 'final', 2]] },
  { store: 'pereira', until: 'porGirar', sent: 33, shipping: 'Servientrega', purchases: [['aseo', 'invoice'], ['cafeteria', 'byCoordinator'], ['luces'], ['parqueadero'], ['gas', 'invoice']] },
  { store: 'pereira', until: 'preliminary', sent: 8, purchases: [['surtido', 'invoice'], ['acarreo'], ['cerradura'], ['taxiLargo']] },
  { store: 'pereira', until: 'supervision', sent: 2, purchases: [['gasolina', 'byCoordinator'], ['papeleria', 'otherValue'], ['pintura', 'invoice']] },
  { store: 'pereira', until: 'open', purchases: [['estanteria'], ['estanteria', 'samePurchase'], ['aseo', 'invoices'], ['refrigerio', 'sameInvoice']] },
  { store: 'armenia', until: 'recibido', sent: 130, shipping: 'Envía', purchases: [['aseo'], ['papeleria'], ['taxiCorto']] },
];

/** Recent boxes of a store without a newer one. They use a separate generator: adding one changes no amount above. */
// biome-ignore format: a table has one row a line
export const demoRecentBoxes: readonly DemoBox[] = [
  { store: 'armenia', until: 'recibido', sent: 22, keepsBack: true, shipping: 'Envía', purchases: [['aseo'], ['refrigerio', 'supervisor', 5], ['copias']], corrections: ['Refrigerios del inventario', 'Refrigerios del inventario, ocho personas', 'Refrigerios del inventario nocturno, ocho personas'] },
  { store: 'armenia', until: 'recibido', sent: 15, shipping: 'Envía', purchases: [['cafeteria'], ['taxiCorto']] },
];

/** Cash counts; `missing` is in pesos, and `nota` explains it. */
// biome-ignore format: a table has one row a line
export const demoCounts: readonly { store: StoreKey; person: PersonKey; daysAgo: number; missing: number; nota: string }[] = [
  { store: 'medellin', person: 'tienda', daysAgo: 60, missing: 0, nota: '' },
  { store: 'medellin', person: 'coordinador', daysAgo: 31, missing: 2_000, nota: 'Vueltas de un taxi sin recibo.' },
  { store: 'medellin', person: 'tienda', daysAgo: 4, missing: 0, nota: '' },
  { store: 'bogota', person: 'tienda', daysAgo: 12, missing: 0, nota: '' },
  { store: 'cartagena', person: 'coordinador', daysAgo: 40, missing: 18_000, nota: 'Vueltas de una compra, sin recibo.' },
  { store: 'cartagena', person: 'tienda', daysAgo: 20, missing: 0, nota: '' },
  { store: 'cali', person: 'coordinador', daysAgo: 53, missing: 35_000, nota: 'Hurto en la caja, denuncia 2210.' },
  { store: 'pereira', person: 'hernan.giraldo', daysAgo: 25, missing: -500, nota: 'Sobra una moneda; queda en la caja.' },
  { store: 'pereira', person: 'coordinador', daysAgo: 5, missing: 0, nota: '' },
];

/** An event of a fund beside its boxes. */
export interface DemoFundEvent {
  store: StoreKey;
  by: PersonKey;
  daysAgo: number;
  time: string;
  does:
    | ('base' | 'prepare' | 'authorise' | 'transfer' | 'confirm' | 'receive')
    | ('payIn' | 'charge' | 'takeOver' | 'vale' | 'returnVale');
  /** The new base, or the amount of a vale. */
  pesos?: number;
  /** Why, or the reference of what is paid in. */
  texto?: string;
  /** Who receives a vale. */
  persona?: string;
}

/** An increase, two decreases, a shortage paid in, one taken over, and vales: returned, open and old. */
// biome-ignore format: a table has one row a line
export const demoFundEvents: readonly DemoFundEvent[] = [
  { store: 'cartagena', by: 'admin', daysAgo: 64, time: '09:05', does: 'base', pesos: 1_200_000, texto: 'Temporada de vacaciones' },
  { store: 'cartagena', by: 'contabilidad', daysAgo: 63, time: '09:05', does: 'prepare' },
  { store: 'cartagena', by: 'tesoreria', daysAgo: 63, time: '11:05', does: 'authorise' },
  { store: 'cartagena', by: 'tesoreria', daysAgo: 63, time: '12:05', does: 'transfer' },
  { store: 'cartagena', by: 'contabilidad', daysAgo: 62, time: '10:05', does: 'confirm' },
  { store: 'cartagena', by: 'tienda', daysAgo: 61, time: '09:05', does: 'receive' },
  { store: 'cartagena', by: 'supervisor', daysAgo: 39, time: '10:05', does: 'charge', texto: 'No hay explicación' },
  { store: 'cartagena', by: 'tienda', daysAgo: 36, time: '08:40', does: 'payIn', texto: 'Al cajón, en efectivo' },
  { store: 'cartagena', by: 'tienda', daysAgo: 21, time: '09:20', does: 'vale', pesos: 45_000, persona: 'Mensajero Luis Arrieta', texto: 'Taxi y copias' },
  { store: 'cartagena', by: 'tienda', daysAgo: 21, time: '16:10', does: 'returnVale' },
  { store: 'cartagena', by: 'tienda', daysAgo: 1, time: '09:20', does: 'vale', pesos: 30_000, persona: 'Mensajero Luis Arrieta', texto: 'Peaje y parqueadero' },
  { store: 'cali', by: 'admin', daysAgo: 58, time: '09:15', does: 'base', pesos: 1_400_000, texto: 'Bajaron las compras' },
  { store: 'cali', by: 'paola.herrera', daysAgo: 56, time: '15:15', does: 'payIn', texto: 'CONS 20931' },
  { store: 'cali', by: 'supervisor', daysAgo: 52, time: '10:15', does: 'charge', texto: 'Hurto en la tienda, con denuncia' },
  { store: 'cali', by: 'tesoreria', daysAgo: 51, time: '10:15', does: 'takeOver', texto: 'Hurto denunciado' },
  { store: 'cali', by: 'contabilidad', daysAgo: 50, time: '09:15', does: 'prepare' },
  { store: 'cali', by: 'tesoreria', daysAgo: 50, time: '11:15', does: 'authorise' },
  { store: 'cali', by: 'tesoreria', daysAgo: 50, time: '12:15', does: 'transfer' },
  { store: 'cali', by: 'contabilidad', daysAgo: 49, time: '10:15', does: 'confirm' },
  { store: 'cali', by: 'paola.herrera', daysAgo: 48, time: '09:15', does: 'receive' },
  { store: 'cali', by: 'paola.herrera', daysAgo: 16, time: '09:30', does: 'vale', pesos: 60_000, persona: 'Técnico Óscar Vega', texto: 'Repuesto de la puerta' },
  { store: 'armenia', by: 'admin', daysAgo: 25, time: '09:25', does: 'base', pesos: 570_000, texto: 'La tienda se cierra' },
];

export interface DemoStep {
  at: DemoState;
  /** Days after the store sent the box. */
  day: number;
  time: string;
  /** A role of the store, or a person of the company. */
  by: 'responsable' | 'supervisor' | PersonKey;
  does:
    | 'send'
    | 'mark'
    | 'passOn'
    | 'ship'
    | 'prepare'
    | 'authorise'
    | 'transfer'
    | 'confirm'
    | 'answer';
}

/** Steps of a box in each state, up to the state where it stays. */
// biome-ignore format: a table has one row a line
export const demoSteps: readonly DemoStep[] = [
  { at: 'open', day: 0, time: '17:10', by: 'responsable', does: 'send' },
  { at: 'supervision', day: 1, time: '10:00', by: 'supervisor', does: 'mark' },
  { at: 'supervision', day: 2, time: '15:30', by: 'supervisor', does: 'passOn' },
  { at: 'maintenance', day: 3, time: '10:00', by: 'mantenimiento', does: 'mark' },
  { at: 'maintenance', day: 4, time: '15:30', by: 'mantenimiento', does: 'passOn' },
  { at: 'preliminary', day: 5, time: '10:00', by: 'contabilidad', does: 'mark' },
  { at: 'preliminary', day: 6, time: '15:30', by: 'contabilidad', does: 'passOn' },
  { at: 'readyToShip', day: 8, time: '11:20', by: 'responsable', does: 'ship' },
  { at: 'finalAccounting', day: 10, time: '10:00', by: 'contabilidad', does: 'mark' },
  { at: 'finalAccounting', day: 11, time: '15:30', by: 'contabilidad', does: 'passOn' },
  { at: 'porGirar', day: 12, time: '09:00', by: 'contabilidad', does: 'prepare' },
  { at: 'preparado', day: 12, time: '11:00', by: 'tesoreria', does: 'authorise' },
  { at: 'autorizado', day: 12, time: '12:00', by: 'tesoreria', does: 'transfer' },
  { at: 'enviado', day: 13, time: '10:00', by: 'contabilidad', does: 'confirm' },
  { at: 'girado', day: 14, time: '09:00', by: 'responsable', does: 'answer' },
];

export interface DemoAccount {
  store: string;
  banco: string;
  id_banco: number;
  numero: string;
  titular: string;
  documento: string;
}

/** Bank accounts of the stores; an absent store has none yet. */
// biome-ignore format: a table has one row a line
export const demoAccounts: readonly DemoAccount[] = [
  { store: 'medellin', banco: 'Bancolombia', id_banco: 1007, numero: '10234564471', titular: 'Andrés Felipe Muñoz Cano', documento: '1037584410' },
  { store: 'bogota', banco: 'Davivienda', id_banco: 1051, numero: '488412007315', titular: 'Andrés Felipe Muñoz Cano', documento: '1037584410' },
  { store: 'cali', banco: 'Banco de Bogotá', id_banco: 1001, numero: '157408826', titular: 'Paola Andrea Herrera Caicedo', documento: '1144058823' },
  { store: 'barranquilla', banco: 'Bancolombia', id_banco: 1007, numero: '91204466108', titular: 'Jaime Enrique del Toro Barrios', documento: '1129573046' },
  { store: 'floridablanca', banco: 'Bancolombia', id_banco: 1007, numero: '30177452096', titular: 'Yuliana Pinto Serrano', documento: '1098722315' },
];

type Observations = Record<StageName, readonly string[]>;

/** Observations of the reviewers. */
// biome-ignore format: a table has one row a line
export const demoApprovals: Observations = {
  supervisor: ['Gasto autorizado, soporte legible.', 'Corresponde a lo acordado con la tienda.', 'Valor y fecha verificados con el recibo.', 'Aprobado. Recordar pedir factura electrónica.'],
  maintenance: ['Trabajo verificado en sitio.', 'Corresponde a la orden de mantenimiento de la tienda.', 'Precio acorde con el mercado.'],
  accounting: ['Causado según soporte.', 'Documento y cuenta correctos.', 'Itemización conforme con la factura.'],
  final: ['Original recibido y conforme.', 'Documento físico coincide con el soporte cargado.', 'Recibido en el paquete de soportes.'],
};

// biome-ignore format: a table has one row a line
export const demoRejections: Observations = {
  supervisor: ['No estaba autorizado con cargo a la caja menor.', 'El soporte no permite leer el valor.', 'El soporte cargado es de otro gasto.'],
  maintenance: ['Se cobró más de lo cotizado para este trabajo.', 'El trabajo no fue solicitado a mantenimiento.'],
  accounting: ['Falta la factura electrónica del proveedor.', 'El documento del proveedor no coincide con el registrado.'],
  final: ['El original llegó ilegible.', 'El original recibido no corresponde a este gasto.'],
};
