import { checkDigit } from '#machines/domain/values/document-keys.ts';

/**
 * @param persona legal or natural person
 * @param ocasional created by a store while it records an expense
 */
const supplierOf =
  (persona: 'PJ' | 'PN', ocasional = false) =>
  (nombre: string, num_doc: string, direccion: string) => {
    const digito = checkDigit(num_doc) ?? '';
    return { nombre, num_doc, digito, direccion, persona, ocasional };
  };

const company = supplierOf('PJ');
const person = supplierOf('PN');
const occasional = supplierOf('PN', true);

export const demoSuppliers = {
  aseo: company('Distribuciones La Espumosa S.A.S.', '900412857', 'Calle 44 # 53-18'),
  cafe: company('Café y Panela del Quindío S.A.S.', '901033286', 'Carrera 18 # 21-40'),
  papeleria: company('Papelería El Cid Ltda.', '800174523', 'Carrera 52 # 49-103'),
  copias: person('Centro de Copiado La Setenta', '98544120', 'Carrera 70 # 44-25'),
  ferreteria: company('Ferretería El Tornillo S.A.S.', '900373923', 'Carrera 50 # 48-20'),
  refrigeracion: company('Refrigeración Polar del Norte S.A.S.', '900648371', 'Calle 13 # 31-62'),
  electricos: company('Eléctricos La Bombilla Ltda.', '830091744', 'Calle 16 # 11-09'),
  acarreos: person('Acarreos Rodríguez e Hijos', '19387265', 'Calle 80 # 68-14'),
  taxi: company('Cooperativa de Taxistas Coopetrans', '890925147', 'Calle 10 # 65-31'),
  parqueadero: company('Parqueaderos Ciudad Segura S.A.S.', '901266940', 'Carrera 46 # 54-12'),
  combustible: company(
    'Estación de Servicio La Frontera S.A.',
    '811028653',
    'Autopista Sur # 24-90',
  ),
  mensajeria: company('Mensajería Rápida Nacional S.A.', '860512330', 'Avenida 6 # 34A-11'),
  empaques: company('Bolsas y Empaques del Valle S.A.S.', '900781462', 'Carrera 8 # 23-77'),
  drogueria: person('Droguería San Jorge', '32518844', 'Calle 50 # 40-36'),
  panaderia: person('Panadería La Espiga Dorada', '43026719', 'Carrera 43 # 50-22'),
  gas: company('Gases del Centro S.A. E.S.P.', '891202203', 'Calle 26 # 9-45'),
  decoracion: person('Fiestas y Detalles Marcela', '1017203348', 'Calle 33 # 78-40'),
  tramites: company('Cámara de Comercio de Cali', '890399001', 'Calle 8 # 3-14'),
  cerrajeria: occasional('Cerrajería Don Álvaro', '70115938', 'Carrera 12 # 18-05'),
  estanterias: occasional('Taller de Estanterías Lozano', '10124477', 'Calle 17 # 22-63'),
};

export type SupplierKey = keyof typeof demoSuppliers;

export const demoSupplierEntries = Object.entries(demoSuppliers) as [
  SupplierKey,
  (typeof demoSuppliers)[SupplierKey],
][];
