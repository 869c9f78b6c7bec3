import type { SupplierKey } from './demo-suppliers.ts';
import type { Some } from './seeded-random.ts';

interface PurchaseModel {
  supplier: SupplierKey;
  /** Names of its categories; every store format has them under ids of its own. */
  categorias: Some<string>;
  concepto: string;
  /** Lines of the receipt. */
  items: Some<string>;
  /** Pesos, both ends included. */
  valor: readonly [minimum: number, maximum: number];
}

const named = <Key extends string>(models: Record<Key, PurchaseModel>) => models;

/** Purchases that stores make with their petty cash. */
export const purchaseModels = named({
  aseo: {
    supplier: 'aseo',
    categorias: ['Elementos de aseo'],
    concepto: 'Jabón líquido, límpido y traperos para la tienda',
    items: ['Jabón líquido', 'Límpido galón', 'Trapero'],
    valor: [32_000, 84_000],
  },
  cafeteria: {
    supplier: 'cafe',
    categorias: ['Elementos de cafetería'],
    concepto: 'Café, azúcar y vasos para la cafetería del personal',
    items: ['Café 500 g', 'Azúcar', 'Vasos'],
    valor: [26_000, 61_000],
  },
  papeleria: {
    supplier: 'papeleria',
    categorias: ['Útiles y papelería'],
    concepto: 'Resma de papel, esferos y cinta para la oficina',
    items: ['Resma carta', 'Caja de esferos', 'Cinta'],
    valor: [24_500, 72_000],
  },
  copias: {
    supplier: 'copias',
    categorias: ['Fotocopias e impresiones'],
    concepto: 'Impresión de habladores de precios',
    items: ['Impresión color', 'Laminado'],
    valor: [9_000, 28_000],
  },
  surtido: {
    supplier: 'aseo',
    categorias: ['Elementos de aseo', 'Elementos de cafetería'],
    concepto: 'Pedido mensual de aseo y cafetería',
    items: ['Aseo', 'Cafetería'],
    valor: [58_000, 124_000],
  },
  pintura: {
    supplier: 'ferreteria',
    categorias: ['Mantenimiento locativo'],
    concepto: 'Pintura y resane de la pared de la zona de cajas',
    items: ['Pintura galón', 'Estuco', 'Rodillo'],
    valor: [78_000, 164_000],
  },
  aire: {
    supplier: 'refrigeracion',
    categorias: ['Reparación de equipos'],
    concepto: 'Recarga y limpieza del aire acondicionado',
    items: ['Recarga de gas', 'Mano de obra'],
    valor: [110_000, 190_000],
  },
  luces: {
    supplier: 'electricos',
    categorias: ['Instalaciones eléctricas'],
    concepto: 'Cambio de balastos y tubos LED de la bodega',
    items: ['Tubo LED', 'Balasto'],
    valor: [42_000, 118_000],
  },
  acarreo: {
    supplier: 'acarreos',
    categorias: ['Fletes y acarreos'],
    concepto: 'Traslado de mercancía entre tiendas',
    items: ['Acarreo'],
    valor: [45_000, 96_000],
  },
  taxiCorto: {
    supplier: 'taxi',
    categorias: ['Transporte (menor al tope)'],
    concepto: 'Taxi para llevar la consignación al banco',
    items: ['Carrera'],
    valor: [8_500, 14_500],
  },
  taxiLargo: {
    supplier: 'taxi',
    categorias: ['Transporte (menor al tope)'],
    concepto: 'Taxi por cierre de inventario nocturno',
    items: ['Carrera nocturna'],
    valor: [16_000, 22_000],
  },
  parqueadero: {
    supplier: 'parqueadero',
    categorias: ['Parqueaderos y peajes'],
    concepto: 'Parqueadero del vehículo de entregas',
    items: ['Parqueo 4 h'],
    valor: [9_000, 19_500],
  },
  gasolina: {
    supplier: 'combustible',
    categorias: ['Combustibles y lubricantes'],
    concepto: 'Gasolina de la planta eléctrica',
    items: ['Gasolina corriente'],
    valor: [40_000, 70_000],
  },
  mensajeria: {
    supplier: 'mensajeria',
    categorias: ['Correo y mensajería'],
    concepto: 'Envío de documentos a la oficina principal',
    items: ['Sobre urgente'],
    valor: [11_200, 24_800],
  },
  empaques: {
    supplier: 'empaques',
    categorias: ['Empaques y bolsas'],
    concepto: 'Bolsas de papel para empaque de regalo',
    items: ['Bolsa kraft x 100', 'Cinta decorativa'],
    valor: [36_000, 89_000],
  },
  botiquin: {
    supplier: 'drogueria',
    categorias: ['Botiquín y medicamentos'],
    concepto: 'Reposición del botiquín de primeros auxilios',
    items: ['Gasa', 'Alcohol', 'Curas'],
    valor: [18_000, 47_000],
  },
  refrigerio: {
    supplier: 'panaderia',
    categorias: ['Refrigerios y alimentación'],
    concepto: 'Refrigerios de la jornada de inventario',
    items: ['Refrigerio x 8', 'Jugos'],
    valor: [38_000, 92_000],
  },
  gas: {
    supplier: 'gas',
    categorias: ['Recarga de gas'],
    concepto: 'Cilindro de gas de la cafetería',
    items: ['Cilindro 40 lb'],
    valor: [62_000, 88_000],
  },
  tramites: {
    supplier: 'tramites',
    categorias: ['Trámites y licencias'],
    concepto: 'Certificado de existencia y representación legal',
    items: ['Certificado'],
    valor: [7_900, 15_800],
  },
  cerradura: {
    supplier: 'cerrajeria',
    categorias: ['Mantenimiento locativo'],
    concepto: 'Cambio de cerradura de la puerta de la bodega',
    items: ['Cerradura', 'Instalación'],
    valor: [85_000, 130_000],
  },
  estanteria: {
    supplier: 'estanterias',
    categorias: ['Decoración y exhibición'],
    concepto: 'Arreglo de estanterías de la góndola central',
    items: ['Soldadura', 'Pintura'],
    valor: [268_000, 295_000],
  },
});

export type PurchaseKey = keyof typeof purchaseModels;
