/** Document without check digit, which is computed. */
interface DemoSupplier {
  nombre: string;
  num_doc: string;
  direccion: string;
  /** Legal or natural person. */
  persona: 'PJ' | 'PN';
  /** Created by a store while it records an expense. */
  ocasional?: true;
}

export const demoSuppliers = {
  aseo: {
    nombre: 'Distribuciones La Espumosa S.A.S.',
    num_doc: '900412857',
    direccion: 'Calle 44 # 53-18',
    persona: 'PJ',
  },
  cafe: {
    nombre: 'Café y Panela del Quindío S.A.S.',
    num_doc: '901033286',
    direccion: 'Carrera 18 # 21-40',
    persona: 'PJ',
  },
  papeleria: {
    nombre: 'Papelería El Cid Ltda.',
    num_doc: '800174523',
    direccion: 'Carrera 52 # 49-103',
    persona: 'PJ',
  },
  copias: {
    nombre: 'Centro de Copiado La Setenta',
    num_doc: '98544120',
    direccion: 'Carrera 70 # 44-25',
    persona: 'PN',
  },
  ferreteria: {
    nombre: 'Ferretería El Tornillo S.A.S.',
    num_doc: '900373923',
    direccion: 'Carrera 50 # 48-20',
    persona: 'PJ',
  },
  refrigeracion: {
    nombre: 'Refrigeración Polar del Norte S.A.S.',
    num_doc: '900648371',
    direccion: 'Calle 13 # 31-62',
    persona: 'PJ',
  },
  electricos: {
    nombre: 'Eléctricos La Bombilla Ltda.',
    num_doc: '830091744',
    direccion: 'Calle 16 # 11-09',
    persona: 'PJ',
  },
  acarreos: {
    nombre: 'Acarreos Rodríguez e Hijos',
    num_doc: '19387265',
    direccion: 'Calle 80 # 68-14',
    persona: 'PN',
  },
  taxi: {
    nombre: 'Cooperativa de Taxistas Coopetrans',
    num_doc: '890925147',
    direccion: 'Calle 10 # 65-31',
    persona: 'PJ',
  },
  parqueadero: {
    nombre: 'Parqueaderos Ciudad Segura S.A.S.',
    num_doc: '901266940',
    direccion: 'Carrera 46 # 54-12',
    persona: 'PJ',
  },
  combustible: {
    nombre: 'Estación de Servicio La Frontera S.A.',
    num_doc: '811028653',
    direccion: 'Autopista Sur # 24-90',
    persona: 'PJ',
  },
  mensajeria: {
    nombre: 'Mensajería Rápida Nacional S.A.',
    num_doc: '860512330',
    direccion: 'Avenida 6 # 34A-11',
    persona: 'PJ',
  },
  empaques: {
    nombre: 'Bolsas y Empaques del Valle S.A.S.',
    num_doc: '900781462',
    direccion: 'Carrera 8 # 23-77',
    persona: 'PJ',
  },
  drogueria: {
    nombre: 'Droguería San Jorge',
    num_doc: '32518844',
    direccion: 'Calle 50 # 40-36',
    persona: 'PN',
  },
  panaderia: {
    nombre: 'Panadería La Espiga Dorada',
    num_doc: '43026719',
    direccion: 'Carrera 43 # 50-22',
    persona: 'PN',
  },
  gas: {
    nombre: 'Gases del Centro S.A. E.S.P.',
    num_doc: '891202203',
    direccion: 'Calle 26 # 9-45',
    persona: 'PJ',
  },
  decoracion: {
    nombre: 'Fiestas y Detalles Marcela',
    num_doc: '1017203348',
    direccion: 'Calle 33 # 78-40',
    persona: 'PN',
  },
  tramites: {
    nombre: 'Cámara de Comercio de Cali',
    num_doc: '890399001',
    direccion: 'Calle 8 # 3-14',
    persona: 'PJ',
  },
  cerrajeria: {
    nombre: 'Cerrajería Don Álvaro',
    num_doc: '70115938',
    direccion: 'Carrera 12 # 18-05',
    persona: 'PN',
    ocasional: true,
  },
  estanterias: {
    nombre: 'Taller de Estanterías Lozano',
    num_doc: '10124477',
    direccion: 'Calle 17 # 22-63',
    persona: 'PN',
    ocasional: true,
  },
} as const satisfies Record<string, DemoSupplier>;

export type SupplierKey = keyof typeof demoSuppliers;

export const demoSupplier = (key: SupplierKey): DemoSupplier => demoSuppliers[key];
